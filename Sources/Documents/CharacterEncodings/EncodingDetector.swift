/// Detects the encoding of a text: byte order mark, UTF-8, UTF-16, escape sequences, declaration, statistics.
public enum EncodingDetector {
  /// A NUL in this number of first bytes means that the bytes are UTF-16, a damaged text or not text.
  private static let probeSize = 8_192
  /// The number of first bytes in which UTF-16 is recognized.
  private static let wideSampleSize = 65_536

  /// Detects the encoding of a text.
  ///
  /// What the text declares decides unless the bytes contradict it.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the text; it may end inside a character.
  ///   - declared: the encodings that are declared elsewhere, the most reliable one first. A declaration that
  ///     plain text usually has about itself, such as that of XML, is found in the text.
  /// - Returns: nil if the bytes are not text.
  public static func encoding(
    of bytes: Span<UInt8>, declared: [CharacterEncoding] = []
  ) -> CharacterEncoding? {
    switch evidence(of: bytes) {
    case .certain(let encoding): return encoding
    case .binary: return nil
    case .letters: break
    }
    let all = declared + [EncodingDeclaration.encoding(in: bytes)].compactMap(\.self)
    if all.isEmpty { return LetterStatistics.encoding(of: bytes) }
    let words = ForeignWords(bytes, size: ForeignWords.smallSize)
    var likely: CharacterEncoding?
    for encoding in all where !contradicts(words, encoding, bytes, &likely) { return encoding }
    return likely ?? LetterStatistics.encoding(of: bytes)
  }

  /// Returns whether bytes are text in any encoding; O(bytes).
  public static func isText(_ bytes: Span<UInt8>) -> Bool {
    if case .binary = evidence(of: bytes) { false } else { true }
  }

  /// What bytes show about their encoding without regard to the letters that they stand for.
  private enum Evidence {
    case certain(CharacterEncoding)
    case binary
    /// Only the letters can show it.
    case letters
  }

  private static func evidence(of bytes: Span<UInt8>) -> Evidence {
    if let encoding = byteOrderMark(bytes) { return .certain(encoding) }
    let census = ByteCensus(bytes)
    if ByteCensus(bytes.extracting(first: probeSize)).nulls > 0 {
      // A few NULs among ASCII and UTF-8 are holes in a text.
      let mayBeWide = census.invalid > 0 || census.isBinary || census.nulls * 8 > bytes.count
      if mayBeWide, let wide = UTF16Detector.encoding(of: bytes.extracting(first: wideSampleSize)) {
        return .certain(wide)
      }
      if !census.isTextWithNulls { return .binary }
    }
    if census.escapes > 0, census.high == 0, let encoding = escaped(bytes) {
      return .certain(encoding)
    }
    if census.isBinary { return .binary }
    // Text with a few invalid bytes, such as a damaged log, is still UTF-8.
    let isUTF8 = census.invalid == 0 || census.invalid * 4 <= census.multibyte
    return isUTF8 ? .certain(.utf8) : .letters
  }

  /// Whether the words of a text are not in a declared encoding: too many bytes are invalid, or letters are much
  /// less likely than in the most likely encoding, which is looked for once.
  private static func contradicts(
    _ words: ForeignWords, _ declared: CharacterEncoding, _ bytes: Span<UInt8>,
    _ likely: inout CharacterEncoding?
  ) -> Bool {
    if declared == .utf8 || declared.name.hasPrefix("UTF-") { return true }
    let text = String(decoding: declared.decode(words.lines.span), as: UTF8.self).unicodeScalars
    let invalid = text.count { $0.value == 0xfffd || (0x80..<0xa0).contains($0.value) }
    let high = words.lines.count { $0 >= 0x80 }
    if invalid * 20 > high + 20 { return true }
    // A few words in another language are no contradiction, and neither are usual letters.
    guard high >= 16, let cost = LetterStatistics.cost(of: words, in: declared),
      cost > usualCost * high
    else { return false }
    let most = likely ?? LetterStatistics.encoding(of: bytes)
    likely = most
    guard most != declared, let lowest = LetterStatistics.cost(of: words, in: most) else {
      return false
    }
    return cost > 2 * lowest + 4 * high
  }

  /// The cost of a letter, in half bits, up to which no other encoding is so much more likely that it contradicts.
  private static let usualCost = 6

  private static func byteOrderMark(_ bytes: Span<UInt8>) -> CharacterEncoding? {
    let start = bytes.extracting(first: 4)
    let mark = start.indices.map { start[$0] }
    if mark.starts(with: [0xef, 0xbb, 0xbf]) { return .utf8 }
    if mark == [0xff, 0xfe, 0, 0] { return CharacterEncoding(known: "UTF-32LE") }
    if mark == [0, 0, 0xfe, 0xff] { return CharacterEncoding(known: "UTF-32BE") }
    if mark.starts(with: [0xff, 0xfe]) { return CharacterEncoding(known: "UTF-16LE") }
    if mark.starts(with: [0xfe, 0xff]) { return CharacterEncoding(known: "UTF-16BE") }
    return nil
  }

  /// Returns the ISO-2022 encoding (RFC 1468, RFC 1557, RFC 1922) whose escape sequence comes first.
  private static func escaped(_ bytes: Span<UInt8>) -> CharacterEncoding? {
    for index in bytes.indices where bytes[index] == 0x1b && index + 2 < bytes.count {
      switch (bytes[index + 1], bytes[index + 2]) {
      case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")),
        (UInt8(ascii: "("), UInt8(ascii: "J")), (UInt8(ascii: "("), UInt8(ascii: "I")):
        return CharacterEncoding(known: "ISO-2022-JP")
      case (UInt8(ascii: "$"), UInt8(ascii: ")")) where index + 3 < bytes.count:
        let isKorean = bytes[index + 3] == UInt8(ascii: "C")
        return CharacterEncoding(known: isKorean ? "ISO-2022-KR" : "ISO-2022-CN")
      default: continue
      }
    }
    return nil
  }
}
