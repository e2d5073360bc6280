/// Finds the Mandarin readings of the Han characters of a run.
struct PinyinReader {
  /// The most characters of a word that gets a reading as a whole.
  private static let longestWord = 8
  /// The most characters of two adjacent words that get a joint reading, because the dictionary splits
  /// compounds: 文件 and 夹, 北京 and 大学.
  private static let longestJoinedWords = 4

  private let table = PinyinTable.shared
  private var syllables: [UInt16] = []

  /// Adds the readings of all pairs of characters and of the words; for a single character, its reading.
  mutating func read(_ run: [Unicode.Scalar], words: [Range<Int>], into found: inout [Reading]) {
    table.findSyllables(of: run, into: &syllables)
    for start in run.indices.dropLast() { read(start..<start + 2, into: &found) }
    if run.count == 1 { read(0..<1, into: &found) }
    var last = 0..<0
    for word in words {
      if (3...Self.longestWord).contains(word.count) { read(word, into: &found) }
      let joined = last.lowerBound..<word.upperBound
      if !last.isEmpty, (3...Self.longestJoinedWords).contains(joined.count) {
        read(joined, into: &found)
      }
      last = word
    }
  }

  private func read(_ characters: Range<Int>, into found: inout [Reading]) {
    var latin: [UInt8] = []
    latin.reserveCapacity(characters.count * 6)
    for index in characters {
      if syllables[index] == 0 { return }
      table.append(syllable: syllables[index], to: &latin)
    }
    found.append(Reading(characters: characters, latin: latin))
  }
}
