/// Eight bytes that are compared at once, the first one in the lowest bits.
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

  /// The marks of the bytes that equal the pattern's bytes; only the first mark is reliable.
  @inline(__always)
  func marks(of pattern: Self) -> UInt64 {
    let difference = bits ^ pattern.bits
    return (difference &- Self.lowBits) & ~difference & Self.highBits
  }

  /// The offset of the first byte that is marked.
  @inline(__always)
  static func firstOffset(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// How many of the bytes are words with single spaces between them; bytes after these are not
  /// read.
  ///
  /// The byte before the first one must be no blank.
  ///
  /// - Returns: 8, 7 if the last byte is a space, or 0 if there is anything else among them.
  @inline(__always)
  var wordsWithSingleSpaces: Int {
    let blank = Self.lowBits &* 0x20
    let controls = (bits &- blank) & ~bits & Self.highBits
    let difference = bits ^ blank
    // Here all marks are reliable.
    let spaces = ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits
    if controls | (spaces & (spaces << 8)) != 0 { return 0 }
    return spaces >> 63 == 0 ? 8 : 7
  }
}
