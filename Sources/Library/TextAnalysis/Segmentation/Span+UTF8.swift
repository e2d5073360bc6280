extension Span<UInt8> {
  /// Decodes the code point at an offset.
  ///
  /// - Returns: The code point, or nil for invalid UTF-8; and the number of bytes to read or, if invalid, to
  ///   skip (Unicode 16.0, table 3-8).
  @inline(__always)
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let lead = self[offset]
    let following: Int
    var secondRange: ClosedRange<UInt8> = 0x80...0xbf
    switch lead {
    case 0...0x7f: return (Unicode.Scalar(lead), 1)
    case 0xc2...0xdf: following = 1
    case 0xe0...0xef:
      following = 2
      if lead == 0xe0 { secondRange = 0xa0...0xbf }
      if lead == 0xed { secondRange = 0x80...0x9f }
    case 0xf0...0xf4:
      following = 3
      if lead == 0xf0 { secondRange = 0x90...0xbf }
      if lead == 0xf4 { secondRange = 0x80...0x8f }
    default: return (nil, 1)
    }
    var value = UInt32(lead & (0x3f >> UInt8(following)))
    for index in 1...following {
      guard offset + index < count else { return (nil, index) }
      let byte = self[offset + index]
      guard index == 1 ? secondRange.contains(byte) : (0x80...0xbf).contains(byte) else {
        return (nil, index)
      }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    return (Unicode.Scalar(value), following + 1)
  }
}
