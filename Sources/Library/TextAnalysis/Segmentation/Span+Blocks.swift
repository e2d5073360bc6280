/// Texts are read eight bytes at a time where only a few bytes matter.
extension Span<UInt8> {
  /// The first offset from `offset` on whose byte is no digit, space or one of 0x40 to 0x7f.
  ///
  /// No line or sentence ends at these bytes. It is at most `end`, and earlier where fewer than eight
  /// bytes are left.
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

  /// The number of line feeds in a range.
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
