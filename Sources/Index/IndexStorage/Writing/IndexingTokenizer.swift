import FullText
import SittaSQLite
import TextAnalysis

/// The tokenizer of the writing connection: it also records the words of documents in the table of stems.
///
/// It does both, because a separate filter for each word took a tenth of the indexing time.
final class IndexingTokenizer: FTS5Tokenizer {
  private let stems: StemTable
  private var analyzer: SittaAnalyzer

  init(_ stems: StemTable, _ options: SittaAnalyzer.Options) {
    self.stems = stems
    analyzer = SittaAnalyzer(options: options)
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var count = 0
    var isStopped = false
    try? analyzer.analyze(text, for: AnalysisPurpose(tokenization)) {
      (token, range, flags) throws(StopTokenizing) in
      count &+= 1
      if count & Self.checkMask == 0, stems.isStopped?() == true {
        isStopped = true
        throw StopTokenizing()
      }
      stems.record(token)
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw StopTokenizing() }
    }
    if isStopped { throw SQLiteError.interruption }
    try tokenCallback.check()
  }

  /// A power of two less one: every 4096 tokens, about 2 ms, the tokenizer asks whether to stop.
  private static let checkMask = 4_095

  /// Ends an analysis; the code that catches it knows the reason.
  private struct StopTokenizing: Error {}
}
