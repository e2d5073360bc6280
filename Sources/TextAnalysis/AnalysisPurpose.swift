/// The purpose of an analysis.
public enum AnalysisPurpose: Sendable, Hashable {
  /// The text is a document that goes into the index.
  case document
  /// The text is a word or phrase that is searched for.
  case query
  /// As ``query``, and the last token is the beginning of a word.
  case prefixQuery
}
