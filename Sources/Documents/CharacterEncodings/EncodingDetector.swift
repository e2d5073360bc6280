/// Detects the encoding of plain text: byte order mark, UTF-8, UTF-16, escape sequences, statistics.
public enum EncodingDetector {
  /// Statistics examine at most this number of bytes.
  private static let sampleSize = 65_536
  /// A NUL in this number of first bytes means that the bytes are UTF-16 or not text.
  private static let probeSize = 8_192

  /// Detects the encoding of a text.
  ///
  /// O(bytes).
  ///
  /// - Parameter bytes: the text; it may end inside a character.
  /// - Returns: nil if the bytes are not text.
  public static func encoding(of bytes: Span<UInt8>) -> CharacterEncoding? {
    if let encoding = byteOrderMark(bytes) { return encoding }
    let census = ByteCensus(bytes)
    if ByteCensus(bytes.extracting(first: probeSize)).nulls > 0 {
      return UTF16Detector.encoding(of: bytes.extracting(first: sampleSize))
    }
    if census.isBinary { return nil }
    if census.escapes > 0, census.high == 0 { return escaped(bytes) ?? .utf8 }
    // Text with a few invalid bytes, such as a damaged log, is still UTF-8.
    if census.invalid == 0 || census.invalid * 4 <= census.multibyte { return .utf8 }
    return statistical(bytes)
  }

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

  /// Detects the encoding by statistics of the lines that are not ASCII.
  private static func statistical(_ bytes: Span<UInt8>) -> CharacterEncoding {
    let lines = linesBeyondASCII(bytes)
    let found = statistical(lines)
    return CodePages.encoding(of: lines.span, insteadOf: found) ?? found
  }

  private static func statistical(_ lines: [UInt8]) -> CharacterEncoding {
    let profile = ScriptProfile(lines.span)
    let found = Statistics.encoding(of: lines)
    if let found, found.isMultibyte { return found }
    if profile.isShort, let encoding = profile.pairs { return encoding }
    // A few letters are not enough to distinguish Western from Central European text.
    if let found, !profile.isTiny || found.isDistinct {
      return profile.thai(insteadOf: found) ?? found
    }
    return profile.thai(insteadOf: .windows1252) ?? .windows1252
  }

  /// Returns the first lines that contain bytes from 0x80 on.
  private static func linesBeyondASCII(_ bytes: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    var (start, isWanted) = (0, false)
    for index in bytes.indices {
      isWanted = isWanted || bytes[index] >= 0x80
      guard bytes[index] == 0x0a || index == bytes.count - 1 else { continue }
      if isWanted {
        for offset in start...min(index, start + sampleSize) { lines.append(bytes[offset]) }
        if lines.count > sampleSize { break }
      }
      (start, isWanted) = (index + 1, false)
    }
    return lines
  }
}
