/// The pinyin of Han characters, without tones.
///
/// `Generated/PinyinTableData.swift` holds the data, `TableGenerator` makes it from ICU's
/// "Han-Latin"; ``PinyinWords`` holds what differs in words.
struct PinyinTable: Sendable {
  /// The only one.
  static let standard = PinyinTable()

  private static let characters = UInt32(0x4e00)...0x9fff

  private let syllables: [[UInt8]]
  /// The number of each character's syllable, from 1, or 0.
  private let numbers: [UInt16]
  private let words: [UInt64: (first: [UInt8], second: [UInt8])]

  private init() {
    var reader = VariableLengthReader(base64: PinyinTableData.encoded)
    syllables = reader.bytes(count: reader.number()).split(separator: 0x20).map(Array.init)
    numbers = Self.characters.map { _ in UInt16(reader.number()) }
    var words: [UInt64: (first: [UInt8], second: [UInt8])] = [:]
    for line in PinyinWords.text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count >= 3 else { continue }
      for word in parts.dropLast(2) {
        let scalars = Array(word.unicodeScalars)
        words[Self.pair(scalars[0], scalars[1])] = (
          Array(parts[parts.count - 2].utf8),
          Array(parts[parts.count - 1].utf8)
        )
      }
    }
    self.words = words
  }

  /// The usual syllable of a character; nil for what is not Han or is rare.
  func syllable(of scalar: Unicode.Scalar) -> [UInt8]? {
    guard Self.characters.contains(scalar.value) else { return nil }
    let number = Int(numbers[Int(scalar.value - Self.characters.lowerBound)])
    return number == 0 ? nil : syllables[number - 1]
  }

  /// The syllables of the characters of a run, as the words that they make want it.
  func syllables(of run: [Unicode.Scalar]) -> [[UInt8]?] {
    var list = run.map(syllable(of:))
    for index in run.indices.dropLast() {
      guard let word = words[Self.pair(run[index], run[index + 1])] else { continue }
      list[index] = word.first
      list[index + 1] = word.second
    }
    return list
  }

  private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt64 {
    UInt64(first.value) << 32 | UInt64(second.value)
  }
}
