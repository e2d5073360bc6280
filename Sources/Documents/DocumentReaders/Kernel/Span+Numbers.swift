/// Reads numbers at offsets that a file declares; the result is nil if the number is outside of the bytes.
extension Span<UInt8> {
  /// Returns an unsigned number of up to eight bytes.
  @inline(__always)
  func number(at offset: Int, size: Int, isBigEndian: Bool) -> UInt64? {
    guard offset >= 0, size <= 8, size <= count, offset <= count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(self[isBigEndian ? offset + index : offset + size - 1 - index])
    }
    return value
  }

  /// Returns a big-endian number: an offset or a size, so at most 32 bits.
  func big(_ offset: Int, _ size: Int) -> Int? {
    number(at: offset, size: size, isBigEndian: true).map { Int(truncatingIfNeeded: $0) }
  }

  /// Returns a little-endian number: an offset or a size, so at most 32 bits.
  @inline(__always)
  func little(_ offset: Int, _ size: Int) -> Int? {
    number(at: offset, size: size, isBigEndian: false).map { Int(truncatingIfNeeded: $0) }
  }

  /// Returns a little-endian 16-bit number.
  func word(at offset: Int) -> Int? { little(offset, 2) }

  /// Returns a little-endian 32-bit number.
  func doubleWord(at offset: Int) -> Int? { little(offset, 4) }

  /// Returns a little-endian 64-bit number.
  func quadWord(at offset: Int) -> UInt64? { number(at: offset, size: 8, isBigEndian: false) }

  /// Returns the range of `size` bytes at `offset`, clamped to the bytes.
  func clamped(_ offset: Int, _ size: Int) -> Range<Int> {
    let start = Swift.min(Swift.max(offset, 0), count)
    return start..<start + Swift.min(Swift.max(size, 0), count - start)
  }
}
