/// A text with places in it that are marked, or a piece cut out of it, never splitting a character.
///
/// Places come as bytes from a tokenizer, which may cut an accent from its letter. They are widened
/// to whole characters as people see them, where the text is UTF-8, and else to whole code points.
struct MarkedText {
  private let bytes: [UInt8]
  /// Nil where the bytes are not UTF-8.
  private let string: String?

  init(_ text: Span<UInt8>) {
    bytes = Array(copying: text)
    string = String(validating: bytes, as: UTF8.self)
  }

  /// The text of some bytes with marks around places in it.
  ///
  /// - Parameters:
  ///   - piece: which bytes; they are widened to whole characters.
  ///   - places: the bytes to mark; those that overlap become one.
  ///   - open: what stands before a place.
  ///   - close: what stands behind it.
  /// - Returns: the text, with U+FFFD for what is not UTF-8.
  func text(of piece: Range<Int>, marking places: [Range<Int>], open: String, close: String)
    -> String
  {
    let piece = widened(piece)
    var result: [UInt8] = []
    var position = piece.lowerBound
    for place in merged(places) where place.overlaps(piece) {
      let place = place.clamped(to: piece)
      result += bytes[position..<place.lowerBound]
      result += open.utf8
      result += bytes[place]
      result += close.utf8
      position = place.upperBound
    }
    result += bytes[position..<piece.upperBound]
    return String(decoding: result, as: UTF8.self)
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

  /// The range of whole characters that holds a range of bytes.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return range }
    return character(at: range.lowerBound)
      .lowerBound..<character(at: range.upperBound - 1).upperBound
  }

  /// The bytes of the character that a byte belongs to.
  private func character(at byte: Int) -> Range<Int> {
    guard let string else { return codePoint(at: byte) }
    let utf8 = string.utf8
    let end = string.index(after: utf8.index(utf8.startIndex, offsetBy: byte))
    let start = string.index(before: end)
    return utf8.distance(
      from: utf8.startIndex, to: start)..<utf8.distance(from: utf8.startIndex, to: end)
  }

  /// The byte with its neighbours that can only continue the same code point.
  private func codePoint(at byte: Int) -> Range<Int> {
    var (start, end) = (byte, byte + 1)
    while start > 0, byte - start < 3, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    while end < bytes.count, end - byte < 4, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return start..<end
  }
}
