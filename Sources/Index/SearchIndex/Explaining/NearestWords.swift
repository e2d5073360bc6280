import StringDistance

/// Finds the words of a document that are most similar to a word that it does not contain.
///
/// First come words with the same stem, then words that differ in the fewest letters, then longer words that
/// begin with the word.
struct NearestWords {
  private struct Candidate {
    let word: String
    /// How different the word is: smaller is more similar.
    let distance: Int
  }

  private let words: [String]
  private let stems: (String) -> Set<String>

  /// Prepares the words of a document, each once; `stems` returns the stems of a word in all languages.
  init(_ words: some Sequence<String>, stems: @escaping (String) -> Set<String> = { _ in [] }) {
    self.words = words.filter { !Self.mayBeSecret($0) }.sorted()
    self.stems = stems
  }

  /// Returns the words that are most similar to a word, the most similar first.
  ///
  /// Equally similar words are in the order of their bytes. O(words × the square of their length); words of
  /// other lengths cost less.
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
      if let distance = EditDistance(reach).between(letters, Array(other.unicodeScalars)) {
        candidates.append(Candidate(word: other, distance: distance))
      } else if letters.count >= 3, other.hasPrefix(word) {
        candidates.append(Candidate(word: other, distance: reach + 1))
      }
    }
    // The words were sorted before, and the sort is stable.
    return candidates.sorted { $0.distance < $1.distance }.prefix(limit).map(\.word)
  }

  /// Whether a word may be a password or a part of a key, which an explanation must not reveal.
  private static func mayBeSecret(_ word: String) -> Bool {
    word.utf8.count >= 8 && word.utf8.contains { 0x30...0x39 ~= $0 }
      && word.utf8.contains { 0x61...0x7a ~= $0 }
  }

  /// Returns how many letters may differ in a word of this length.
  private static func reach(ofLength length: Int) -> Int {
    switch length {
    case ...2: 0
    case 3...4: 1
    case 5...8: 2
    default: 3
    }
  }
}
