/// Reads the Han characters of a run as Mandarin.
struct PinyinReader {
  /// Longer words are not read as one.
  private static let longestWord = 8
  /// Two neighbouring words are read as one up to this length, because the dictionary cuts finely:
  /// 文件 and 夹, 北京 and 大学.
  private static let longestJoinedWords = 4

  private let table = PinyinTable.standard
  private var syllables: [UInt16] = []

  /// Adds the readings of pairs, of words, and of a character that stands alone.
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
