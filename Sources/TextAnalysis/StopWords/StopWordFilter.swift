/// Removes stop words from documents and queries.
///
/// The words around a removed one become neighbours, so a phrase is still found. The last word of a
/// prefix query is kept, because it is the beginning of a word: `the` of `theory`. A query that
/// contains only stop words has no tokens.
public struct StopWordFilter: TokenFilter, Sendable {
  private let words: StopWords
  private var isLeavingOut = false
  /// The stop word that may be the last word of a prefix query.
  private var heldBack: [UInt8] = []

  /// Makes a filter that removes these words.
  public init(_ words: StopWords) {
    self.words = words
  }

  /// Passes on a token that is not a stop word; see ``TokenFilter``.
  public mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if flags.contains(.colocated) {
      // Another way to write a word that is left out would end up at the word before it.
      if !isLeavingOut && !words.contains(token) { try emit(token, flags) }
      return
    }
    heldBack.removeAll(keepingCapacity: true)
    isLeavingOut = words.contains(token)
    if !isLeavingOut { return try emit(token, flags) }
    if purpose == .prefixQuery { heldBack = token.indices.map { token[$0] } }
  }

  /// Passes on the last word of a prefix query; see ``TokenFilter``.
  public mutating func finish<Failure: Error>(
    for purpose: AnalysisPurpose, _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    defer { heldBack.removeAll(keepingCapacity: true) }
    isLeavingOut = false
    if !heldBack.isEmpty { try emit(heldBack.span, []) }
  }
}
