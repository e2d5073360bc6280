/// Replaces tokens by their stems, or adds the stems, in one or more languages.
///
/// Tokens without a stem (numbers, Chinese, Thai…) are passed unchanged, so one filter works for a text in
/// many languages. If the index should contain the words, and queries their stems, use ``Stemmer`` instead.
public struct StemmingFilter: TokenFilter, ~Copyable {
  /// What happens to the word itself.
  public enum Mode: Sendable, Hashable {
    /// The stems replace the word, in prefix queries too, as in FTS5's porter.
    ///
    /// The word itself can then not be searched for.
    case replacing
    /// The word is kept, and stems that differ from it are colocated with it.
    ///
    /// In prefix queries, words get no stems.
    case beside
  }

  private let mode: Mode
  private let stemmers: [StemmerReference]
  private var stem: [UInt8] = []
  private var emittedStems: [[UInt8]] = []

  /// Makes the stemmers.
  ///
  /// - Parameters:
  ///   - languages: Names or codes, as for ``Stemmer``; a word gets a stem in each language.
  ///   - mode: What happens to the word itself.
  /// - Throws: ``AnalysisError`` with `unknownLanguage` or `outOfMemory`.
  public init(languages: [String] = [Stemmer.defaultLanguage], mode: Mode = .replacing)
    throws(AnalysisError)
  {
    self.mode = mode
    var stemmers: [StemmerReference] = []
    for language in languages { try stemmers.append(StemmerReference(language)) }
    self.stemmers = stemmers
  }

  /// Passes the stems of a token; see ``TokenFilter``.
  public mutating func filter<Failure: Error>(
    _ token: Span<UInt8>, flags: TokenFlags, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    if mode == .beside { try emit(token, flags) }
    if mode == .beside && purpose == .prefixQuery { return }
    var isFirst = mode == .replacing
    emittedStems.removeAll(keepingCapacity: true)
    for index in stemmers.indices {
      guard stemmers[index].stemmer.stem(of: token, into: &stem) else { break }
      if mode == .beside, token.hasSameBytes(as: stem) { continue }
      if emittedStems.contains(stem) { continue }
      if index + 1 < stemmers.count { emittedStems.append(stem) }
      try emit(stem.span, isFirst ? flags : flags.union(.colocated))
      isFirst = false
    }
    if isFirst { try emit(token, flags) }
  }
}
