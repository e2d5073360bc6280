import FullText

/// Scores how near the words of a query are to each other in a document.
///
/// For each two neighbours in the query, their nearest occurrences in one column count: `1 / distance` if
/// they are in the order of the query, otherwise half of that. See Tao and Zhai, "An exploration of proximity
/// measures in information retrieval" (2007), who found that the smallest distance of pairs works best.
struct Proximity {
  /// The largest distance, in tokens, that counts.
  static let reach = 12

  /// The weight of each word of the query.
  let weights: [Double]

  /// Returns the score: at most the sum, over all neighbours, of the smaller weight of the two.
  ///
  /// `occurrences` are in ascending order. `order` are the numbers of the words that occur, in the order of
  /// the query. O(occurrences).
  func score(_ occurrences: [FTS5Candidate.Occurrence], order: [Int]) -> Double {
    guard order.count > 1 else { return 0 }
    // Places begin with 1, so that each has two neighbours; words that do not occur have the place 0.
    var places = InlineArray<64, Int>(repeating: 0)
    for (index, word) in order.enumerated() { places[word] = index + 1 }
    // The nearest that each word comes after, and before, its neighbour before it in the query.
    var (after, before) = (
      InlineArray<66, Int>(repeating: .max), InlineArray<66, Int>(repeating: .max)
    )
    // For each word, the end of its last occurrence before the current one.
    var ends = InlineArray<66, Int>(repeating: Self.never)
    for occurrence in occurrences {
      let place = places[occurrence.word]
      if place == 0 { continue }
      // Tokens of different columns are far from each other.
      let start = occurrence.column << Self.columnShift | occurrence.token
      let distance = start - ends[place - 1] + 1
      if distance >= 1 { after[place] = min(after[place], distance) }
      let distanceBack = start - ends[place + 1] + 1
      if distanceBack >= 1 { before[place + 1] = min(before[place + 1], distanceBack) }
      ends[place] = start + occurrence.count
    }
    return order.indices.dropFirst().reduce(0) { sum, index in
      let place = index + 1
      let nearest = max(
        after[place] <= Self.reach ? 1 / Double(after[place]) : 0,
        before[place] <= Self.reach ? 0.5 / Double(before[place]) : 0)
      return sum + nearest * min(weights[order[index - 1]], weights[order[index]])
    }
  }

  private static let columnShift = 32
  /// The end of an occurrence that is before all others.
  private static let never = -1 << 40
}
