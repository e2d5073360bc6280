internal import _FoundationICU

/// Detects encodings by ICU's statistics of byte sequences.
///
/// Source: https://unicode-org.github.io/icu/userguide/conversion/detection.html
enum Statistics {
  /// A result with a lower confidence (of 100) is not used.
  private static let minimumConfidence: Int32 = 15

  /// Finds the most likely encoding; nil if none is likely, or if over 1% of the bytes are invalid in it.
  static func encoding(of bytes: [UInt8]) -> CharacterEncoding? {
    var status = U_ZERO_ERROR
    guard let detector = unsafe swift_ucsdet_open(&status), status.rawValue <= 0 else { return nil }
    defer { unsafe swift_ucsdet_close(detector) }
    let encoding: CharacterEncoding? = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      unsafe swift_ucsdet_setText(detector, start, Int32(truncatingIfNeeded: bytes.count), &status)
      guard let match = unsafe swift_ucsdet_detect(detector, &status), status.rawValue <= 0,
        unsafe swift_ucsdet_getConfidence(match, &status) >= minimumConfidence,
        let name = unsafe swift_ucsdet_getName(match, &status)
      else { return nil }
      return unsafe CharacterEncoding(label: String(cString: name))
    }
    guard let encoding, encoding != .utf8 else { return nil }
    let text = encoding.decode(bytes.span)
    let invalid = text.indices.count {
      text[$0] == 0xef && text[$0...].starts(with: [0xef, 0xbf, 0xbd])
    }
    return invalid * 100 <= bytes.count ? encoding : nil
  }
}

extension CharacterEncoding {
  /// Whether characters beyond ASCII have two or more bytes.
  var isMultibyte: Bool {
    ["Shift_JIS", "EUC-JP", "EUC-KR", "GB18030", "Big5"].contains(name)
  }

  /// Whether the encoding has other letters than Western encodings at the same byte values.
  var isDistinct: Bool {
    !["ISO-8859-2", "windows-1250", "windows-1254", "windows-1252"].contains(name)
  }
}
