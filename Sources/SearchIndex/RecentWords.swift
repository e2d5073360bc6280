/// The short words seen of late, as a table in which each word has one place.
///
/// Most words of a text have come shortly before, and most have eight bytes or fewer: such a word is
/// its own key, so that one look tells whether it is there. A word that takes the place of another
/// makes it forgotten, no more.
struct RecentWords {
  private static let bits = 15
  private var keys = [UInt64](repeating: 0, count: 1 << bits)

  /// Puts a word in.
  ///
  /// - Parameter word: without NULs.
  /// - Returns: whether it was there; always false for a long one.
  @inline(__always)
  mutating func remember(_ word: Span<UInt8>) -> Bool {
    guard word.count <= 8 else { return false }
    var key: UInt64 = 0
    for index in word.indices { key = key << 8 | UInt64(word[index]) }
    // Multiplicative hashing: Knuth, The Art of Computer Programming, volume 3, section 6.4.
    let place = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> (64 - UInt64(Self.bits)))
    if keys[place] == key { return true }
    keys[place] = key
    return false
  }

  /// Forgets all words.
  mutating func removeAll() {
    for place in keys.indices { keys[place] = 0 }
  }
}
