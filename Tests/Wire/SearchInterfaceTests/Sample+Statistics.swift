import SearchInterface

/// Messages with which several hosts rank as one.
extension Sample {
  static let statistics = StatisticsMessage(
    documents: 3, tokens: .max, terms: "5f", counts: [0, 2], folders: [1_000_000],
    inFields: [true, false], common: "file:///home/a%FF", branches: true, full: 10,
    languages: ["english"])
  static let ranking = RankingMessage(
    documents: [.max, 1], scores: [1.25, -0.1], first: [0.1, 1e-9], flags: [127, 0],
    modified: [.min, .max], sizes: [0, 1], depths: [2, 3], series: [0, 1], versions: [1, 0],
    threads: [0, 1], times: [.min, .max],
    digests: ["5f", ""], names: [], full: 10, complete: 2, nearTie: 0.01)
  private static let statisticsParameters = StatisticsMethod.Parameters(
    query: "a", prefixes: .last, deadline: 150, away: true, strict: false, language: "de",
    folder: "/a", within: ["/a"], correction: true, statistics: statistics,
    words: [word])
  private static let word = CountedWordMessage(word: "ä", documents: 2)

  static let ofSeveralHosts: [(name: String, message: any Codable & Equatable & Sendable)] = [
    ("Statistics", statistics), ("Ranking", ranking), ("Statistics.in", statisticsParameters),
    (
      "Statistics.out",
      StatisticsMethod.Reply(
        statistics: statistics, words: [word], corrected: "b", suggestion: "c", likelihood: -2.5,
        hasHits: true,
        clock: clock)
    ), ("CountedWord", word),
  ]
}
