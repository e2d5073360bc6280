/// Scores how completely the words of a query are a whole title or name.
struct NameCoverage {
  /// The weight of each word of the query, by its number; 0 for words that do not matter.
  private let weights: [Double]
  private let all: Double

  init(weights: [Double]) {
    self.weights = weights
    all = weights.reduce(0, +)
  }

  /// Returns the score of a name of `count` words that contains `words` of the query, a bit for each.
  ///
  /// It is the weight of all words if the name consists of exactly these; less if words are missing, or if
  /// the name has others.
  func score(_ words: UInt64, of count: Int) -> Double {
    guard count > 0, all > 0 else { return 0 }
    let found = weights.indices.reduce(0) { $0 + (words & 1 << UInt64($1) == 0 ? 0 : weights[$1]) }
    let share = found / all
    let density = min(1, Double(words.nonzeroBitCount) / Double(count))
    return all * share * share * share * (0.3 + 0.7 * density)
  }
}
