internal import CharacterEncodings

/// Decodes the text of mails; the declared charset may be missing, unknown or wrong.
enum MailCharset {
  /// Decodes text.
  ///
  /// If the charset is missing or unknown, or if the bytes contradict it, the encoding is recognized.
  ///
  /// - Parameters:
  ///   - bytes: the encoded text.
  ///   - label: the declared charset.
  /// - Returns: valid UTF-8.
  static func decode(_ bytes: consuming [UInt8], label: String?) -> [UInt8] {
    guard let encoding = encoding(label) else { return guess(bytes) }
    if isASCII(bytes.span), isASCIISuperset(encoding) { return bytes }
    return actual(encoding, of: bytes.span).decode(bytes.span)
  }

  /// Returns the declared encoding unless the bytes contradict it.
  private static func actual(
    _ declared: CharacterEncoding, of bytes: Span<UInt8>
  ) -> CharacterEncoding {
    let detected = EncodingDetector.encoding(of: bytes, declared: [declared]) ?? declared
    if declared.name.hasPrefix("UTF-16") {
      // Without a NUL, the bytes are a text in a script without blanks, or not UTF-16 at all.
      return detected.name.hasPrefix("UTF-16")
        || detected == .utf8 && bytes.firstIndex(of: 0) == nil
        ? detected : declared
    }
    if isASCIISuperset(declared) {
      // A few characters with two bytes may be valid UTF-8 by chance.
      if declared.isMultibyte, !isSurelyUTF8(bytes), isValidUTF8(bytes) { return declared }
      return detected
    }
    return declared.name.hasPrefix("ISO-2022") && hasHighBytes(bytes) ? detected : declared
  }

  /// Returns the label for decoding HTML; nil if the HTML itself must declare its encoding.
  static func label(_ declared: String?) -> String? { encoding(declared)?.name }

  /// Whether the text is valid UTF-8 with at least eight characters beyond ASCII.
  ///
  /// Text in another encoding is almost never valid UTF-8, so a different label must be wrong.
  private static func isSurelyUTF8(_ bytes: Span<UInt8>) -> Bool {
    var leads = 0
    for index in bytes.indices where bytes[index] >= 0xc2 {
      leads += 1
      if leads == 8 { return isValidUTF8(bytes) }
    }
    return false
  }

  /// Returns the encoding of a label; nil for a label that does not name a known encoding.
  static func encoding(_ label: String?) -> CharacterEncoding? {
    guard var label = label?.lowercased() else { return nil }
    if CharacterEncoding.isPlaceholder(label) { return nil }
    // The suffix of iso-8859-8-i and the like is only about the direction of writing.
    if label.hasPrefix("iso-8859-"), label.hasSuffix("-i") || label.hasSuffix("-e") {
      label.removeLast(2)
    }
    // Python adds a region to some charsets, such as big5_tw.
    return CharacterEncoding(label: label)
      ?? label.split(separator: "_").first.flatMap { CharacterEncoding(label: String($0)) }
  }

  /// Whether text in an encoding can be split after each line feed byte.
  static func isLineSafe(_ encoding: CharacterEncoding?) -> Bool {
    guard let encoding else { return true }
    return isASCIISuperset(encoding) || encoding.name == "Shift_JIS"
      || encoding.name == "ISO-2022-JP"
  }

  /// Whether bytes below 128 are ASCII in an encoding; then a line feed byte is never half a character.
  private static func isASCIISuperset(_ encoding: CharacterEncoding) -> Bool {
    switch encoding.name {
    case "UTF-8", "macintosh", "GBK", "GB18030", "Big5", "EUC-KR", "EUC-JP": return true
    default:
      let name = encoding.name.lowercased()
      return name.hasPrefix("windows-") || name.hasPrefix("iso-8859-") || name.hasPrefix("koi8-")
    }
  }

  /// Whether all bytes are ASCII, without escape sequences.
  static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x1b { return false }
    return true
  }

  private static func guess(_ bytes: consuming [UInt8]) -> [UInt8] {
    if isASCII(bytes.span), !bytes.contains(0) { return bytes }
    return (EncodingDetector.encoding(of: bytes.span) ?? .windows1252).decode(bytes.span)
  }

  private static func isValidUTF8(_ bytes: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes)) != nil
  }

  private static func hasHighBytes(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 { return true }
    return false
  }
}
