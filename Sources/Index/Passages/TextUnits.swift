import TextAnalysis

/// The sentences, list items, headings and paragraphs of a piece of a text.
struct TextUnits {
  /// The offsets at which units begin, after white space, in ascending order; the offset of the piece itself
  /// only if it is the beginning of the text.
  private(set) var starts: [Int] = []

  /// Finds the units of a piece; O(piece).
  init(_ text: Span<UInt8>, in piece: Range<Int>) {
    let piece = piece.clamped(to: 0..<text.count)
    var offset = piece.lowerBound
    if offset == 0 {
      offset = text.skippingSpace(from: 0, to: piece.upperBound)
      starts.append(offset)
    }
    while offset < piece.upperBound {
      let byte = text[offset]
      if byte >= 0x80 {
        let (scalar, length) = text.lenientScalar(at: offset)
        offset = readScalar(scalar, length, at: offset, in: text, to: piece.upperBound)
        continue
      }
      switch byte {
      case 0x0a...0x0d:
        offset = readLineEnd(at: offset, in: text, to: piece.upperBound)
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        offset = readTerminal(at: offset, length: 1, in: text, to: piece.upperBound)
      default: offset = text.skippingPlainBytes(from: offset + 1, to: piece.upperBound)
      }
    }
  }

  private mutating func append(_ offset: Int) {
    if starts.last != offset { starts.append(offset) }
  }

  private mutating func readScalar(
    _ scalar: Unicode.Scalar, _ length: Int, at offset: Int, in text: Span<UInt8>, to end: Int
  ) -> Int {
    switch scalar {
    case "\u{2028}", "\u{2029}", "\u{85}":
      let next = text.skippingSpace(from: offset, to: end)
      append(next)
      return next
    case "…": return readTerminal(at: offset, length: length, in: text, to: end)
    case _ where scalar.endsSentence:
      let next = text.skippingClosers(from: offset + length, to: end)
      let start = text.skippingSpace(from: next, to: end)
      if start < end { append(start) }
      return start
    default: return offset + length
    }
  }

  /// Reads a mark that ends a sentence only before white space, such as a full stop.
  private mutating func readTerminal(
    at offset: Int, length: Int, in text: Span<UInt8>, to end: Int
  ) -> Int {
    let next = text.skippingClosers(from: offset + length, to: end)
    guard next < end, text.spaceLength(at: next) > 0 else { return max(next, offset + length) }
    let start = text.skippingSpace(from: next, to: end)
    guard start < end else { return start }
    if text[offset] == UInt8(ascii: "."), Abbreviation(endingAt: offset, in: text).isLikely {
      // No unit begins after an abbreviation; a line end after it is read next, and may begin one.
      return next
    }
    let isContinued = text.lenientScalar(at: text.skippingOpeners(from: start)).scalar
      .isLowercaseLetter
    if isContinued { return next }
    append(start)
    return start
  }

  private mutating func readLineEnd(at offset: Int, in text: Span<UInt8>, to end: Int) -> Int {
    let start = text.skippingSpace(from: offset, to: end)
    if start < end, LineEnd(at: offset, next: start, in: text).endsUnit {
      append(start)
    }
    return start
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a sentence even without a space after it.
  package var endsSentence: Bool {
    switch value {
    // Han, kana and halfwidth forms; Arabic, Urdu; Indic; Armenian; Ethiopic; Khmer; Burmese; Tibetan.
    case 0x3002, 0xff01, 0xff0e, 0xff1f, 0xff61, 0x061f, 0x06d4, 0x0964, 0x0965, 0x0589, 0x1362,
      0x1367, 0x1368, 0x17d4, 0x17d5, 0x104a, 0x104b, 0x0f0d, 0x0f0e, 0x203c, 0x2047, 0x2048,
      0x2049, 0x1803, 0x1809, 0x0700:
      true
    default: false
    }
  }

  /// Whether the character can follow the end of a sentence without a space: quotation marks and brackets.
  fileprivate var isCloser: Bool {
    switch self {
    case ".", "!", "?", "\"", "'", ")", "]", "}", "*", "_", "”", "’", "»", "«", "“", "」", "』", "）",
      "】", "〉", "》", "…":
      true
    default: endsSentence
    }
  }

  fileprivate var isOpener: Bool {
    switch self {
    case "\"", "'", "(", "[", "{", "*", "_", "“", "„", "‘", "«", "»", "「", "『", "（", "¿", "¡": true
    default: false
    }
  }
}

extension Span where Element == UInt8 {
  fileprivate func skippingClosers(from offset: Int, to end: Int) -> Int {
    var offset = offset
    while offset < end {
      let (scalar, length) = lenientScalar(at: offset)
      if !scalar.isCloser { break }
      offset += length
    }
    return Swift.min(offset, end)
  }

  /// Returns the first offset without an opening quotation mark or bracket; it skips at most three of them.
  func skippingOpeners(from offset: Int) -> Int {
    var offset = offset
    for _ in 0..<3 where offset < count {
      let (scalar, length) = lenientScalar(at: offset)
      if !scalar.isOpener || offset + length >= count { break }
      offset += length
    }
    return offset
  }

  /// Whether a sentence ends in a range; headings, lists, metadata and code usually contain no such end.
  func hasSentenceEnd(in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, length) = lenientScalar(at: offset)
      offset += length
      if scalar.endsSentence { return true }
      guard scalar == "." || scalar == "!" || scalar == "?" else { continue }
      // Several dots lead from a title to its page number, as in a table of contents.
      let first = offset
      while offset < range.upperBound, self[offset] == UInt8(ascii: ".") { offset += 1 }
      if offset > first { continue }
      let next = skippingClosers(from: offset, to: range.upperBound)
      if next == range.upperBound || spaceLength(at: next) > 0 { return true }
    }
    return false
  }
}
