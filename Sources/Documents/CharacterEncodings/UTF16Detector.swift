/// Recognizes UTF-16 and UTF-32 without a byte order mark.
enum UTF16Detector {
  /// Finds the byte order in which the characters come from fewer rows of 256 characters.
  ///
  /// - Parameter sample: bytes that contain a NUL.
  /// - Returns: nil if the sample is not text in either byte order.
  static func encoding(of sample: Span<UInt8>) -> CharacterEncoding? {
    if let wide = wideEncoding(of: sample) { return wide }
    let little = rows(in: sample, isLittle: true)
    let big = rows(in: sample, isLittle: false)
    guard let fewest = [little, big].compactMap({ $0 }).min() else { return nil }
    return CharacterEncoding(known: little == fewest ? "UTF-16LE" : "UTF-16BE")
  }

  /// Finds UTF-32, in which one byte of four is 0, and another one nearly always.
  private static func wideEncoding(of sample: Span<UInt8>) -> CharacterEncoding? {
    guard sample.count >= 8 else { return nil }
    var (isLittle, isBig) = (true, true)
    for index in stride(from: 0, to: sample.count - 3, by: 4) where isLittle || isBig {
      let bytes = [sample[index], sample[index + 1], sample[index + 2], sample[index + 3]]
      isLittle =
        isLittle && bytes[3] == 0 && bytes[2] <= 0x10 && bytes[0] | bytes[1] | bytes[2] != 0
      isBig = isBig && bytes[0] == 0 && bytes[1] <= 0x10 && bytes[1] | bytes[2] | bytes[3] != 0
    }
    return isLittle == isBig ? nil : CharacterEncoding(known: isLittle ? "UTF-32LE" : "UTF-32BE")
  }

  /// Counts the rows of characters in a byte order; nil if the sample is not text in this byte order: text of every
  /// script has blanks or line ends.
  private static func rows(in sample: Span<UInt8>, isLittle: Bool) -> Int? {
    var (blanks, others, high) = (0, 0, false)
    var rows = Set<UInt16>()
    for index in stride(from: 0, to: sample.count - 1, by: 2) {
      let (first, second) = (UInt16(sample[index]), UInt16(sample[index + 1]))
      let unit = isLittle ? second << 8 | first : first << 8 | second
      let isLow = unit & 0xfc00 == 0xdc00
      // Surrogates come in pairs.
      if high != isLow { return nil }
      high = unit & 0xfc00 == 0xd800
      switch unit {
      case 0x20, 0x09, 0x0a, 0x0d, 0x3000: blanks += 1
      case 0..<0x20, 0x7f..<0xa0, 0xfdd0...0xfdef, 0xfffe, 0xffff, 0xe000..<0xf900: return nil
      default:
        others += 1
        rows.insert(unit >> 8)
      }
    }
    return others > 0 && blanks > 0 ? rows.count : nil
  }
}
