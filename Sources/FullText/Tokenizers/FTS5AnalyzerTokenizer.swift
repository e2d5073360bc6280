public import TextAnalysis

/// Passes the tokens of an analyzer and its filters to FTS5.
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

  /// Makes a tokenizer, which from then on owns the analyzer.
  public init(_ analyzer: consuming Base) {
    self.analyzer = analyzer
  }

  /// Passes on the tokens of the analyzer; see ``FTS5Tokenizer``.
  ///
  /// A tokenizer cannot tell FTS5 to search a token as a prefix (`TokenFlags.prefix`). The pattern must
  /// have the star, as those of ``FTS5SittaTokenizer/pattern(matchingAllWordsIn:)`` do.
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
  /// The purpose of a tokenization; an auxiliary function needs the tokens of the index.
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
