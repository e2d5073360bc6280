/// How common characters are in Chinese, Japanese and Korean text.
struct CommonCharacters: Sendable {
  /// The tables, by the code of the language.
  static let all = Dictionary(
    uniqueKeysWithValues: ["zh_CN", "zh_TW", "ja", "ko"].map { ($0, Self($0)) })

  /// The cost of each common character in half bits.
  private var costs: [Unicode.Scalar: Int] = [:]

  private init(_ language: String) {
    for row in LetterData.characters where row.language == language {
      for scalar in row.characters.unicodeScalars { costs[scalar] = 2 * row.cost }
    }
  }

  /// Returns how unlikely a text is, in half bits; ASCII costs nothing.
  func cost(of text: [UInt8]) -> Int {
    var (sum, isAfterLetter, isAfterForeign) = (0, false, false)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let isForeign = !scalar.isASCII
      let isLetter = 0x61...0x7a ~= scalar.value | 0x20
      if isForeign {
        sum += costs[scalar] ?? Self.cost(of: scalar)
      }
      // Within a word, letters and characters are rarely mixed.
      if isForeign && isAfterLetter || isLetter && isAfterForeign { sum += 20 }
      (isAfterLetter, isAfterForeign) = (isLetter, isForeign)
    }
    return sum
  }

  /// Returns the cost of a character that is not common, in half bits.
  private static func cost(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0xfffd: 80
    case 0xe000..<0xf900, 0xf0000...: 60
    case 0x4e00..<0xa000, 0xac00..<0xd7a4: 34
    // Half-width katakana.
    case 0xff61..<0xffa0: 22
    // Kana, and signs and letters as wide as characters.
    case 0x3000..<0x3100, 0xff00..<0xff61: 24
    default: 36
    }
  }
}
