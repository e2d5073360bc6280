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

  /// Finds UTF-32: every four bytes are a character that texts contain, and some are blanks or line ends.
  private static func wideEncoding(of sample: Span<UInt8>) -> CharacterEncoding? {
    if isWide(sample, isLittle: true) { return CharacterEncoding(known: "UTF-32LE") }
    return isWide(sample, isLittle: false) ? CharacterEncoding(known: "UTF-32BE") : nil
  }

  private static func isWide(_ sample: Span<UInt8>, isLittle: Bool) -> Bool {
    var (blanks, others) = (0, 0)
    for index in stride(from: 0, to: sample.count - 3, by: 4) {
      let value = (0..<4).reduce(UInt32(0)) { value, offset in
        value << 8 | UInt32(sample[isLittle ? index + 3 - offset : index + offset])
      }
      guard let scalar = Unicode.Scalar(value) else { return false }
      switch scalar.value {
      case 0x20, 0x09, 0x0a, 0x0d, 0x3000: blanks += 1
      default:
        if [.control, .privateUse, .unassigned].contains(scalar.properties.generalCategory) {
          return false
        }
        others += 1
      }
    }
    return others > 0 && blanks > 0
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
