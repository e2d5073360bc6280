public import TextAnalysis

/// A tokenizer that passes the tokens of an analyzer and its filters to FTS5.
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

  /// Makes a tokenizer that owns the analyzer.
  public init(_ analyzer: consuming Base) {
    self.analyzer = analyzer
  }

  /// Passes the tokens of the analyzer to FTS5; see ``FTS5Tokenizer``.
  ///
  /// A tokenizer cannot make FTS5 search for a token as a prefix (`TokenFlags.prefix`): that needs a star in
  /// the pattern, which ``FTS5SittaTokenizer/pattern(matchingAllWordsIn:)`` adds.
  public func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try? analyzer.analyze(text, for: AnalysisPurpose(tokenization)) {
      (token, range, flags) throws(ReceiverStopped) in
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw ReceiverStopped() }
    }
    try tokenCallback.check()
  }
}

/// Ends an analysis; it is empty, because that is fastest: the receiver keeps the reason.
private struct ReceiverStopped: Error {}

extension AnalysisPurpose {
  /// The purpose of an analysis for a tokenization; auxiliary functions need the tokens of the index.
  public init(_ tokenization: FTS5Tokenization) {
    self =
      tokenization.contains(.query)
      ? (tokenization.contains(.prefix) ? .prefixQuery : .query) : .document
  }
}

extension FTS5TokenFlags {
  /// The flags of a token, as far as FTS5 supports them.
  @inline(__always)
  public init(_ flags: TokenFlags) {
    self = flags.contains(.colocated) ? .colocated : []
  }
}
