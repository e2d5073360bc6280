/// The kind of text that is analyzed.
public enum AnalysisPurpose: Sendable, Hashable {
  /// The text is a document that goes into the index.
  case document
  /// The text is a word or phrase of a query.
  case query
  /// As ``query``, but the last token is a word prefix.
  case prefixQuery
}
