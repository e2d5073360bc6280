/// Texts are read eight bytes at a time where only a few bytes matter.
extension Span<UInt8> {
  /// The first offset from `offset` on whose byte is no digit, space or one of 0x40 to 0x7f.
  ///
  /// Nothing ends at those. It is at most `end`, and earlier where fewer than eight bytes are left.
  package func skippingPlainBytes(from offset: Int, to end: Int) -> Int {
    let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var offset = offset
    while offset + 8 <= Swift.min(end, count) {
      let bytes = unsafe self.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self)
      let low = bytes & ~highBits
      // A sum has the high bit of a byte that is not less than a limit: from 0x40 on, and then two ranges.
      let digits = (low &+ (0x80 - 0x30) * ones) & ~(low &+ (0x80 - 0x3a) * ones)
      let spaces = (low &+ (0x80 - 0x20) * ones) & ~(low &+ (0x80 - 0x21) * ones)
      let others = ~((low << 1 | digits | spaces) & ~bytes) & highBits
      if others != 0 { return offset + others.trailingZeroBitCount >> 3 }
      offset += 8
    }
    return offset
  }

  /// The number of line feeds in a range.
  package func lineFeeds(in range: Range<Int>) -> Int {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var (offset, lineFeeds) = (range.lowerBound, 0)
    while offset + 8 <= Swift.min(range.upperBound, count) {
      let bytes = unsafe self.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self)
      let others = bytes ^ 0x0a0a_0a0a_0a0a_0a0a
      // The high bit of each byte that is not 0; no carry leaves a byte.
      let isOther = ((others & ~highBits) &+ ~highBits) | others
      lineFeeds += (~isOther & highBits).nonzeroBitCount
      offset += 8
    }
    for index in offset..<range.upperBound where self[index] == 0x0a { lineFeeds += 1 }
    return lineFeeds
  }
}
