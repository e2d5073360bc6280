/// How far the words of a query are a whole title or name.
struct NameCoverage {
  /// The weight of each decisive word, by number.
  let weights: [Int: Double]

  /// The score: the weight of all words if the name consists of them, less if words are missing or others
  /// are in it.
  ///
  /// - Parameters:
  ///   - words: the words that occur in the name.
  ///   - count: the number of words in the name.
  /// - Returns: the score.
  func score(_ words: Set<Int>, of count: Int) -> Double {
    let all = weights.values.reduce(0, +)
    guard count > 0, all > 0 else { return 0 }
    let found = words.reduce(0) { $0 + (weights[$1] ?? 0) }
    let share = found / all
    let density = min(1, Double(words.count) / Double(count))
    return all * share * share * share * (0.3 + 0.7 * density)
  }
}
