/// Functions that read a text eight bytes at a time, because only a few kinds of bytes matter.
extension Span<UInt8> {
  /// Returns the first offset from `offset` on whose byte is not a digit, a space, or from 0x40 to 0x7f.
  ///
  /// Lines and sentences do not end at such bytes. The result is at most `end`; it is smaller if fewer than
  /// eight bytes are left.
  package func skippingPlainBytes(from offset: Int, to end: Int) -> Int {
    var offset = offset
    while offset + 8 <= Swift.min(end, count) {
      let block = ByteBlock(self, at: offset)
      let spaces = block.bytes(from: 0x20, to: 0x20)
      let others =
        ~(block.bytes(from: 0x40, to: 0x7f) | block.digits | spaces) & ByteBlock.highBits
      if others != 0 { return offset + others.trailingZeroBitCount >> 3 }
      offset += 8
    }
    return offset
  }

  /// Returns the number of line feeds in a range.
  package func lineFeeds(in range: Range<Int>) -> Int {
    var (offset, lineFeeds) = (range.lowerBound, 0)
    while offset + 8 <= Swift.min(range.upperBound, count) {
      lineFeeds += ByteBlock(self, at: offset).bytes(from: 0x0a, to: 0x0a).nonzeroBitCount
      offset += 8
    }
    for index in offset..<range.upperBound where self[index] == 0x0a { lineFeeds += 1 }
    return lineFeeds
  }
}
