/// Little-endian fields at offsets that come from the file and may be out of range.
extension Span<UInt8> {
  /// Returns the 16-bit number at an offset, or nil if it is not inside.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// Returns the unsigned 32-bit number at an offset, or nil if it is not inside.
  func doubleWord(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8 | Int(self[offset + 2]) << 16
      | Int(self[offset + 3]) << 24
  }

  /// Returns the 64-bit number at an offset, or nil if it is not inside.
  func quadWord(at offset: Int) -> UInt64? {
    guard let low = doubleWord(at: offset), let high = doubleWord(at: offset + 4) else {
      return nil
    }
    return UInt64(low) | UInt64(high) << 32
  }

  /// Returns the range of some bytes from an offset on, cut at the end of the bytes.
  func range(from offset: Int, count length: Int) -> Range<Int> {
    let start = Swift.min(Swift.max(offset, 0), count)
    return start..<(start + Swift.min(Swift.max(length, 0), count - start))
  }
}
