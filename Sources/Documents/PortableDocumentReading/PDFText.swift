/// Decodes text strings of PDF: UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding.
///
/// Source: ISO 32000-2, 7.9.2.2.
enum PDFText {
  /// Returns a text without control characters other than line ends.
  static func decode(_ bytes: [UInt8]) -> String {
    let text: String
    if bytes.starts(with: [0xfe, 0xff]) {
      text = utf16(bytes.dropFirst(2), isBigEndian: true)
    } else if bytes.starts(with: [0xff, 0xfe]) {
      text = utf16(bytes.dropFirst(2), isBigEndian: false)
    } else if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
    } else {
      var scalars = String.UnicodeScalarView()
      for byte in bytes {
        let code = (0x80...0x9f).contains(byte) ? upperHalf[Int(byte & 0x1f)] : UInt16(byte)
        if let scalar = Unicode.Scalar(code == 0xa0 ? 0x20ac : code) { scalars.append(scalar) }
      }
      text = String(scalars)
    }
    return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }).trimmed
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The characters 0x80 to 0x9f of PDFDocEncoding.
  private static let upperHalf: [UInt16] = [
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203a, 0x2212,
    0x2030, 0x201e, 0x201c, 0x201d, 0x2018, 0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x0141,
    0x0152, 0x0160, 0x0178, 0x017d, 0x0131, 0x0142, 0x0153, 0x0161, 0x017e, 0xfffd,
  ]
}

extension String {
  /// The text without NULs, and without blanks at both ends.
  fileprivate var trimmed: String {
    let rest = filter { $0 != "\0" }.drop(while: \.isWhitespace)
    return String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }
}
