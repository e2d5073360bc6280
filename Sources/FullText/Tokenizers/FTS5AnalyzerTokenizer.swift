public import TextAnalysis

/// Gives FTS5 the tokens of an analyzer, with whatever filters stand behind it.
///
/// ```swift
/// try db.add(tokenizerNamed: "english") { _, _ in
///   FTS5AnalyzerTokenizer(
///     SittaAnalyzer()
///       .filtered(by: SynonymFilter(addedTo: .queries))
///       .filtered(by: try StemmingFilter()))
/// }
/// ```
public final class FTS5AnalyzerTokenizer<Base: Analyzer & ~Copyable>: FTS5Tokenizer {
  private var analyzer: Base

  /// Takes the analyzer, which no one else may use any more.
  public init(_ analyzer: consuming Base) {
    self.analyzer = analyzer
  }

  /// Gives the tokens of the analyzer; see ``FTS5Tokenizer``.
  ///
  /// FTS5 cannot be told by a tokenizer that a token is to be searched for as a prefix
  /// (`TokenFlags.prefix`): whoever writes the pattern puts the star, as
  /// ``FTS5SittaTokenizer/pattern(matchingAllWordsIn:)`` does.
  public func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try? analyzer.analyze(text, for: AnalysisPurpose(tokenization)) {
      (token, range, flags) throws(Enough) in
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw Enough() }
    }
    try tokenCallback.check()
  }
}

/// Ends an analysis; the receiver remembers why, and an error without content costs least a token.
private struct Enough: Error {}

extension AnalysisPurpose {
  /// What FTS5 asks for; an auxiliary function needs the tokens that the index holds.
  public init(_ tokenization: FTS5Tokenization) {
    self =
      tokenization.contains(.query)
      ? (tokenization.contains(.prefix) ? .prefixQuery : .query) : .document
  }
}

extension FTS5TokenFlags {
  /// The flags of a token as far as FTS5 has them.
  @inline(__always)
  public init(_ flags: TokenFlags) {
    self = flags.contains(.colocated) ? .colocated : []
  }
}
