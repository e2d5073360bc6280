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
    var nearest = [Double](repeating: 0, count: order.count)
    var places = [Int](repeating: -1, count: weights.count)
    for (place, word) in order.enumerated() { places[word] = place }
    // For each word, its last occurrence before the current one.
    var last = [(column: Int, end: Int)?](repeating: nil, count: order.count)
    for occurrence in occurrences {
      guard occurrence.word < places.count, places[occurrence.word] >= 0 else { continue }
      let place = places[occurrence.word]
      let end = occurrence.token + occurrence.count
      if place > 0, let before = last[place - 1], before.column == occurrence.column {
        let distance = occurrence.token - before.end + 1
        if distance >= 1, distance <= Self.reach {
          nearest[place] = max(nearest[place], 1 / Double(distance))
        }
      }
      if place + 1 < order.count, let after = last[place + 1], after.column == occurrence.column {
        let distance = occurrence.token - after.end + 1
        if distance >= 1, distance <= Self.reach {
          nearest[place + 1] = max(nearest[place + 1], 0.5 / Double(distance))
        }
      }
      last[place] = (occurrence.column, end)
    }
    return order.indices.dropFirst().reduce(0) { sum, place in
      sum + nearest[place] * min(weights[order[place - 1]], weights[order[place]])
    }
  }
}
