/// The classes of characters in the syntax of HTML.
enum HTMLSyntax {
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c
  }

  /// Whether a byte ends the name of a tag.
  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  /// Whether `word`, given in lower case, is at `start`; the case of the document's letters is ignored.
  static func matches(_ bytes: Span<UInt8>, at start: Int, _ word: String) -> Bool {
    var index = start
    for expected in word.utf8 {
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      if byte.lowercased != expected { return false }
      index += 1
    }
    return true
  }

  /// Returns the last position up to `limit` that does not split a character.
  static func characterBoundary(_ bytes: Span<UInt8>, from start: Int, upTo limit: Int) -> Int {
    var end = limit
    while end > start, end > limit - 4, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return end > start ? end : limit
  }
}
