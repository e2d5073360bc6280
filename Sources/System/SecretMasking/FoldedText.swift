/// A text without characters that would hide a secret from a search.
///
/// Left out are invisible characters, emphasis tags inside words, and a backslash at the end of a line that
/// continues.
struct FoldedText {
  let bytes: [UInt8]
  /// The offset in the original text of each byte and of the end; nil if nothing was left out.
  private let offsets: [Int32]?

  private static let tags: Set<String> = [
    "b", "i", "u", "s", "em", "strong", "span", "wbr", "mark", "font", "small", "big", "tt", "kbd",
    "sub", "sup", "shy",
  ]

  init(_ text: [UInt8]) {
    var bytes: [UInt8] = []
    var offsets: [Int32] = []
    var index = 0
    var start = 0
    while index < text.count {
      let (length, other) = text[index] >= 0x80 ? Self.other(at: index, in: text) : (0, nil)
      let hidden = length > 0 ? length : Self.hidden(at: index, in: text)
      if hidden == 0 {
        index += 1
        continue
      }
      if offsets.isEmpty {
        bytes.reserveCapacity(text.count)
        offsets.reserveCapacity(text.count + 1)
      }
      bytes += text[start..<index]
      offsets += (start..<index).lazy.map { Int32(truncatingIfNeeded: $0) }
      if let other {
        bytes.append(other)
        offsets.append(Int32(truncatingIfNeeded: index))
      }
      index += hidden
      start = index
    }
    guard start > 0 else {
      (self.bytes, self.offsets) = (text, nil)
      return
    }
    bytes += text[start...]
    offsets += (start...text.count).lazy.map { Int32(truncatingIfNeeded: $0) }
    (self.bytes, self.offsets) = (bytes, offsets)
  }

  /// Converts a range of the folded text to a range of the original text.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard let offsets, !range.isEmpty else { return range }
    return Int(offsets[range.lowerBound])..<Int(offsets[range.upperBound - 1]) + 1
  }

  /// Returns how many bytes to replace, by nothing or by an ASCII character that looks alike; 0 for none.
  private static func other(at index: Int, in text: [UInt8]) -> (length: Int, byte: UInt8?) {
    let second = index + 1 < text.count ? text[index + 1] : 0
    let third = index + 2 < text.count ? text[index + 2] : 0
    switch (text[index], second, third) {
    // A soft hyphen, and a no-break space.
    case (0xc2, 0xad, _): return (2, nil)
    case (0xc2, 0xa0, _): return (2, 0x20)
    // U+200B to U+200F, U+202A to U+202E, U+2060 to U+206F, U+FEFF and U+180E.
    case (0xe2, 0x80, 0x8b...0x8f), (0xe2, 0x80, 0xaa...0xae), (0xe2, 0x81, 0xa0...0xaf),
      (0xef, 0xbb, 0xbf), (0xe1, 0xa0, 0x8e):
      return (3, nil)
    case (0xe2, 0x80, 0xaf), (0xe3, 0x80, 0x80): return (3, 0x20)
    // The quotation marks “ ” „ ‟ and ‘ ’, then the fullwidth colon and equals sign.
    case (0xe2, 0x80, 0x9c...0x9f): return (3, 0x22)
    case (0xe2, 0x80, 0x98...0x99): return (3, 0x27)
    case (0xef, 0xbc, 0x9a): return (3, 0x3a)
    case (0xef, 0xbc, 0x9d): return (3, 0x3d)
    default: return (0, nil)
    }
  }

  /// Returns how many bytes to leave out at an index, which begins an ASCII character; 0 for none.
  private static func hidden(at index: Int, in text: [UInt8]) -> Int {
    switch text[index] {
    case UInt8(ascii: "<"): return tag(at: index, in: text)
    case UInt8(ascii: "&"):
      for entity in ["&shy;", "&#8203;", "&ZeroWidthSpace;"]
      where text[index...].starts(with: entity.utf8) {
        return entity.utf8.count
      }
      return 0
    case UInt8(ascii: "\\"): return continuation(at: index, in: text)
    default: return 0
    }
  }

  /// Returns the length of a tag such as `<b>`, `</b>` or `<span class=x>`; 0 if there is none.
  private static func tag(at index: Int, in text: [UInt8]) -> Int {
    var start = index + 1
    if start < text.count, text[start] == UInt8(ascii: "/") { start += 1 }
    let name = text[start...].prefix(7).prefix(while: \.isLetter)
    guard !name.isEmpty, tags.contains(String(decoding: name, as: UTF8.self).lowercased()) else {
      return 0
    }
    let rest = text[name.endIndex...].prefix(200).prefix { $0 != UInt8(ascii: ">") && $0 != 0x0a }
    guard rest.endIndex < text.count, text[rest.endIndex] == UInt8(ascii: ">") else { return 0 }
    if let first = rest.first, first != 0x20, first != UInt8(ascii: "/") { return 0 }
    return rest.endIndex + 1 - index
  }

  /// Returns the length of a backslash, a line end and an indentation inside a word; 0 if there are none.
  private static func continuation(at index: Int, in text: [UInt8]) -> Int {
    var end = index + 1
    if end < text.count, text[end] == 0x0d { end += 1 }
    guard end < text.count, text[end] == 0x0a, index > 0, text[index - 1].isKeyCharacter else {
      return 0
    }
    end += 1
    end = text[end...].prefix(64).prefix(while: \.isBlank).endIndex
    return end < text.count && text[end].isKeyCharacter ? end - index : 0
  }
}
