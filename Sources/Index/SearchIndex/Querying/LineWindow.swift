import TextAnalysis

/// Consecutive lines of a text, within limits of size.
struct LineWindow: Equatable {
  /// The limits of size.
  struct Limits {
    /// The number of lines, at least 1.
    var lines: Int
    /// The number of bytes, at least 4, so that every character fits.
    var bytes: Int
  }

  /// The byte range of the lines in the text.
  let bytes: Range<Int>
  /// The number of the first line, from 1 on.
  let line: Int
  /// The number of the line after the window; nil at the end of the text.
  let next: Int?
  /// Whether the window has only a part of one line, which is longer than the limit.
  let isCut: Bool
  /// The number of lines of the whole text.
  let lineCount: Int

  /// The most lines that are shown before a match.
  private static let linesBefore = 5

  /// Makes the window that begins with a line; it is empty if the text has fewer lines.
  ///
  /// O(text).
  init(of text: [UInt8], from line: Int, _ limits: Limits) {
    var (start, current) = (0, 1)
    while current < line, start < text.count {
      (start, current) = (Self.endOfLine(at: start, text), current + 1)
    }
    self.init(of: text, at: start, inLine: max(line, 1), isCut: false, limits)
  }

  /// Makes the window that begins a few lines before an offset.
  ///
  /// O(text).
  init(of text: [UInt8], around offset: Int, _ limits: Limits) {
    let offset = min(max(offset, 0), text.count)
    let line = 1 + text.span.lineFeeds(in: 0..<offset)
    var start = Self.startOfLine(at: offset, text)
    if offset - start >= limits.bytes / 2 {
      start = Self.startOfCharacter(at: offset - limits.bytes / 4, text)
      self.init(of: text, at: start, inLine: line, isCut: true, limits)
      return
    }
    var before = 0
    while start > 0, before < min(Self.linesBefore, limits.lines / 2) {
      let earlier = Self.startOfLine(at: start - 1, text)
      if offset - earlier >= limits.bytes / 2 { break }
      (start, before) = (earlier, before + 1)
    }
    self.init(of: text, at: start, inLine: line - before, isCut: false, limits)
  }

  private init(of text: [UInt8], at start: Int, inLine line: Int, isCut: Bool, _ limits: Limits) {
    var (end, count, isCut) = (start, 0, isCut)
    var endOfLastLine = start
    while count < limits.lines, endOfLastLine < text.count {
      let endOfLine = Self.endOfLine(at: end, text)
      if endOfLine - start > limits.bytes {
        if count > 0 { break }
        (end, isCut) = (Self.startOfCharacter(at: start + limits.bytes, text), true)
        (endOfLastLine, count) = (endOfLine, 1)
        break
      }
      (end, endOfLastLine, count) = (endOfLine, endOfLine, count + 1)
    }
    bytes = start..<end
    self.line = line
    next = endOfLastLine < text.count ? line + count : nil
    self.isCut = isCut
    let endsInLine = text.last.map { $0 != 0x0a } ?? false
    lineCount = text.span.lineFeeds(in: text.indices) + (endsInLine ? 1 : 0)
  }

  /// Returns the offset after the line feed that ends a line, or the end of the text.
  private static func endOfLine(at offset: Int, _ text: [UInt8]) -> Int {
    text[offset...].firstIndex(of: 0x0a).map { $0 + 1 } ?? text.count
  }

  /// Returns the offset of the first byte of the line that contains an offset.
  private static func startOfLine(at offset: Int, _ text: [UInt8]) -> Int {
    text[..<offset].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
  }

  /// Returns the offset at which the character at an offset begins.
  private static func startOfCharacter(at offset: Int, _ text: [UInt8]) -> Int {
    let end = min(offset, text.count)
    // A character has at most three bytes after its first one.
    return (max(0, end - 3)...end).last { $0 == text.count || text[$0] & 0xc0 != 0x80 } ?? end
  }
}
