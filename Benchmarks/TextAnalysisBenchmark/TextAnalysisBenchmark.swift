import Foundation
import TextAnalysis

/// Prints how many megabytes of text each analyzer takes apart in a second of CPU time.
///
/// `BENCHMARKS=1 swift run -c release TextAnalysisBenchmark FILE…`, a line for each file. With
/// `masks [-v] FOLDER…` it counts the passages of texts in which `sitta mcp` masks something; see
/// ``MaskedPassages``.
@main
struct TextAnalysisBenchmark {
  /// Makes the calls throw, as the calls of an index do.
  private struct Full: Error {}

  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    if paths.isEmpty {
      print("usage: TextAnalysisBenchmark FILE…|masks [-v] FOLDER…")
      exit(2)
    }
    if paths.first == "masks" {
      var passages = MaskedPassages(isVerbose: paths.contains("-v"))
      for folder in paths.dropFirst() where folder != "-v" { passages.measure(folder) }
      passages.print()
      return
    }
    print("Megabytes a second of CPU time, the best of five runs")
    print("      MB    tokens   plain   names    stop   stems  pinyin  romaji  file")
    for path in paths { try printRates(of: path) }
  }

  private static func printRates(of path: String) throws {
    let text = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let stopWords = StopWordFilter(try StopWords(languages: ["english"]))
    let plain = measure(text, with: SittaAnalyzer())
    let rates = [
      plain.rate,
      measure(text, with: SittaAnalyzer(options: .init(splitsNames: true))).rate,
      measure(text, with: SittaAnalyzer().filtered(by: stopWords)).rate,
      measure(text, with: SittaAnalyzer().filtered(by: try StemmingFilter())).rate,
      measure(text, with: SittaAnalyzer(options: .init(readings: .pinyin))).rate,
      measure(text, with: SittaAnalyzer(options: .init(readings: .romaji))).rate,
    ]
    print(
      String(format: "%8.1f %9d", Double(text.count) / 1e6, plain.tokens)
        + rates.map { String(format: "%8.0f", $0) }.joined() + "  " + path)
  }

  private static func measure<A: Analyzer & ~Copyable>(
    _ text: [UInt8], with analyzer: consuming A
  ) -> (tokens: Int, rate: Double) {
    var tokens = 0
    var best = Double.infinity
    for _ in 0..<5 {
      tokens = 0
      let start = clock()
      try? analyzer.analyze(text.span, for: .document) { (_, _, _) throws(Full) in
        tokens += 1
        if tokens == .max { throw Full() }
      }
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    return (tokens, Double(text.count) / 1e6 / best)
  }
}
