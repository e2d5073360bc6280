/// A piece of a text in which byte ranges can be marked without splitting a character.
///
/// The ranges come from a tokenizer, which can separate an accent from its letter. They are widened
/// to whole characters (grapheme clusters), or to whole code points if the text is not UTF-8.
public struct MarkedText {
  /// The most bytes of a character; a longer one is treated as several, so that no text can make this slow.
  private static let longestCharacter = 1_024

  private let piece: Range<Int>
  /// The piece, with bytes around it that can belong to its first and last character.
  private let bytes: [UInt8]
  /// The offset of ``bytes`` in the text.
  private let offset: Int
  /// The bytes as text; nil if they are not UTF-8.
  private let string: String?

  /// Copies a piece of a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8, valid or not.
  ///   - piece: the byte range of the piece; it is clamped to the text.
  public init(_ text: Span<UInt8>, piece: Range<Int>) {
    let piece = piece.clamped(to: 0..<text.count)
    var (start, end) = (piece.lowerBound, piece.upperBound)
    let first = start - Self.longestCharacter
    let last = end + Self.longestCharacter
    while start > first, !text.isObviousBoundary(at: start) { start -= 1 }
    while end < last, !text.isObviousBoundary(at: end) { end += 1 }
    // Both ends of the piece can be inside a code point.
    while text.isContinuation(at: start), start > first - 3 { start -= 1 }
    while text.isContinuation(at: end), end < last + 3 { end += 1 }
    self.piece = piece
    offset = start
    bytes = Array(copying: text.extracting(start..<end))
    string = String(validating: bytes, as: UTF8.self)
  }

  /// The piece, widened to whole characters, with marks around ranges in it.
  ///
  /// - Parameters:
  ///   - ranges: the byte ranges of the text to mark; overlapping ranges are merged.
  ///   - open: the mark before a range.
  ///   - close: the mark after a range.
  /// - Returns: the text; invalid UTF-8 is replaced by U+FFFD.
  func text(marking ranges: [Range<Int>], open: String, close: String) -> String {
    parts(marking: ranges).text(open: open, close: close)
  }

  /// The piece, widened to whole characters, split at the starts and ends of ranges in it.
  ///
  /// - Parameter ranges: the byte ranges of the text to mark; overlapping ranges are merged.
  /// - Returns: the parts, none of them empty; invalid UTF-8 is replaced by U+FFFD.
  public func parts(marking ranges: [Range<Int>]) -> [TextSnippet.Part] {
    let piece = widened(piece)
    var parts: [TextSnippet.Part] = []
    var position = piece.lowerBound
    func append(until end: Int, isMatch: Bool) {
      if position < end {
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        parts.append(TextSnippet.Part(text: text, isMatch: isMatch))
      }
      position = end
    }
    for range in merged(ranges) where range.overlaps(piece) {
      let range = range.clamped(to: piece)
      append(until: range.lowerBound, isMatch: false)
      append(until: range.upperBound, isMatch: true)
    }
    append(until: piece.upperBound, isMatch: false)
    return parts
  }

  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    let ranges = ranges.map(widened).sorted { $0.lowerBound < $1.lowerBound }
    for range in ranges where !range.isEmpty {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// The range of whole characters in ``bytes`` that contains a range of the text.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    let range = (range.lowerBound - offset..<range.upperBound - offset)
      .clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return range }
    let first = character(at: range.lowerBound)
    let last = character(at: range.upperBound - 1)
    return first.lowerBound..<last.upperBound
  }

  /// Returns the byte range of the character that contains a byte.
  private func character(at byte: Int) -> Range<Int> {
    guard let string else { return codePoint(at: byte) }
    let utf8 = string.utf8
    let end = string.index(after: utf8.index(utf8.startIndex, offsetBy: byte))
    let start = string.index(before: end)
    let count = utf8.distance(from: start, to: end)
    let first = utf8.distance(from: utf8.startIndex, to: start)
    return first..<first + count
  }

  /// Returns the byte range of the code point that contains a byte; the text may be invalid UTF-8.
  private func codePoint(at byte: Int) -> Range<Int> {
    var (start, end) = (byte, byte + 1)
    while start > 0, byte - start < 3, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    while end < bytes.count, end - byte < 4, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// Whether an offset is inside a code point.
  fileprivate func isContinuation(at index: Int) -> Bool {
    index > 0 && index < count && self[index] & 0xc0 == 0x80
  }

  /// Whether an offset is certainly between two characters; this needs no Unicode tables.
  ///
  /// It is true at both ends, after a line feed, and between two ASCII characters except CR LF. See
  /// <https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules>.
  fileprivate func isObviousBoundary(at index: Int) -> Bool {
    guard index > 0, index < count else { return true }
    let (before, after) = (self[index - 1], self[index])
    if before == UInt8(ascii: "\n") { return true }
    let isLineEnd = before == UInt8(ascii: "\r") && after == UInt8(ascii: "\n")
    return before < 0x80 && after < 0x80 && !isLineEnd
  }
}
