import Foundation
import TextAnalysis

/// Prints how many megabytes of text the analyzer takes apart in a second, for each file named.
///
/// `swift run -c release TextAnalysisBenchmark FILE…`
@main
struct TextAnalysisBenchmark {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    if paths.isEmpty {
      print("usage: TextAnalysisBenchmark FILE…")
      exit(2)
    }
    print("      MB    tokens    MB/s   names  file")
    for path in paths {
      let text = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let plain = measure(text, with: SittaAnalyzer())
      let names = measure(text, with: SittaAnalyzer(options: .init(splitsNames: true)))
      let megabytes = Double(text.count) / 1e6
      print(
        String(format: "%8.1f %9d %7.0f %7.0f  ", megabytes, plain.tokens, plain.rate, names.rate)
          + path)
    }
  }

  /// Makes the calls throw, as those of an index do.
  private struct Full: Error {}

  /// The best of five runs.
  private static func measure(
    _ text: [UInt8], with analyzer: consuming SittaAnalyzer
  ) -> (tokens: Int, rate: Double) {
    var tokens = 0
    var best = Duration.seconds(1000)
    for _ in 0..<5 {
      tokens = 0
      best = min(
        best,
        ContinuousClock().measure {
          try? analyzer.analyze(text.span, for: .document) { (_, _, _) throws(Full) in
            tokens += 1
            if tokens == .max { throw Full() }
          }
        })
    }
    return (tokens, Double(text.count) / 1e6 / (best / .seconds(1)))
  }
}
