/// Reads the references that need no document type: five names, and numbers.
enum XMLEntity {
  /// The longest reference in bytes, from the ampersand to the semicolon.
  static let longest = 34

  /// Reads a reference.
  ///
  /// - Parameters:
  ///   - start: the position of the ampersand.
  ///   - end: where the text ends.
  ///   - bytes: the whole text.
  /// - Returns: the character, and the position after the reference. An ampersand that begins no reference
  ///   stays; an unknown name becomes a blank.
  static func character(
    at start: Int, to end: Int, in bytes: Span<UInt8>
  ) -> (scalar: Unicode.Scalar, end: Int) {
    var semicolon = start + 1
    let last = min(end, start + longest)
    while semicolon < last, isNameByte(bytes[semicolon]) { semicolon += 1 }
    guard semicolon < last, semicolon > start + 1, bytes[semicolon] == UInt8(ascii: ";") else {
      return ("&", start + 1)
    }
    let scalar =
      bytes[start + 1] == UInt8(ascii: "#")
      ? number(start + 2, semicolon, bytes) : named(start + 1, semicolon, bytes)
    return (scalar, semicolon + 1)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isNamePart || [0x23, 0x5f, 0x2e, 0x2d].contains(byte)  // # _ . -
  }

  private static func named(_ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Unicode.Scalar {
    switch (end - start, bytes[start]) {
    case (2, UInt8(ascii: "l")) where bytes[start + 1] == UInt8(ascii: "t"): "<"
    case (2, UInt8(ascii: "g")) where bytes[start + 1] == UInt8(ascii: "t"): ">"
    case (3, UInt8(ascii: "a")) where bytes[start + 1] == UInt8(ascii: "m"): "&"
    case (4, UInt8(ascii: "a")) where bytes[start + 1] == UInt8(ascii: "p"): "'"
    case (4, UInt8(ascii: "q")): "\""
    default: " "
    }
  }

  private static func number(_ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Unicode.Scalar {
    let isHexadecimal = start < end && bytes[start] | 0x20 == UInt8(ascii: "x")
    var value: UInt32 = 0
    for index in (isHexadecimal ? start + 1 : start)..<end {
      guard let digit = bytes[index].hexValue.map(UInt32.init), isHexadecimal || digit < 10 else {
        return "\u{fffd}"
      }
      value = value * (isHexadecimal ? 16 : 10) + digit
      if value > 0x10ffff { return "\u{fffd}" }
    }
    return Unicode.Scalar(value) ?? "\u{fffd}"
  }
}
