/// A cache of the stems of recent words, because texts repeat their words.
struct StemCache {
  /// The number of words at which the cache is emptied.
  private static let capacity = 8192
  /// The most bytes of a cached word; longer words are rarely repeated.
  private static let longestWord = 32

  private var words = TokenDictionary()
  private var stems: [UInt8] = []
  private var stemEnds: [Int] = []

  /// Writes the cached stem of a word; returns false if there is none.
  func read(_ word: Span<UInt8>, into stem: inout [UInt8]) -> Bool {
    guard let number = words.number(of: word) else { return false }
    let start = number == 0 ? 0 : stemEnds[number - 1]
    stem.removeAll(keepingCapacity: true)
    stem.append(contentsOf: stems[start..<stemEnds[number]])
    return true
  }

  /// Adds the stem of a word that is not in the cache.
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
