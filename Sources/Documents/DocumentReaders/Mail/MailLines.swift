/// Functions for lines and ASCII text in the bytes of a mail.
///
/// LF, CR LF or CR ends a line.
enum MailLines {
  /// Finds the end of a line.
  ///
  /// - Returns: where the line terminator begins, and where the next line begins.
  static func end(
    of start: Int, before end: Int, in bytes: Span<UInt8>
  ) -> (content: Int, next: Int) {
    var index = start
    while index < end, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
    return (index, skipTerminator(at: index, before: end, in: bytes))
  }

  /// Returns the offset after the line terminator at an offset; the same offset if there is none.
  static func skipTerminator(at index: Int, before end: Int, in bytes: Span<UInt8>) -> Int {
    if index >= end { return end }
    switch bytes[index] {
    case 0x0a: return index + 1
    case 0x0d: return index + 1 < end && bytes[index + 1] == 0x0a ? index + 2 : index + 1
    default: return index
    }
  }

  /// Returns the offset of the line terminator that ends at an offset; the same offset if there is none.
  static func trimTerminator(before end: Int, from start: Int, in bytes: Span<UInt8>) -> Int {
    guard end > start else { return end }
    switch bytes[end - 1] {
    case 0x0a: return end - 1 > start && bytes[end - 2] == 0x0d ? end - 2 : end - 1
    case 0x0d: return end - 1
    default: return end
    }
  }

  /// Whether the bytes at an offset equal an ASCII text; case matters.
  static func begins(
    _ bytes: Span<UInt8>, at index: Int, with text: StaticString, before end: Int
  ) -> Bool {
    end - index >= text.utf8CodeUnitCount && bytes.hasBytes(text, at: index)
  }

  /// Returns ASCII text in lower case; other bytes become U+FFFD.
  static func lowercased(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for index in range { text.append(bytes[index].lowercased) }
    return String(decoding: text, as: UTF8.self)
  }

}
