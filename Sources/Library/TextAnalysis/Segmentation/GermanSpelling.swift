/// The second spelling of a German word: `mueller` for Müller, which is folded to `muller`.
enum GermanSpelling {
  /// Writes a folded word with an e after each vowel that was an umlaut.
  ///
  /// - Parameters:
  ///   - word: The folded bytes.
  ///   - umlauts: The end offsets of the vowels that were umlauts.
  ///   - spelling: Is set to the second spelling.
  static func write(_ word: Span<UInt8>, umlauts: [Int], to spelling: inout [UInt8]) {
    spelling.removeAll(keepingCapacity: true)
    var next = umlauts[...]
    for index in word.indices {
      spelling.append(word[index])
      if next.first == index + 1 {
        spelling.append(UInt8(ascii: "e"))
        next.removeFirst()
      }
    }
  }
}
