import CharacterEncodings

/// A code page of Windows, by its number.
///
/// Code pages of single bytes become tables, because documents change between them every few
/// words. ``CharacterEncoding`` decodes the others and fills the tables.
struct CodePage {
  static let windows1252 = CodePage(1252)
  static let utf16 = CodePage(1200)

  let number: Int
  private let encoding: CharacterEncoding?
  /// The characters 0x80 to 0xff of a code page of single bytes.
  private let upperHalf: [UInt16]

  /// Finds a code page; an unknown one is read as Windows-1252.
  init(_ number: Int) {
    self.number = number
    encoding = Self.label(of: number).flatMap { CharacterEncoding(label: $0) }
    upperHalf = (Self.isSingleByte(number) ? encoding : nil).map(Self.upperHalf) ?? []
  }

  /// The name of the encoding by IANA, if it is known.
  var name: String? {
    switch number {
    case 1200: "utf-16le"
    case 1252: "windows-1252"
    case 65001: "utf-8"
    default: Self.label(of: number)
    }
  }

  /// Appends decoded text: valid UTF-8, with no-break spaces as plain spaces.
  func decode(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    if number == 1200 { return Self.decodeUTF16(bytes, into: &text) }
    if number == 65001 {
      let copy = bytes.indices.map { bytes[$0] }
      text.append(contentsOf: String(decoding: copy, as: UTF8.self).utf8)
    } else if !upperHalf.isEmpty {
      Self.decode(bytes, with: upperHalf, into: &text)
    } else if let encoding, !Self.isASCII(bytes) {
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

  /// Returns whether text is ASCII, without the escape sequences of ISO-2022.
  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    bytes.indices.allSatisfy { bytes[$0] < 0x80 && bytes[$0] != 0x1b }
  }

  /// Appends text of Windows-1252.
  ///
  /// Latin-1 may be given, too: the controls in which it differs occur in no text.
  static func decodeWindows1252(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    decode(bytes, with: windows1252UpperHalf, into: &text)
  }

  /// Appends text of single bytes.
  private static func decode(
    _ bytes: Span<UInt8>, with upperHalf: [UInt16], into text: inout [UInt8]
  ) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 { text.append(byte) } else { append(upperHalf[Int(byte & 0x7f)], to: &text) }
    }
  }

  /// Returns the characters 0x80 to 0xff, or nothing if they are not one each.
  private static func upperHalf(_ encoding: CharacterEncoding) -> [UInt16] {
    let bytes = (0x80...0xff).map { UInt8($0) }
    let units = Array(String(decoding: encoding.decode(bytes.span), as: UTF8.self).utf16)
    return units.count == bytes.count ? units : []
  }

  /// Appends text of UTF-16, little endian; lone surrogates become U+FFFD.
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

  /// Appends the character of a code unit; a surrogate becomes U+FFFD, U+00A0 a space.
  static func append(_ unit: UInt16, to text: inout [UInt8]) {
    switch unit {
    case ..<0x80: text.append(UInt8(truncatingIfNeeded: unit))
    case 0xa0: text.append(0x20)
    case ..<0x800:
      text.append(0xc0 | UInt8(truncatingIfNeeded: unit >> 6))
      text.append(0x80 | UInt8(truncatingIfNeeded: unit & 0x3f))
    case 0xd800..<0xe000: append(0xfffd, to: &text)
    default:
      text.append(0xe0 | UInt8(truncatingIfNeeded: unit >> 12))
      text.append(0x80 | UInt8(truncatingIfNeeded: unit >> 6 & 0x3f))
      text.append(0x80 | UInt8(truncatingIfNeeded: unit & 0x3f))
    }
  }

  /// Appends the character of a pair of surrogates.
  static func append(high: UInt16, low: UInt16, to text: inout [UInt8]) {
    let scalar = 0x10000 + (UInt32(high & 0x3ff) << 10 | UInt32(low & 0x3ff))
    text.append(0xf0 | UInt8(truncatingIfNeeded: scalar >> 18))
    text.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3f))
    text.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3f))
    text.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3f))
  }

  /// The characters 0x80 to 0xff of Windows-1252.
  ///
  /// Source: <https://encoding.spec.whatwg.org/index-windows-1252.txt>.
  private static let windows1252UpperHalf: [UInt16] =
    [
      0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
      0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
      0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
      0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
    ] + (0x00a0...0x00ff).map { UInt16($0) }

  private static func isSingleByte(_ number: Int) -> Bool {
    switch number {
    case 932, 936, 949, 950, 1361, 50220...54936: false
    default: true
    }
  }

  /// Returns the label of a code page that is not decoded here.
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
    case 10007: "x-mac-cyrillic"
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
  /// Adds decoded text.
  ///
  /// An array as parameter may be a neighbour of the buffer in one value; a span of it may not.
  mutating func append(decoded text: [UInt8]) {
    append(text.span)
  }
}
