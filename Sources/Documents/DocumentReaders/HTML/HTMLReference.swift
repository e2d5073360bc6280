/// A character reference, such as `&eacute;` or `&#233;`.
struct HTMLReference: Equatable, Sendable {
  var first: Unicode.Scalar
  var second: Unicode.Scalar?
  /// The position after the reference.
  var end: Int

  private static let replacement: Unicode.Scalar = "\u{fffd}"

  init(_ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil, end: Int) {
    (self.first, self.second, self.end) = (first, second, end)
  }

  /// Parses the reference at an ampersand; nil if the ampersand begins no reference.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - start: the position of the ampersand.
  ///   - end: the end of the text or attribute.
  ///   - isInAttribute: whether a name without semicolon is text if `=`, a letter or a digit follows.
  init?(_ bytes: Span<UInt8>, at start: Int, end: Int, isInAttribute: Bool) {
    let first = start + 1
    guard first < end else { return nil }
    if bytes[first] == UInt8(ascii: "#") {
      self.init(number: bytes, at: first + 1, end: end)
    } else {
      self.init(name: bytes, at: first, end: end, isInAttribute: isInAttribute)
    }
  }

  private init?(name bytes: Span<UInt8>, at start: Int, end: Int, isInAttribute: Bool) {
    let limit = min(end, start + HTMLNamedReferences.longestName)
    var index = start
    while index < limit, bytes[index].isNamePart { index += 1 }
    guard index > start else { return nil }
    if let (scalar, next) = Self.common(bytes.extracting(start..<min(end, index + 1))) {
      self.init(scalar, end: start + next)
      return
    }
    let text = bytes.extracting(0..<end)
    guard let (value, end) = HTMLNamedReferences.shared.longestMatch(text, start..<index) else {
      return nil
    }
    if isInAttribute, bytes[end - 1] != UInt8(ascii: ";"), end < text.count,
      bytes[end] == UInt8(ascii: "=") || bytes[end].isNamePart
    {
      return nil
    }
    self.init(
      Unicode.Scalar(value.first) ?? Self.replacement,
      value.second == 0 ? nil : Unicode.Scalar(value.second), end: end)
  }

  /// Quickly recognizes the five most common names, if the word is one of them with its semicolon.
  private static func common(_ word: Span<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
    let count = word.count
    guard count >= 3, count <= 5, word[count - 1] == UInt8(ascii: ";") else { return nil }
    switch (count, word[0], word[1]) {
    case (3, UInt8(ascii: "l"), UInt8(ascii: "t")): return ("<", 3)
    case (3, UInt8(ascii: "g"), UInt8(ascii: "t")): return (">", 3)
    case (4, UInt8(ascii: "a"), UInt8(ascii: "m")) where word[2] == UInt8(ascii: "p"):
      return ("&", 4)
    case (5, UInt8(ascii: "q"), UInt8(ascii: "u"))
    where word[2] == UInt8(ascii: "o") && word[3] == UInt8(ascii: "t"):
      return ("\"", 5)
    case (5, UInt8(ascii: "n"), UInt8(ascii: "b"))
    where word[2] == UInt8(ascii: "s") && word[3] == UInt8(ascii: "p"):
      return ("\u{a0}", 5)
    default: return nil
    }
  }

  private init?(number bytes: Span<UInt8>, at start: Int, end: Int) {
    var index = start
    let isHexadecimal = index < end && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digits = index
    var value: UInt32 = 0
    while index < end, let digit = bytes[index].hexValue.map(UInt32.init),
      isHexadecimal || digit < 10
    {
      // Clamp the value: any number above the last code point gives the replacement character.
      value = min(value &* (isHexadecimal ? 16 : 10) &+ digit, 0x11_0000)
      index += 1
    }
    guard index > digits else { return nil }
    if index < end, bytes[index] == UInt8(ascii: ";") { index += 1 }
    if value >= 0x80, value <= 0x9f { value = SourceText.windows1252Controls[Int(value) - 0x80] }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    self.init(scalar ?? Self.replacement, end: index)
  }
}
