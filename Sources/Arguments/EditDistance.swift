/// How far apart two words are: insertions, deletions, replacements and exchanges of neighbours.
///
/// It is the optimal string alignment distance (Damerau 1964, Wagner and Fischer 1974).
enum EditDistance {
  /// Counts the edits that make one word of another.
  ///
  /// - Complexity: O(length of the first × length of the second).
  static func between(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        var least = min(row[j + 1], next[j]) + 1
        least = min(least, row[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}
