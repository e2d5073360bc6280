/// The end of a line: it ends a sentence, list item, heading or paragraph, or it only wraps a line.
struct LineEnd {
  /// Whether a sentence, list item, heading or paragraph ends at this line end.
  let endsUnit: Bool

  /// A line of at least this width, in columns, is assumed to be wrapped.
  private static let wrappedWidth = 40

  /// Examines the text around a line end.
  ///
  /// The first line feed is at `offset`, and the next character that is no white space at `next`.
  init(at offset: Int, next: Int, in text: Span<UInt8>) {
    var lineFeeds = 0
    for index in offset..<next {
      if text[index] == 0x0c { lineFeeds += 2 }
      if text[index] == 0x0a { lineFeeds += 1 }
    }
    var start = offset
    var width = 0
    while start > 0, text[start - 1] != 0x0a, offset - start < 400 {
      start -= 1
      let byte = text[start]
      width += byte & 0xc0 == 0x80 ? 0 : byte >= 0xe3 ? 2 : 1
    }
    let line = text.trimmingSpace(start..<offset)
    if lineFeeds != 1 || line.isEmpty {
      endsUnit = true
      return
    }
    let marker = text.marker(at: next)
    if let marker {
      // Comments and quoted mail repeat their marker on each line.
      let isRepeated = marker.repeats && text.marker(at: line.lowerBound) == marker
      let following = text.skippingSpace(from: next + marker.length, to: text.count)
      endsUnit =
        !isRepeated || following >= text.count
        || !text.lenientScalar(at: following).scalar.isLowercaseLetter
      return
    }
    let last = text.lenientScalar(at: text.startOfScalar(before: line.upperBound)).scalar
    if last == ";" || last == "{" || last == "}" || last == ":" || last == "|" || last == "：" {
      endsUnit = true
      return
    }
    let first = text.lenientScalar(at: text.skippingOpeners(from: next)).scalar
    // Indented short lines are code.
    let isIndented = line.lowerBound >= start + 2 && width < Self.wrappedWidth
    let isHyphenated =
      last == "-" && line.count > 1 && text[line.upperBound - 2] >= UInt8(ascii: "A")
    let isWrapped =
      !isIndented && first.isLowercaseLetter || last == "," || isHyphenated || last == "、"
      || last == "，"
      || width >= Self.wrappedWidth && !last.endsSentence
    endsUnit = !isWrapped
  }
}

/// The mark of a list item, heading, comment or quotation at the start of a line.
private struct LineMarker: Equatable {
  let first: UInt8
  let length: Int
  /// Whether the mark can be on each line of a paragraph, as in comments and quoted mail.
  let repeats: Bool
}

extension Span where Element == UInt8 {
  fileprivate func marker(at offset: Int) -> LineMarker? {
    let byte = self[offset]
    let next = offset + 1 < count ? self[offset + 1] : 0x20
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      return next == 0x20 || next == byte
        ? LineMarker(first: byte, length: 1, repeats: false) : nil
    case UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: ">"):
      return LineMarker(first: byte, length: 1, repeats: true)
    case UInt8(ascii: "/"):
      return next == byte || next == UInt8(ascii: "*")
        ? LineMarker(first: byte, length: 2, repeats: true) : nil
    case UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "@"), UInt8(ascii: "\\"):
      return LineMarker(first: byte, length: 1, repeats: false)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = offset
      while end < count, end - offset < 12,
        self[end] == UInt8(ascii: ".") || (0x30...0x39).contains(self[end])
      { end += 1 }
      guard end + 1 < count, self[end] == 0x20 || self[end] == UInt8(ascii: ")") else { return nil }
      let isNumber = self[end] == UInt8(ascii: ")") || self[end - 1] == UInt8(ascii: ".")
      return isNumber ? LineMarker(first: 0x30, length: end - offset, repeats: false) : nil
    case 0xe2:
      let (scalar, length) = lenientScalar(at: offset)
      let isBullet = "•‣◦▪▫●○■–—".unicodeScalars.contains(scalar)
      return isBullet ? LineMarker(first: byte, length: length, repeats: false) : nil
    default: return nil
    }
  }
}
