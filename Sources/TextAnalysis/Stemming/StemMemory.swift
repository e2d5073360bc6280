/// Remembers the stems of the words of late, because texts repeat their words.
struct StemMemory {
  /// When so many words are remembered, all are forgotten.
  private static let capacity = 8192
  /// Longer words do not come again.
  private static let longestWord = 32

  private var words = TokenDictionary()
  private var stems: [UInt8] = []
  private var stemEnds: [Int] = []

  /// Writes the stem of a word that is remembered; says no if it is not.
  func read(_ word: Span<UInt8>, into stem: inout [UInt8]) -> Bool {
    guard let number = words.number(of: word) else { return false }
    let start = number == 0 ? 0 : stemEnds[number - 1]
    stem.removeAll(keepingCapacity: true)
    stem.append(contentsOf: stems[start..<stemEnds[number]])
    return true
  }

  /// Remembers the stem of a word that is not remembered yet.
  mutating func add(_ word: Span<UInt8>, stem: [UInt8]) {
    if word.count > Self.longestWord { return }
    if words.count == Self.capacity {
      words.removeAll()
      stems.removeAll(keepingCapacity: true)
      stemEnds.removeAll(keepingCapacity: true)
    }
    _ = words.add(word)
    stems += stem
    stemEnds.append(stems.count)
  }
}
