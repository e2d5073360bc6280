/// The pinyin of Han characters, without tones.
///
/// `TableGenerator` makes `Generated/PinyinTableData.swift` from ICU's "Han-Latin". ``PinyinWords``
/// has the words with other readings.
struct PinyinTable: Sendable {
  /// The shared table.
  static let shared = PinyinTable()

  private static let characters = UInt32(0x4e00)...0x9fff

  /// The syllables, numbered from 1 on.
  private let syllables: [[UInt8]]
  /// For each character, the number of its most common syllable; 0 for none.
  private let numbers: [UInt16]
  private let words: [UInt64: (first: UInt16, second: UInt16)]

  private init() {
    var reader = VariableLengthReader(base64: PinyinTableData.encoded)
    let text = reader.readBytes(count: reader.readNumber())
    let syllables = text.split(separator: 0x20).map(Array.init)
    self.syllables = syllables
    numbers = Self.characters.map { _ in UInt16(reader.readNumber()) }
    words = Self.readWords(syllables: syllables)
  }

  private static func readWords(
    syllables: [[UInt8]]
  ) -> [UInt64: (first: UInt16, second: UInt16)] {
    var words: [UInt64: (first: UInt16, second: UInt16)] = [:]
    for line in PinyinWords.text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let first = syllables.firstIndex(of: Array(parts[parts.count - 2].utf8)),
        let second = syllables.firstIndex(of: Array(parts[parts.count - 1].utf8))
      else { continue }
      for word in parts.dropLast(2) {
        let scalars = Array(word.unicodeScalars)
        words[pair(scalars[0], scalars[1])] = (UInt16(first + 1), UInt16(second + 1))
      }
    }
    return words
  }

  /// Sets `list` to the syllable number of each character, corrected for words of two characters.
  ///
  /// The number is 0 if the code point is rare or is not Han.
  func findSyllables(of run: [Unicode.Scalar], into list: inout [UInt16]) {
    list.removeAll(keepingCapacity: true)
    for scalar in run {
      let isKnown = Self.characters.contains(scalar.value)
      list.append(isKnown ? numbers[Int(scalar.value - Self.characters.lowerBound)] : 0)
    }
    for index in run.indices.dropLast() where list[index] != 0 && list[index + 1] != 0 {
      guard let word = words[Self.pair(run[index], run[index + 1])] else { continue }
      list[index] = word.first
      list[index + 1] = word.second
    }
  }

  /// Appends a syllable by its number.
  func append(syllable number: UInt16, to text: inout [UInt8]) {
    text += syllables[Int(number) - 1]
  }

  private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt64 {
    UInt64(first.value) << 32 | UInt64(second.value)
  }
}
