/// A place in a text where a word of the query matches.
struct PassageHit: Equatable, Sendable {
  /// The position of its first token, as FTS5 counts positions.
  var token: Int
  /// The number of its tokens; more than one for a phrase.
  var count = 1
  /// The index of the word in ``PassageFinder/words``.
  var word: Int
  /// How much of the word's weight the hit has: 1 for the word itself, less for another form.
  var factor = 1.0
}

extension [PassageHit] {
  /// The first index whose element meets a condition that all later ones meet as well.
  func partitioningIndex(where condition: (PassageHit) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
