/// Eight successive bytes of a text, for loops in which only a few kinds of bytes matter.
///
/// The result of a test is an integer: the high bit of each byte says whether the byte meets the test. The
/// first byte of the text is the lowest byte.
struct ByteBlock {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  let bytes: UInt64

  /// Reads the bytes at an offset; all eight must be in the text.
  @inline(__always)
  init(_ text: Span<UInt8>, at offset: Int) {
    bytes = unsafe text.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: UInt64.self
    ).littleEndian
  }

  /// The ASCII bytes from `first` to `last`.
  @inline(__always)
  func bytes(from first: UInt64, to last: UInt64) -> UInt64 {
    Self.ranges(of: bytes & ~Self.highBits, from: first, to: last) & ~bytes & Self.highBits
  }

  /// The bytes that are ASCII letters.
  @inline(__always)
  var letters: UInt64 {
    let lower = bytes & ~Self.highBits | 0x20 * Self.ones
    return Self.ranges(of: lower, from: 0x61, to: 0x7a) & ~bytes & Self.highBits
  }

  /// The bytes that are digits.
  @inline(__always)
  var digits: UInt64 { bytes(from: 0x30, to: 0x39) }

  /// Marks bytes from `first` to `last`: adding sets a byte's high bit from a limit on, with no carry.
  @inline(__always)
  private static func ranges(of low: UInt64, from first: UInt64, to last: UInt64) -> UInt64 {
    (low &+ (0x80 - first) * ones) & ~(low &+ (0x7f - last) * ones)
  }
}
