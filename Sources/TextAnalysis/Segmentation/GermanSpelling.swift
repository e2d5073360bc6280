/// The other way to write a German word: `mueller` for Müller, where folding gives `muller`.
enum GermanSpelling {
  /// Writes a folded word with an e behind each vowel that had two dots.
  ///
  /// - Parameters:
  ///   - word: The folded bytes.
  ///   - umlauts: The offsets behind those vowels.
  ///   - spelling: Is set to the other spelling.
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
