/// The folded form of each byte: a lowercase letter for an ASCII letter, a digit for a digit.
struct LetterTable {
  /// The entry of bytes that separate words.
  static let separator: UInt8 = 0
  /// The entry of bytes that are not ASCII.
  static let notASCII: UInt8 = 1

  private let letters: InlineArray<256, UInt8>

  init() {
    letters = InlineArray { index in
      let byte = UInt8(index)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        return byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte + 0x20
      case 0x80...: return Self.notASCII
      default: return Self.separator
      }
    }
  }

  /// The folded letter or digit; else `separator` or `notASCII`.
  @inline(__always)
  subscript(byte: UInt8) -> UInt8 { letters[Int(byte)] }

  /// The kind of an ASCII letter or digit in a name.
  static func kind(of byte: UInt8) -> NameParts.Kind {
    byte < UInt8(ascii: "A") ? .digit : byte < UInt8(ascii: "a") ? .upper : .lower
  }
}
