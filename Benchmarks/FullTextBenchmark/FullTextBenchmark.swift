import Foundation

/// Measures the text layer on real text.
///
/// `BENCHMARKS=1 swift run -c release FullTextBenchmark FILE…`: the files are the text. Every
/// variant runs once a round, in turn, so that a busy machine disturbs all of them alike; the best
/// round counts.
@main
enum FullTextBenchmark {
  static func main() throws {
    let texts = try CommandLine.arguments.dropFirst().map { path in
      try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
    guard !texts.isEmpty else {
      print("usage: FullTextBenchmark FILE…")
      return
    }
    try TokenizerBenchmark(texts: texts).run(rounds: 7)
    PatternBenchmark(wordCount: 30_000).run(rounds: 7)
    try RankBenchmark(texts: texts, documentCount: 100_000).run(rounds: 7)
  }
}

/// The processor time of this process so far, in seconds.
func processorSeconds() -> Double {
  Double(clock()) / Double(CLOCKS_PER_SEC)
}
