/// The name of an element or attribute in lower case, packed into an integer.
///
/// Six bits a character. A name of more than ten characters, or with characters other than letters, digits,
/// hyphens and colons, becomes ``unknown``.
struct HTMLName: Equatable, Sendable {
  static let unknown = Self(code: .max)
  private static let maximumLength = 10

  // Names of elements and attributes that contain metadata.
  static let alternative = Self("alt")
  static let charset = Self("charset")
  static let content = Self("content")
  static let httpEquivalent = Self("http-equiv")
  static let itemProperty = Self("itemprop")
  static let language = Self("lang")
  static let meta = Self("meta")
  static let name = Self("name")
  static let namespace = Self("xmlns")
  static let property = Self("property")
  static let xmlLanguage = Self("xml:lang")

  private(set) var code: UInt64

  private init(code: UInt64) {
    self.code = code
  }

  /// Packs a name that the source code spells out.
  init(_ name: String) {
    let bytes = Array(name.utf8)
    self.init(bytes.span, 0..<bytes.count)
  }

  /// Packs the name in a range of the document.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    code = 0
    if range.count > Self.maximumLength { code = .max }
    if code == .max { return }
    for index in range {
      guard let digit = Self.digit(bytes[index]) else {
        code = .max
        return
      }
      code = code << 6 | digit
    }
  }

  /// Packs the tag name at a position, and moves the position to its end.
  @inline(__always)
  init(tagAt position: inout Int, _ bytes: Span<UInt8>) {
    let start = position
    var code: UInt64 = 0
    while position < bytes.count, let digit = Self.digit(bytes[position]) {
      code = code << 6 | digit
      position += 1
    }
    if position - start > Self.maximumLength { code = .max }
    while position < bytes.count, !HTMLSyntax.endsName(bytes[position]) {
      code = .max
      position += 1
    }
    self.init(code: code)
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt64? {
    let letter = (byte | 0x20) &- 0x60
    if letter >= 1, letter <= 26, byte >= 0x41 { return UInt64(letter) }
    switch byte {
    case 0x30...0x39: return UInt64(byte - 0x30) + 27
    case UInt8(ascii: "-"): return 37
    case UInt8(ascii: ":"): return 38
    default: return nil
    }
  }
}
