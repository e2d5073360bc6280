import FullText
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
    try? analyzer.analyze(text, for: AnalysisPurpose(tokenization)) {
      (token, range, flags) throws(Enough) in
      stems.note(token)
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw Enough() }
    }
    try tokenCallback.check()
  }

  /// Ends an analysis; the receiver remembers why.
  private struct Enough: Error {}
}
