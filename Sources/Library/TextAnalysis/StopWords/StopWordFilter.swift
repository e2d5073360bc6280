/// Removes stop words from documents and queries.
///
/// The words around a removed word become adjacent, so a phrase with it is still found. The last word of a
/// prefix query is kept, because it may be the beginning of another word, such as `the` of `theory`. A query
/// that consists of stop words has no tokens.
public struct StopWordFilter: TokenFilter, Sendable {
  private let words: StopWords
  private var isRemovingWord = false
  /// The last stop word of a prefix query, which is emitted if no other word follows.
  private var heldToken: [UInt8] = []

  /// Makes a filter that removes these words.
  public init(_ words: StopWords) {
    self.words = words
  }

  /// Passes a token that is not a stop word; see ``TokenFilter``.
  public mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if flags.contains(.colocated) {
      // Another spelling of a removed word is removed, too: it would be colocated with the word before.
      if !isRemovingWord && !words.contains(token) { try emit(token, flags) }
      return
    }
    heldToken.removeAll(keepingCapacity: true)
    isRemovingWord = words.contains(token)
    if !isRemovingWord { return try emit(token, flags) }
    if purpose == .prefixQuery { heldToken = token.indices.map { token[$0] } }
  }

  /// Passes the last word of a prefix query; see ``TokenFilter``.
  public mutating func finish<Failure: Error>(
    for purpose: AnalysisPurpose, _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    defer { heldToken.removeAll(keepingCapacity: true) }
    isRemovingWord = false
    if !heldToken.isEmpty { try emit(heldToken.span, []) }
  }
}
