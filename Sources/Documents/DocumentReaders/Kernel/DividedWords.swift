/// Joins words that a hyphen divides at the end of a line: in pages of PDF documents, and in recognized text.
///
/// A word goes on in the next line with a small letter. poppler joins words at the usual hyphen in the middle of a
/// column, but not at other hyphens.
package enum DividedWords {
  /// Returns a text, valid UTF-8, with whole words; nil if no word is divided.
  ///
  /// O(bytes).
  package static func joined(_ text: Span<UInt8>) -> [UInt8]? {
    var (result, start, index) = ([UInt8](), 0, 0)
    while index < text.count {
      guard text[index] == 0x0a, let hyphen = hyphen(before: index, text), hyphen > start,
        isLetter(text[hyphen - 1]), startsWithSmallLetter(text, index + 1)
      else {
        index += 1
        continue
      }
      append(text, start..<hyphen, to: &result)
      index += 1
      start = index
    }
    if start == 0 { return nil }
    append(text, start..<text.count, to: &result)
    return result
  }

  /// Returns the offset of the hyphen that ends a line; nil if the line has none.
  private static func hyphen(before end: Int, _ text: Span<UInt8>) -> Int? {
    // Some fonts have a control character for it.
    if end >= 1, text[end - 1] == UInt8(ascii: "-") || text[end - 1] == 2 { return end - 1 }
    // A soft hyphen, and the sign that some fonts have in its place.
    if end >= 2, text[end - 2] == 0xc2, text[end - 1] | 1 == 0xad { return end - 2 }
    guard end >= 3 else { return nil }
    switch (text[end - 3], text[end - 2], text[end - 1]) {
    // U+2010, U+2011, U+2212 and, for private use, U+F0AD.
    case (0xe2, 0x80, 0x90), (0xe2, 0x80, 0x91), (0xe2, 0x88, 0x92), (0xef, 0x82, 0xad):
      return end - 3
    default: return nil
    }
  }

  /// Whether a byte belongs to a letter; nearly all characters beyond ASCII are letters.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7a).contains(byte | 0x20)
  }

  private static func startsWithSmallLetter(_ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start < text.count else { return false }
    if text[start] < 0x80 { return (0x61...0x7a).contains(text[start]) }
    var bytes: [UInt8] = []
    for index in start..<min(start + 4, text.count) { bytes.append(text[index]) }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.properties.isLowercase
      ?? false
  }

  private static func append(_ text: Span<UInt8>, _ range: Range<Int>, to result: inout [UInt8]) {
    for index in range { result.append(text[index]) }
  }
}
