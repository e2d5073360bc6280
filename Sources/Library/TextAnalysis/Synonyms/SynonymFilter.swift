/// Adds the synonyms of tokens, colocated with them.
///
/// Add synonyms either to documents or to queries; adding them to both finds no more. Queries are usually
/// better, because then a change of the table needs no new index.
public struct SynonymFilter: TokenFilter, Sendable {
  /// The texts to which synonyms are added.
  public enum Place: Sendable, Hashable {
    /// Documents get synonyms; queries are unchanged.
    case documents
    /// Queries that are not prefix queries get synonyms; documents are unchanged.
    case queries
  }

  private let table: SynonymTable
  private let purpose: AnalysisPurpose

  /// Makes a filter with a table.
  public init(_ table: SynonymTable = .standard, addedTo place: Place) {
    self.table = table
    purpose = place == .documents ? .document : .query
  }

  /// Passes a token and its synonyms; see ``TokenFilter``.
  public mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    try emit(token, flags)
    guard purpose == self.purpose else { return }
    for synonym in table.synonyms(of: token) { try emit(synonym.span, .colocated) }
  }
}
