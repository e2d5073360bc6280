/// Eight bytes in one integer, compared at once; the first byte is in the lowest bits.
///
/// Source: <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>
struct EightBytes {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  @inline(__always)
  init(repeating byte: UInt8) { bits = Self.lowBits &* UInt64(byte) }

  /// Marks bytes that equal the pattern's byte at the same offset; only the first mark is reliable.
  @inline(__always)
  func marks(of pattern: Self) -> UInt64 {
    let difference = bits ^ pattern.bits
    return (difference &- Self.lowBits) & ~difference & Self.highBits
  }

  /// Returns the offset of the first marked byte.
  @inline(__always)
  static func firstOffset(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// How many of the bytes can be copied as text that needs no collapsing: words with single spaces.
  ///
  /// The byte before the first byte must not be a blank.
  ///
  /// - Returns: 8; 7 if the last byte is a space; 0 if there are other blanks or successive spaces.
  @inline(__always)
  var wordsWithSingleSpaces: Int {
    let blank = Self.lowBits &* 0x20
    let controls = (bits &- blank) & ~bits & Self.highBits
    let difference = bits ^ blank
    // In this computation all marks are reliable.
    let spaces = ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits
    if controls | (spaces & (spaces << 8)) != 0 { return 0 }
    return spaces >> 63 == 0 ? 8 : 7
  }
}
