/// A place in a text where a word of the query matches.
package struct PassageHit: Equatable, Sendable {
  /// The position of the first token, as FTS5 counts positions.
  package var token: Int
  /// The number of tokens; more than one for a phrase.
  package var count: Int
  /// The index of the word in ``PassageFinder/words``.
  package var word: Int
  /// The share of the word's weight that the hit has: 1 for the word itself, less for another form.
  package var factor: Double

  /// Makes the hit of one word.
  package init(token: Int, count: Int = 1, word: Int, factor: Double = 1) {
    (self.token, self.count, self.word, self.factor) = (token, count, word, factor)
  }
}

extension [PassageHit] {
  /// Returns the first index whose element meets a condition; all later elements must meet it, too.
  func partitioningIndex(where condition: (PassageHit) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
