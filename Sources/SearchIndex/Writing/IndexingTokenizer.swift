import FullText
import SQLite
import TextAnalysis

/// The index's tokenizer as the writing connection has it: it also notes the words of documents.
///
/// Not a filter behind the analyzer: called once for each word of each text, that cost a tenth of
/// the time in which a text is indexed.
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
      (token, range, flags) throws(Enough) in
      count &+= 1
      if count & Self.tokensAtOnce == 0, stems.isStopped?() == true {
        isStopped = true
        throw Enough()
      }
      stems.note(token)
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw Enough() }
    }
    if isStopped { throw SQLiteError.interruption }
    try tokenCallback.check()
  }

  /// So many tokens, a power of two less one, are given before it is asked whether to stop: 2 ms.
  private static let tokensAtOnce = 4_095

  /// Ends an analysis; the receiver remembers why.
  private struct Enough: Error {}
}
