/// The numbers in the records of FTS5.
///
/// A number has seven bits a byte, the highest first; a ninth byte has eight bits. See
/// <https://www.sqlite.org/fileformat2.html#varint>.
extension Span<UInt8> {
  /// Reads a number and moves the offset behind it; nil if it does not end before `end`.
  ///
  /// `end` must not be larger than the number of bytes.
  @inline(__always)
  func number(at offset: inout Int, before end: Int) -> UInt64? {
    guard offset < end else { return nil }
    let first = self[offset]
    if first < 0x80 {
      offset &+= 1
      return UInt64(first)
    }
    return longNumber(at: &offset, before: end)
  }

  @inline(never)
  private func longNumber(at offset: inout Int, before end: Int) -> UInt64? {
    var number: UInt64 = 0
    for index in offset..<Swift.min(end, offset &+ 8) {
      let byte = self[index]
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 {
        offset = index &+ 1
        return number
      }
    }
    guard end - offset > 8 else { return nil }
    number = number << 8 | UInt64(self[offset &+ 8])
    offset &+= 9
    return number
  }

  /// Reads a number of at most `most`; nil if it is larger or does not end before `end`.
  @inline(__always)
  func number(at offset: inout Int, before end: Int, most: Int) -> Int? {
    guard let number = number(at: &offset, before: end), number <= UInt64(most) else { return nil }
    return Int(truncatingIfNeeded: number)
  }

  /// Reads eight bytes as one number, the first one lowest; nil if fewer are left.
  @inline(__always)
  func block(at offset: Int) -> UInt64? {
    guard offset >= 0, offset <= count &- 8 else { return nil }
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      .littleEndian
  }

  /// Reads two bytes, the higher one first; both must exist.
  func bigEndian16(at offset: Int) -> Int {
    Int(self[offset]) << 8 | Int(self[offset + 1])
  }
}
