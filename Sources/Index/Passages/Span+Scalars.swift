extension Span where Element == UInt8 {
  /// Returns the scalar at an offset and its length in bytes; U+FFFD and 1 for bytes that are not UTF-8.
  ///
  /// Overlong forms and surrogates are not always recognized, because nothing depends on them.
  package func lenientScalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = self[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    guard first >= 0xc2, first < 0xf5, offset + length <= count else { return ("\u{fffd}", 1) }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard self[index] & 0xc0 == 0x80 else { return ("\u{fffd}", 1) }
      value = value << 6 | UInt32(self[index] & 0x3f)
    }
    return (Unicode.Scalar(value) ?? "\u{fffd}", length)
  }

  /// Returns the offset of the scalar that ends at `offset`, which must be larger than 0.
  func startOfScalar(before offset: Int) -> Int {
    var start = offset - 1
    while start > 0, offset - start < 4, self[start] & 0xc0 == 0x80 { start -= 1 }
    return start
  }

  /// Returns the number of bytes of the white space character at an offset; 0 if there is none.
  func spaceLength(at offset: Int) -> Int {
    let byte = self[offset]
    if byte == 0x20 || (0x09...0x0d).contains(byte) { return 1 }
    if byte < 0xc2 { return 0 }
    let (scalar, length) = lenientScalar(at: offset)
    return scalar.isWideSpace ? length : 0
  }

  /// Returns the first offset from `offset` on that is not white space; at most `end`.
  func skippingSpace(from offset: Int, to end: Int) -> Int {
    var offset = offset
    while offset < end {
      let length = spaceLength(at: offset)
      if length == 0 { break }
      offset += length
    }
    return Swift.min(offset, end)
  }

  /// Returns the range without the white space at its ends.
  func trimmingSpace(_ range: Range<Int>) -> Range<Int> {
    let start = skippingSpace(from: range.lowerBound, to: range.upperBound)
    var end = range.upperBound
    while end > start {
      let last = startOfScalar(before: end)
      if spaceLength(at: last) == 0 || last < start { break }
      end = last
    }
    return start..<end
  }

  /// Returns a range as lowercase ASCII; each other byte becomes U+007F, which equals no letter.
  func lowercaseASCII(in range: Range<Int>) -> String {
    let bytes = range.map { index -> UInt8 in
      let byte = self[index]
      if byte >= 0x80 { return 0x7f }
      return (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space outside of ASCII.
  fileprivate var isWideSpace: Bool {
    switch value {
    case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Whether the scalar is a lowercase letter.
  var isLowercaseLetter: Bool {
    isASCII ? ("a"..."z").contains(self) : properties.isLowercase
  }

  /// Whether the scalar is a Han, kana or hangul character: a part of a word, and twice as wide as a letter.
  var isIdeograph: Bool {
    switch value {
    case 0x1100...0x11ff, 0x2e80...0x2fdf, 0x3005...0x3007, 0x3040...0x31ff, 0x3400...0x4dbf,
      0x4e00...0x9fff, 0xac00...0xd7ff, 0xf900...0xfaff, 0x20000...0x3ffff:
      true
    default: false
    }
  }
}
