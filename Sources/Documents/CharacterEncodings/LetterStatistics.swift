/// Compares encodings by how likely the letters are that the bytes stand for.
enum LetterStatistics {
  private static let invalid = 40
  /// How many bits less a common character costs than other characters of its row.
  private static let commonBonus = 5

  /// Returns how unlikely the bytes are in an encoding, about in bits; ASCII costs nothing.
  ///
  /// Pass false as `hasFrames` for names: frames and lines then cost more, because names contain none.
  static func cost(
    of bytes: Span<UInt8>, in encoding: CharacterEncoding, hasFrames: Bool = true
  ) -> Int {
    if let page = CodePages.page(encoding) { return page.cost(of: bytes, hasFrames: hasFrames) }
    guard encoding.isMultibyte else { return 0 }
    var (sum, index) = (0, 0)
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      if lead < 0x80 { continue }
      if encoding.name == "Shift_JIS", (0xa1...0xdf).contains(lead) {
        sum += 11
        continue
      }
      guard index < bytes.count, bytes[index] >= 0x40, bytes[index] != 0x7f,
        let cost = pairCost(lead, bytes[index], encoding.name)
      else {
        sum += invalid
        continue
      }
      sum += cost
      index += 1
    }
    for scalar in String(decoding: encoding.decode(bytes), as: UTF8.self).unicodeScalars {
      if scalar.value == 0xfffd { sum += invalid }
      if scalar.value >= 0x80, CommonCharacters.all.contains(scalar) { sum -= commonBonus }
    }
    return max(0, sum)
  }

  /// Returns the cost of a two-byte character, lower in rows of common characters; nil if it is invalid.
  private static func pairCost(_ lead: UInt8, _ trail: UInt8, _ name: String) -> Int? {
    let isPlain = trail >= 0xa1
    return switch (name, lead) {
    case ("Shift_JIS", 0x82), ("Shift_JIS", 0x83): 6
    case ("Shift_JIS", 0x81): 8
    case ("Shift_JIS", 0x88...0x97): 10
    case ("Shift_JIS", 0x84...0x9f), ("Shift_JIS", 0xe0...0xfc): 15
    case ("EUC-JP", 0xa4), ("EUC-JP", 0xa5): isPlain ? 6 : nil
    case ("EUC-JP", 0xa1): isPlain ? 8 : nil
    case ("EUC-JP", 0xb0...0xcf): isPlain ? 10 : nil
    case ("EUC-JP", 0xa2...0xfe): isPlain ? 15 : nil
    case ("EUC-KR", 0xb0...0xc8): isPlain ? 10 : 16
    case ("EUC-KR", 0xa1...0xaf): isPlain ? 10 : 16
    case ("EUC-KR", 0x81...0xfe): 16
    case ("GB18030", 0xb0...0xd7): isPlain ? 10 : 17
    case ("GB18030", 0xa1...0xa9): isPlain ? 9 : 17
    case ("GB18030", 0xd8...0xf7): isPlain ? 14 : 17
    case ("GB18030", 0x81...0xfe): 17
    case ("Big5", 0xa4...0xc6): 10
    case ("Big5", 0xa1...0xa3): 9
    case ("Big5", 0xc9...0xf9): 15
    default: nil
    }
  }
}
