/// Recognizes UTF-16 without a byte order mark.
enum UTF16Detector {
  /// Finds the byte order in which there are more blanks and line ends; text of every script has some.
  ///
  /// - Parameter sample: bytes that contain a NUL.
  /// - Returns: nil if the sample is not text in either byte order.
  static func encoding(of sample: Span<UInt8>) -> CharacterEncoding? {
    let little = text(in: sample, isLittle: true)
    let big = text(in: sample, isLittle: false)
    guard let best = [(little, "UTF-16LE"), (big, "UTF-16BE")].max(by: { $0.0 < $1.0 }),
      best.0 > 0
    else { return nil }
    return CharacterEncoding(known: best.1)
  }

  /// Counts the blanks and line ends of a sample in a byte order; 0 if it is not text in this byte order.
  private static func text(in sample: Span<UInt8>, isLittle: Bool) -> Int {
    var (blanks, others, high) = (0, 0, false)
    for index in stride(from: 0, to: sample.count - 1, by: 2) {
      let (first, second) = (UInt16(sample[index]), UInt16(sample[index + 1]))
      let unit = isLittle ? second << 8 | first : first << 8 | second
      let isLow = unit & 0xfc00 == 0xdc00
      // Surrogates come in pairs.
      if high != isLow { return 0 }
      high = unit & 0xfc00 == 0xd800
      switch unit {
      case 0x20, 0x09, 0x0a, 0x0d, 0x3000: blanks += 1
      case 0..<0x20, 0x7f..<0xa0, 0xfdd0...0xfdef, 0xfffe, 0xffff, 0xe000..<0xf900: return 0
      default: others += 1
      }
    }
    return others > 0 ? blanks : 0
  }
}
