/// Counts the typing errors between two words: extra, missing or wrong letters, and exchanges of adjacent
/// letters.
///
/// No letter is counted twice; this is the optimal string alignment, or restricted Damerau–Levenshtein,
/// distance. See Damerau, "A technique for computer detection and correction of spelling errors",
/// Communications of the ACM 7 (1964).
package struct EditDistance {
  /// The largest distance that is computed.
  package let limit: Int

  /// Creates a counter with a limit.
  package init(_ limit: Int) {
    self.limit = limit
  }

  /// Returns the distance between two words; O(letters²).
  ///
  /// - Returns: nil if it is larger than ``limit``.
  package func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
