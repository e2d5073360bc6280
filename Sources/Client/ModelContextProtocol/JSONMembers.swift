/// Finds where the values of members are in the text of a JSON object.
///
/// Values are not parsed, so that no number is rounded and any depth is possible. O(bytes).
struct JSONMembers {
  private let text: [UInt8]
  private var offset = 0

  /// Finds the values of all members with a name; a faulty client may repeat a name.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - text: a JSON text; if it is not a valid object, some or none of the values are found.
  /// - Returns: the byte ranges of the values, in order.
  static func values(of name: String, in text: [UInt8]) -> [Range<Int>] {
    var members = JSONMembers(text: text)
    return members.values(of: name)
  }

  private mutating func values(of name: String) -> [Range<Int>] {
    var values: [Range<Int>] = []
    guard skip("{") else { return [] }
    while let key = nextString() {
      guard skip(":") else { break }
      skipBlanks()
      let value = nextValue()
      if value.isEmpty { break }
      if isName(key, name) { values.append(value) }
      guard skip(",") else { break }
    }
    return values
  }

  private func isName(_ key: Range<Int>, _ name: String) -> Bool {
    let bytes = text[key]
    return bytes.contains(UInt8(ascii: "\\"))
      ? JSONValue(Array(bytes))?.string == name
      : bytes.dropFirst().dropLast().elementsEqual(name.utf8)
  }

  private mutating func skipBlanks() {
    while offset < text.count, [0x20, 0x09, 0x0a, 0x0d].contains(text[offset]) { offset += 1 }
  }

  /// Skips blanks and then a character; false if another character follows.
  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard offset < text.count, text[offset] == UInt8(ascii: sign) else { return false }
    offset += 1
    return true
  }

  /// The range of the next string with its quotes; nil if there is none.
  private mutating func nextString() -> Range<Int>? {
    skipBlanks()
    let start = offset
    guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { return nil }
    offset += 1
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\\"): offset += 2
      case UInt8(ascii: "\""):
        offset += 1
        return start..<offset
      default: offset += 1
      }
    }
    offset = text.count
    return nil
  }

  /// The range of the next value; empty if there is none.
  private mutating func nextValue() -> Range<Int> {
    let start = offset
    var depth = 0
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        guard nextString() != nil else { return start..<offset }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return start..<offset }
        depth -= 1
        offset += 1
      case UInt8(ascii: ","), 0x20, 0x09, 0x0a, 0x0d:
        if depth == 0 { return start..<offset }
        offset += 1
      default:
        offset += 1
      }
      if depth == 0, offset > start, offset < text.count, isEnd(text[offset - 1]) {
        return start..<offset
      }
    }
    return start..<offset
  }

  /// Whether a value ends with this byte, as strings, objects and arrays do.
  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
