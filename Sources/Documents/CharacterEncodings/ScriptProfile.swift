/// Recognizes scripts with typical bytes in texts that are too short for statistics.
struct ScriptProfile {
  /// In a text with fewer bytes from 0x80 on, statistics do not recognize encodings with two-byte characters.
  private static let shortText = 24
  /// In a text with fewer bytes from 0x80 on, similar alphabets cannot be distinguished.
  private static let tinyText = 8

  private var high = 0
  private var ascii = 0
  /// The number of bytes that are Thai letters in windows-874.
  private var thai = 0
  /// The number of EUC characters, and whether all bytes from 0x80 on form such pairs (0xa1 to 0xfe).
  private var (pairsOfEUC, isEUC) = (0, true)
  /// The number of two-byte characters of Shift_JIS, and whether the text is valid Shift_JIS.
  private var (pairsOfSJIS, isSJIS) = (0, true)
  /// The number of kana and of hangul in EUC, by their first byte; the number of kana in Shift_JIS.
  private var (kana, hangul, kanaOfSJIS) = (0, 0, 0)

  /// Examines text.
  ///
  /// O(bytes).
  init(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      switch bytes[index] {
      case 0x21..<0x7f: ascii += 1
      case 0xa1...0xda, 0xdf...0xfb:
        thai += 1
        high += 1
      case 0x80...: high += 1
      default: break
      }
    }
    countEUC(bytes)
    countSJIS(bytes)
  }

  /// Whether there are too few bytes beyond ASCII to recognize encodings with two bytes a character.
  var isShort: Bool { high < Self.shortText }

  /// Whether there are too few bytes beyond ASCII to distinguish similar alphabets.
  var isTiny: Bool { high < Self.tinyText }

  /// The encoding, if all bytes from 0x80 on are two-byte characters of a typical script; else nil.
  var pairs: CharacterEncoding? {
    guard high > ascii else { return nil }
    if isSJIS, kanaOfSJIS * 4 >= pairsOfSJIS, kanaOfSJIS > 0 {
      return CharacterEncoding(known: "Shift_JIS")
    }
    guard isEUC, pairsOfEUC > 1 else { return nil }
    if kana * 5 >= pairsOfEUC { return CharacterEncoding(known: "EUC-JP") }
    // Hangul has the first bytes 0xb0 to 0xc8; common Chinese characters go on to 0xd7.
    return CharacterEncoding(known: hangul == pairsOfEUC ? "EUC-KR" : "GB18030")
  }

  /// Returns windows-874 if `found` is windows-1252 and the bytes look like Thai; else nil.
  func thai(insteadOf found: CharacterEncoding) -> CharacterEncoding? {
    guard found == .windows1252, !isTiny, high > ascii * 2, thai == high else { return nil }
    return CharacterEncoding(known: "windows-874")
  }

  private mutating func countEUC(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 { continue }
      guard (0xa1...0xfe).contains(byte), index < bytes.count,
        (0xa1...0xfe).contains(bytes[index])
      else { return isEUC = false }
      index += 1
      pairsOfEUC += 1
      if byte == 0xa4 || byte == 0xa5 { kana += 1 }
      if (0xb0...0xc8).contains(byte) { hangul += 1 }
    }
  }

  private mutating func countSJIS(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 || (0xa1...0xdf).contains(byte) { continue }
      guard index < bytes.count, (0x40...0xfc).contains(bytes[index]), bytes[index] != 0x7f else {
        return isSJIS = false
      }
      let second = bytes[index]
      index += 1
      pairsOfSJIS += 1
      if byte == 0x82 && (0x9f...0xf1).contains(second)
        || byte == 0x83 && (0x40...0x96).contains(second)
      {
        kanaOfSJIS += 1
      }
    }
  }
}
