import FullText

/// How long a pattern of very many words takes to make.
struct PatternBenchmark {
  private let wordCount: Int
  private let words: String

  init(wordCount: Int) {
    self.wordCount = wordCount
    words = (0..<wordCount).map { "word\($0)" }.joined(separator: " ")
  }

  func run(rounds: Int) {
    var best = Double.infinity
    var isMade = true
    for _ in 0..<rounds {
      let start = processorSeconds()
      isMade = FTS3Pattern(matchingAnyTokenIn: words) != nil && isMade
      best = min(best, processorSeconds() - start)
    }
    print("FTS3Pattern(matchingAnyTokenIn:) of \(wordCount) words, best of \(rounds) rounds")
    print(
      "  \(rounded(best * 1_000)) ms, \(isMade ? "a pattern" : "nil: SQLite cannot search for so many")"
    )
  }
}
