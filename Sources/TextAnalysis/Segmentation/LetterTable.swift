/// What the analyzer does with each byte: the small letter for ASCII letters, the digit for digits.
struct LetterTable {
  /// Stands for what parts words.
  static let separator: UInt8 = 0
  /// Stands for a byte of a longer character.
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

  /// The folded letter or digit, `separator` or `notASCII`.
  @inline(__always)
  subscript(byte: UInt8) -> UInt8 { letters[Int(byte)] }

  /// Whether the byte is a small letter or a digit, which stay as they are.
  @inline(__always)
  func isSame(_ byte: UInt8) -> Bool { letters[Int(byte)] == byte && byte != 0 }

  /// Whether letters and digits are all small letters.
  @inline(__always)
  func areSmall(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    for index in range where text[index] < UInt8(ascii: "a") { return false }
    return true
  }

  /// What an ASCII letter or digit is inside a name.
  static func kind(of byte: UInt8) -> NameParts.Kind {
    byte < UInt8(ascii: "A") ? .digit : byte < UInt8(ascii: "a") ? .upper : .lower
  }
}
