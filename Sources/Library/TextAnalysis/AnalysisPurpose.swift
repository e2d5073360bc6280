/// The kind of text that is analyzed.
public enum AnalysisPurpose: Sendable, Hashable {
  /// The text is a document that goes into the index.
  case document
  /// The text is a word or phrase of a query.
  case query
  /// The text is a word or phrase of a query whose last token is the beginning of a word.
  case prefixQuery
}
