import TextAnalysis

/// Finds the words of a document that are most like a word that it does not hold: a value.
///
/// First those with the same stem, then those that differ in the fewest letters, then longer ones
/// that begin with it.
struct NearestWords {
  private struct Candidate {
    let word: String
    /// Smaller is nearer.
    let distance: Int
  }

  private let words: [String]
  private let stems: (String) -> Set<String>

  /// Takes the words of a document.
  ///
  /// - Parameters:
  ///   - words: each word once.
  ///   - stems: what is the stem of a word in any language; none for a word that has no stem.
  init(_ words: some Sequence<String>, stems: @escaping (String) -> Set<String> = { _ in [] }) {
    self.words = words.sorted()
    self.stems = stems
  }

  /// The words that are most like another one.
  ///
  /// O(words × the square of their length), less for those of other lengths.
  ///
  /// - Parameters:
  ///   - word: the other one.
  ///   - limit: how many are given at most.
  /// - Returns: the nearest first, those that are equally near by their bytes.
  func nearest(to word: String, limit: Int = 3) -> [String] {
    let letters = Array(word.unicodeScalars)
    let stems = stems(word)
    let reach = Self.reach(ofLength: letters.count)
    var candidates: [Candidate] = []
    for other in words where other != word {
      if !stems.isEmpty, !stems.isDisjoint(with: self.stems(other)) {
        candidates.append(Candidate(word: other, distance: 0))
        continue
      }
      let others = Array(other.unicodeScalars)
      if abs(others.count - letters.count) <= reach {
        let distance = Self.distance(letters, others)
        if distance <= reach {
          candidates.append(Candidate(word: other, distance: distance))
          continue
        }
      }
      if letters.count >= 3, other.hasPrefix(word) {
        candidates.append(Candidate(word: other, distance: reach + 1))
      }
    }
    // The sort is stable, and the words are sorted.
    return candidates.sorted { $0.distance < $1.distance }.prefix(limit).map(\.word)
  }

  /// How many letters may differ in a word of so many.
  private static func reach(ofLength length: Int) -> Int {
    switch length {
    case ...2: 0
    case 3...4: 1
    case 5...8: 2
    default: 3
    }
  }

  /// How many letters have to be put in, left out, replaced, or exchanged with their neighbour: the
  /// optimal string alignment distance.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1)
        best = min(best, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}
