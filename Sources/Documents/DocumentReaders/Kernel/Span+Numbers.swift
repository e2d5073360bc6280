/// Numbers at offsets that come from a file; they are nil if they are not inside of the bytes.
extension Span<UInt8> {
  /// A number of one to eight bytes.
  @inline(__always)
  func number(at offset: Int, size: Int, isBigEndian: Bool) -> UInt64? {
    guard offset >= 0, size <= 8, size <= count, offset <= count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(self[isBigEndian ? offset + index : offset + size - 1 - index])
    }
    return value
  }

  /// A number that is an offset or a size; at most 32 bits.
  func big(_ offset: Int, _ size: Int) -> Int? {
    number(at: offset, size: size, isBigEndian: true).map { Int(truncatingIfNeeded: $0) }
  }

  /// A number that is an offset or a size; at most 32 bits.
  @inline(__always)
  func little(_ offset: Int, _ size: Int) -> Int? {
    number(at: offset, size: size, isBigEndian: false).map { Int(truncatingIfNeeded: $0) }
  }

  /// A little-endian number of 16 bits.
  func word(at offset: Int) -> Int? { little(offset, 2) }

  /// A little-endian number of 32 bits.
  func doubleWord(at offset: Int) -> Int? { little(offset, 4) }

  /// A little-endian number of 64 bits.
  func quadWord(at offset: Int) -> UInt64? { number(at: offset, size: 8, isBigEndian: false) }

  /// The part of a range that exists.
  func clamped(_ offset: Int, _ size: Int) -> Range<Int> {
    let start = Swift.min(Swift.max(offset, 0), count)
    return start..<start + Swift.min(Swift.max(size, 0), count - start)
  }
}
