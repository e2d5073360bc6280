import FullText
import SittaSQLite
import TextAnalysis

/// The tokenizer of the writing connection: it also records the words of documents in the table of stems, and
/// the places of long texts.
///
/// It does all that, because a separate filter for each word took a tenth of the indexing time, and a second
/// analysis of a long text a third.
final class IndexingTokenizer: FTS5Tokenizer {
  private let stems: StemTable
  private let places: PlaceRecorder
  private var analyzer: SittaAnalyzer

  init(_ stems: StemTable, _ places: PlaceRecorder, _ options: SittaAnalyzer.Options) {
    (self.stems, self.places) = (stems, places)
    analyzer = SittaAnalyzer(options: options)
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var count = 0
    var isStopped = false
    var selection = places.selection(of: text)
    try? analyzer.analyze(text, for: AnalysisPurpose(tokenization)) {
      (token, range, flags) throws(StopTokenizing) in
      count &+= 1
      if count & Self.checkMask == 0, stems.isStopped?() == true {
        isStopped = true
        throw StopTokenizing()
      }
      stems.record(token)
      selection?.take(range, flags, of: text)
      guard tokenCallback.take(token, FTS5TokenFlags(flags), range) else { throw StopTokenizing() }
    }
    if isStopped { throw SQLiteError.interruption }
    try tokenCallback.check()
    if let selection { places.record(selection) }
  }

  /// A power of two less one: every 4096 tokens, about 2 ms, the tokenizer asks whether to stop.
  private static let checkMask = 4_095

  /// Ends an analysis; the code that catches it knows the reason.
  private struct StopTokenizing: Error {}
}
