/// Recognizes scripts whose bytes are distinct, where a text is too short for statistics.
struct ScriptProfile {
  /// In a text with fewer bytes beyond ASCII, statistics do not recognize encodings with two bytes a
  /// character.
  private static let shortText = 24
  /// With fewer bytes beyond ASCII, a text does not distinguish similar alphabets.
  private static let tinyText = 8

  private var high = 0
  private var ascii = 0
  /// Bytes that windows-874 gives to Thai letters.
  private var thai = 0
  /// Pairs of EUC: both bytes are from 0xa1 to 0xfe.
  private var (pairsOfEUC, isEUC) = (0, true)
  /// Pairs of Shift_JIS.
  private var (pairsOfSJIS, isSJIS) = (0, true)
  /// First bytes of kana, of hangul, and of others in EUC; kana in Shift_JIS.
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

  /// The encoding in which all bytes beyond ASCII are pairs of a typical script; nil if there is none.
  var pairs: CharacterEncoding? {
    guard high > ascii else { return nil }
    if isSJIS, kanaOfSJIS * 4 >= pairsOfSJIS, kanaOfSJIS > 0 {
      return CharacterEncoding(known: "Shift_JIS")
    }
    guard isEUC, pairsOfEUC > 1 else { return nil }
    if kana * 5 >= pairsOfEUC { return CharacterEncoding(known: "EUC-JP") }
    // Hangul has the first bytes 0xb0 to 0xc8; hanzi in common use go on to 0xd7.
    return CharacterEncoding(known: hangul == pairsOfEUC ? "EUC-KR" : "GB18030")
  }

  /// windows-874 in place of an encoding of Western text, if the bytes are Thai.
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
