/// A piece of a text with places in it that are marked, never splitting a character.
///
/// Places come as bytes from a tokenizer, which may cut an accent from its letter. They are widened
/// to whole characters as people see them, where the text is UTF-8, and else to whole code points.
struct MarkedText {
  private let piece: Range<Int>
  /// The piece and what may belong to its first and last characters.
  private let bytes: [UInt8]
  /// Where ``bytes`` start in the text.
  private let offset: Int
  /// Nil where the bytes are not UTF-8.
  private let string: String?

  /// Takes a piece out of a text.
  init(_ text: Span<UInt8>, piece: Range<Int>) {
    let piece = piece.clamped(to: 0..<text.count)
    var (start, end) = (piece.lowerBound, piece.upperBound)
    while !text.surelyPartsCharacters(at: start) { start -= 1 }
    while !text.surelyPartsCharacters(at: end) { end += 1 }
    self.piece = piece
    offset = start
    bytes = Array(copying: text.extracting(start..<end))
    string = String(validating: bytes, as: UTF8.self)
  }

  /// The piece, widened to whole characters, with marks around places in it.
  ///
  /// - Parameters:
  ///   - places: the bytes of the text to mark; those that overlap become one.
  ///   - open: what stands before a place.
  ///   - close: what stands behind it.
  /// - Returns: the text, with U+FFFD for what is not UTF-8.
  func text(marking places: [Range<Int>], open: String, close: String) -> String {
    parts(marking: places).text(open: open, close: close)
  }

  /// The piece, widened to whole characters, parted where places in it begin and end.
  ///
  /// - Parameter places: the bytes of the text to mark; those that overlap become one.
  /// - Returns: the parts, none of them empty, with U+FFFD for what is not UTF-8.
  func parts(marking places: [Range<Int>]) -> [TextSnippet.Part] {
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
    for place in merged(places) where place.overlaps(piece) {
      let place = place.clamped(to: piece)
      append(until: place.lowerBound, isMatch: false)
      append(until: place.upperBound, isMatch: true)
    }
    append(until: piece.upperBound, isMatch: false)
    return parts
  }

  private func merged(_ places: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    let places = places.map(widened).sorted { $0.lowerBound < $1.lowerBound }
    for place in places where !place.isEmpty {
      if let last = merged.last, place.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
    return merged
  }

  /// The range of whole characters in ``bytes`` that holds a range of the text.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    let range = (range.lowerBound - offset..<range.upperBound - offset)
      .clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return range }
    let first = character(at: range.lowerBound)
    let last = character(at: range.upperBound - 1)
    return first.lowerBound..<last.upperBound
  }

  /// The bytes of the character that a byte belongs to.
  private func character(at byte: Int) -> Range<Int> {
    guard let string else { return codePoint(at: byte) }
    let utf8 = string.utf8
    let end = string.index(after: utf8.index(utf8.startIndex, offsetBy: byte))
    let start = string.index(before: end)
    let count = utf8.distance(from: start, to: end)
    let first = utf8.distance(from: utf8.startIndex, to: start)
    return first..<first + count
  }

  /// The byte with its neighbours that can only continue the same code point.
  private func codePoint(at byte: Int) -> Range<Int> {
    var (start, end) = (byte, byte + 1)
    while start > 0, byte - start < 3, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    while end < bytes.count, end - byte < 4, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// Whether a place is between two characters without a look at Unicode's tables.
  ///
  /// So are the ends, the place behind a line feed, and that between two ASCII characters. See
  /// <https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules>.
  fileprivate func surelyPartsCharacters(at index: Int) -> Bool {
    guard index > 0, index < count else { return true }
    let (before, after) = (self[index - 1], self[index])
    if before == UInt8(ascii: "\n") { return true }
    let isLineEnd = before == UInt8(ascii: "\r") && after == UInt8(ascii: "\n")
    return before < 0x80 && after < 0x80 && !isLineEnd
  }
}
