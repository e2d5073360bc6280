/// The name of an element or attribute in lower case, packed into a number.
///
/// Six bits a character; names that are longer than ten characters, or that contain other
/// characters than letters, digits, hyphens and colons, are all the same ``unknown`` name.
struct HTMLName: Equatable, Sendable {
  static let unknown = Self(code: .max)
  private static let maximumLength = 10

  private(set) var code: UInt64

  private init(code: UInt64) {
    self.code = code
  }

  /// Packs a name of the tables of this reader.
  init(_ name: String) {
    let bytes = Array(name.utf8)
    self.init(bytes.span, 0..<bytes.count)
  }

  /// Packs the name at a range.
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
