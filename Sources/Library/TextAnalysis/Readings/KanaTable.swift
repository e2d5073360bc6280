/// Writes kana in Latin letters, in Hepburn romanization.
struct KanaTable: Sendable {
  /// The shared table.
  static let shared = KanaTable()

  /// The syllables of U+30A1 to U+30FA; small kana have the syllable of the full-size kana.
  private static let syllables = """
    a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji \
    - tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me \
    mo ya ya yu yu yo yo ra ri ru re ro wa wa i e o n vu ka ke va vi ve vo
    """
  private static let katakana = UInt32(0x30a1)...0x30fa
  private static let vowels = Set("aiueo".utf8)

  private let letters: [[UInt8]] = Self.syllables.utf8.split(separator: 0x20).map(Array.init)

  /// Whether the code point is a kana or the long vowel mark.
  static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    katakana.contains(katakana(of: scalar)) || scalar == "ー"
  }

  /// Whether the code point is a hiragana.
  static func isHiragana(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x3096).contains(scalar.value)
  }

  /// Returns the spellings of kana in Latin letters: letter by letter (`toukyou`) and, if different, with
  /// long vowels shortened (`tokyo`).
  ///
  /// - Returns: The spellings; empty if the text contains anything but kana.
  func spellings(of kana: some Sequence<Unicode.Scalar>) -> [[UInt8]] {
    guard let spelled = spelling(of: kana), !spelled.isEmpty else { return [] }
    var short: [UInt8] = []
    for letter in spelled {
      let isLong = letter == short.last && letter == UInt8(ascii: "u")
      let isLongO =
        short.last == UInt8(ascii: "o")
        && (letter == UInt8(ascii: "u") || letter == UInt8(ascii: "o"))
      if !isLong && !isLongO { short.append(letter) }
    }
    return short == spelled ? [spelled] : [spelled, short]
  }

  private func spelling(of kana: some Sequence<Unicode.Scalar>) -> [UInt8]? {
    var text: [UInt8] = []
    var doublesNext = false
    for scalar in kana {
      let value = Self.katakana(of: scalar)
      if scalar == "ー" || scalar == "\u{30fb}" { continue }
      guard Self.katakana.contains(value) else { return nil }
      let letters = letters[Int(value - Self.katakana.lowerBound)]
      switch value {
      case 0x30c3:
        doublesNext = true
        continue
      case 0x30e3, 0x30e5, 0x30e7: Self.append(glide: letters, to: &text)
      case 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9: Self.append(smallVowel: letters, to: &text)
      default:
        if doublesNext, let first = letters.first, !Self.vowels.contains(first) {
          text.append(first == UInt8(ascii: "c") ? UInt8(ascii: "t") : first)
        }
        text += letters
      }
      doublesNext = false
    }
    return text
  }

  /// Appends a small ya, yu or yo: キャ is kya, シャ is sha.
  private static func append(glide: [UInt8], to text: inout [UInt8]) {
    guard let vowel = text.last, vowels.contains(vowel), text.count > 1 else {
      text += glide
      return
    }
    text.removeLast()
    let needsNoY = text.last == UInt8(ascii: "j") || endsInShOrCh(text)
    text += needsNoY ? glide.dropFirst() : glide[...]
  }

  /// Appends a small vowel: ファ is fa, ウィ is wi, クァ is kwa.
  private static func append(smallVowel: [UInt8], to text: inout [UInt8]) {
    guard let vowel = text.last, vowels.contains(vowel), vowel != smallVowel[0] else {
      text += smallVowel
      return
    }
    text.removeLast()
    let before = text.last
    let isAlone = before == nil || before.map(vowels.contains) == true
    if isAlone { text.append(vowel == UInt8(ascii: "i") ? UInt8(ascii: "y") : UInt8(ascii: "w")) }
    if vowel == UInt8(ascii: "u"), before == UInt8(ascii: "k") || before == UInt8(ascii: "g") {
      text.append(UInt8(ascii: "w"))
    }
    text += smallVowel
  }

  private static func endsInShOrCh(_ text: [UInt8]) -> Bool {
    text.suffix(2) == Array("sh".utf8)[...] || text.suffix(2) == Array("ch".utf8)[...]
  }

  /// Returns the katakana for a hiragana; returns other code points unchanged.
  private static func katakana(of scalar: Unicode.Scalar) -> UInt32 {
    isHiragana(scalar) ? scalar.value + 0x60 : scalar.value
  }
}
