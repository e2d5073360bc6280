import CharacterEncodings

/// A Windows code page, identified by its number.
///
/// Single-byte code pages are tables, because documents change the code page every few words.
/// ``CharacterEncoding`` fills these tables, and decodes all other code pages.
struct CodePage {
  static let windows1252 = CodePage(1252)
  static let utf16 = CodePage(1200)

  let number: Int
  let encoding: CharacterEncoding?
  /// The characters 0x80 to 0xff of a single-byte code page; empty for other code pages.
  private let upperHalf: [UInt16]

  /// Finds a code page; an unknown code page is decoded as Windows-1252.
  init(_ number: Int) {
    self.number = number
    encoding = Self.label(of: number).flatMap { CharacterEncoding(label: $0) }
    upperHalf = (Self.isSingleByte(number) ? encoding : nil).map(Self.upperHalf) ?? []
  }

  /// The code page of an encoding, without a number.
  init(_ encoding: CharacterEncoding) {
    number = 0
    self.encoding = encoding
    upperHalf = Self.upperHalf(encoding)
  }

  /// The IANA name of the encoding; nil if unknown.
  var name: String? {
    switch number {
    case 1200: "utf-16le"
    case 1252: "windows-1252"
    case 65001: "utf-8"
    default: Self.label(of: number)
    }
  }

  /// Appends decoded text: valid UTF-8; no-break spaces become plain spaces where tables decode.
  func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    if number == 1200 { return Self.decodeUTF16(bytes, into: &text) }
    if number == 65001 {
      text.append(contentsOf: bytes.string.utf8)
    } else if !upperHalf.isEmpty {
      Self.decode(bytes, with: upperHalf, into: &text)
    } else if let encoding, !MailCharset.isASCII(bytes) {
      text.append(contentsOf: encoding.decode(bytes))
    } else {
      Self.decodeWindows1252(bytes, into: &text)
    }
  }

  /// Appends decoded text.
  func decode(_ bytes: [UInt8], into text: inout [UInt8]) {
    decode(bytes.span, into: &text)
  }

  /// Returns decoded text.
  func decode(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    decode(bytes, into: &text)
    return text
  }

  /// Appends text in Windows-1252.
  ///
  /// Also decodes Latin-1: its control characters, the only difference, do not occur in text.
  static func decodeWindows1252(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    decode(bytes, with: windows1252UpperHalf, into: &text)
  }

  /// Appends text: UTF-16 if `isWide`, else Windows-1252.
  static func decode(_ bytes: Span<UInt8>, isWide: Bool, into text: inout [UInt8]) {
    if isWide { decodeUTF16(bytes, into: &text) } else { decodeWindows1252(bytes, into: &text) }
  }

  /// Appends text in a single-byte code page.
  private static func decode(
    _ bytes: Span<UInt8>, with upperHalf: [UInt16], into text: inout [UInt8]
  ) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 { text.append(byte) } else { append(upperHalf[Int(byte & 0x7f)], to: &text) }
    }
  }

  /// Returns the characters 0x80 to 0xff; empty unless each byte is exactly one UTF-16 code unit.
  private static func upperHalf(_ encoding: CharacterEncoding) -> [UInt16] {
    let bytes = (0x80...0xff).map { UInt8($0) }
    let units = Array(String(decoding: encoding.decode(bytes.span), as: UTF8.self).utf16)
    return units.count == bytes.count ? units : []
  }

  /// Appends UTF-16 text in little-endian order; an unpaired surrogate becomes U+FFFD.
  static func decodeUTF16(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    var index = 0
    while index < bytes.count - 1 {
      let unit = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
      index += 2
      if unit < 0x80 {
        text.append(UInt8(truncatingIfNeeded: unit))
      } else if unit & 0xfc00 == 0xd800, let next = bytes.word(at: index), next & 0xfc00 == 0xdc00 {
        index += 2
        append(high: unit, low: UInt16(next), to: &text)
      } else {
        append(unit, to: &text)
      }
    }
  }

  /// Appends the character of a UTF-16 code unit; a surrogate becomes U+FFFD, U+00A0 a space.
  static func append(_ unit: UInt16, to text: inout [UInt8]) {
    text.appendScalar(unit == 0xa0 ? 0x20 : UInt32(unit))
  }

  /// Appends the character of a surrogate pair.
  static func append(high: UInt16, low: UInt16, to text: inout [UInt8]) {
    text.appendScalar(0x10000 + (UInt32(high & 0x3ff) << 10 | UInt32(low & 0x3ff)))
  }

  /// The characters 0x80 to 0xff of Windows-1252.
  private static let windows1252UpperHalf =
    SourceText.windows1252Controls.map { UInt16($0) } + (0x00a0...0x00ff).map { UInt16($0) }

  private static func isSingleByte(_ number: Int) -> Bool {
    switch number {
    case 932, 936, 949, 950, 1361, 50220...54936: false
    default: true
    }
  }

  /// Returns the label of the encoding for ``CharacterEncoding``; nil for other code pages.
  ///
  /// Source: <https://learn.microsoft.com/windows/win32/intl/code-page-identifiers>.
  private static func label(of number: Int) -> String? {
    switch number {
    case 437, 720, 737, 775, 850, 852, 855, 857, 858, 860...866, 869: "IBM\(number)"
    case 874, 1250, 1251, 1253...1258: "windows-\(number)"
    case 932: "Shift_JIS"
    case 936: "GBK"
    case 949, 51949: "EUC-KR"
    case 950: "Big5"
    case 1361: "Johab"
    case 10000, 32768: "macintosh"
    case 10006: "x-mac-greek"
    case 10007: "x-mac-cyrillic"
    case 10029: "x-mac-ce"
    case 10081: "x-mac-turkish"
    case 20866: "KOI8-R"
    case 21866: "KOI8-U"
    case 28592...28599, 28603, 28605: "ISO-8859-\(number - 28590)"
    case 50220...50222: "ISO-2022-JP"
    case 51932: "EUC-JP"
    case 51936: "GB2312"
    case 54936: "GB18030"
    default: nil
    }
  }
}

extension TextBuffer {
  /// Appends decoded text.
  ///
  /// Takes an array, because a span of a property beside this buffer would overlap the mutation.
  mutating func append(decoded text: [UInt8]) {
    append(text.span)
  }
}
