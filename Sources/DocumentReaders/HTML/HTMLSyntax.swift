/// The classes of characters in the syntax of HTML.
enum HTMLSyntax {
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  /// Whether a byte ends the name of a tag.
  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  /// The value of a hexadecimal digit; nil for other bytes.
  @inline(__always)
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte - UInt8(ascii: "0")) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? UInt32(letter) + 10 : nil
  }

  /// Whether a word in lower case is at a position, in any case.
  static func matches(_ bytes: Span<UInt8>, at start: Int, _ word: String) -> Bool {
    var index = start
    for expected in word.utf8 {
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      if (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) != expected { return false }
      index += 1
    }
    return true
  }

  /// The last position up to a limit at which no character is cut.
  static func characterBoundary(_ bytes: Span<UInt8>, from start: Int, upTo limit: Int) -> Int {
    var end = limit
    while end > start, end > limit - 4, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return end > start ? end : limit
  }
}
