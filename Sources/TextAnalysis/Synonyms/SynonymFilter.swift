/// Adds the synonyms of tokens, colocated with them.
///
/// Add them to documents *or* to queries, not to both: one of them is enough to find everything.
/// Queries are usually better, because the table can then change without a new index.
public struct SynonymFilter: TokenFilter, Sendable {
  /// The texts to which synonyms are added.
  public enum Place: Sendable, Hashable {
    /// To documents; queries pass as they are.
    case documents
    /// To queries that are not prefix queries; documents pass as they are.
    case queries
  }

  private let table: SynonymTable
  private let purpose: AnalysisPurpose

  /// Makes a filter of a table.
  public init(_ table: SynonymTable = .standard, addedTo place: Place) {
    self.table = table
    purpose = place == .documents ? .document : .query
  }

  /// Passes on a token and its synonyms; see ``TokenFilter``.
  public mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try emit(token, flags)
    guard purpose == self.purpose else { return }
    for synonym in table.synonyms(of: token) { try emit(synonym.span, .colocated) }
  }
}
