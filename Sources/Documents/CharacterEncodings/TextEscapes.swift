/// Replaces the escapes of JSON and the character references of XML by the characters that they stand for, and
/// removes what is written for terminals.
public enum TextEscapes {
  private enum Syntax { case json, xml }

  /// Replaces the escapes in a text that looks like JSON or XML; other texts stay as they are.
  ///
  /// Line ends and other control characters become blanks, so that lines keep their numbers. O(bytes).
  ///
  /// - Parameter text: valid UTF-8.
  public static func decode(_ text: inout [UInt8]) {
    guard let syntax = syntax(of: text) else { return }
    let mark = syntax == .json ? UInt8(ascii: "\\") : UInt8(ascii: "&")
    guard var start = text.firstIndex(of: mark) else { return }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    decoded += text[..<start]
    while start < text.count {
      let (scalar, end) = syntax == .json ? escape(text, at: start) : reference(text, at: start)
      if let scalar {
        let shown = scalar.value < 0x20 || scalar.value == 0x7f ? " " : scalar
        decoded += UTF8.encode(shown) ?? UTF8.encodedReplacementCharacter
      } else {
        decoded += text[start..<end]
      }
      start = text[end...].firstIndex(of: mark) ?? text.count
      decoded += text[end..<start]
    }
    text = decoded
  }

  /// Removes the control sequences of terminals, such as those of colors; see ECMA-48, 5.4.
  ///
  /// O(bytes).
  public static func removeControlSequences(from text: inout [UInt8]) {
    guard var start = text.firstIndex(of: 0x1b) else { return }
    var rest: [UInt8] = []
    rest.reserveCapacity(text.count)
    rest += text[..<start]
    while start < text.count {
      let end = endOfControlSequence(text, at: start) ?? start
      start = text[max(end, start + 1)...].firstIndex(of: 0x1b) ?? text.count
      rest += text[end..<start]
    }
    text = rest
  }

  /// Returns the end of a sequence that begins with an escape; nil if there is none.
  private static func endOfControlSequence(_ text: [UInt8], at start: Int) -> Int? {
    guard start + 1 < text.count, text[start + 1] == UInt8(ascii: "[") else { return nil }
    let end = text[(start + 2)...].prefix(64).firstIndex { !(0x20..<0x40).contains($0) }
    return end.flatMap { (0x40..<0x7f).contains(text[$0]) ? $0 + 1 : nil }
  }

  /// Recognizes the syntax by the first characters; nil for any other text.
  private static func syntax(of text: [UInt8]) -> Syntax? {
    let start = text.prefix(256).drop { $0 <= 0x20 }
    guard let first = start.first, let next = start.dropFirst().first(where: { $0 > 0x20 }) else {
      return nil
    }
    switch first {
    // Other beginnings of JSON are also those of logs, tables, settings and programs, where `C:\new` is a path.
    case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") ? .json : nil
    case UInt8(ascii: "["): return "\"{".utf8.contains(next) ? .json : nil
    case UInt8(ascii: "<"):
      let isProgram = next == UInt8(ascii: "?") && !start.starts(with: Array("<?xml".utf8))
      let isMarkup = next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || isLetter(next)
      return isMarkup && !isProgram ? .xml : nil
    default: return nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  /// Reads an escape of JSON (RFC 8259); nil for anything else.
  private static func escape(_ text: [UInt8], at start: Int) -> (scalar: Unicode.Scalar?, end: Int)
  {
    guard start + 1 < text.count else { return (nil, start + 1) }
    switch text[start + 1] {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      return (" ", start + 2)
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"):
      return (Unicode.Scalar(text[start + 1]), start + 2)
    case UInt8(ascii: "u"):
      guard let first = number(text, from: start + 2, to: start + 6, radix: 16) else {
        return (nil, start + 2)
      }
      if let scalar = Unicode.Scalar(first) { return (scalar, start + 6) }
      guard first < 0xdc00,
        text[(start + 6)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
        let second = number(text, from: start + 8, to: start + 12, radix: 16),
        second & 0xfc00 == 0xdc00
      else { return ("\u{fffd}", start + 6) }
      return (Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + second & 0x3ff), start + 12)
    default: return (nil, start + 2)
    }
  }

  /// Reads a reference of XML to a character or to one of the five predefined entities; nil for anything else.
  private static func reference(_ text: [UInt8], at start: Int) -> (
    scalar: Unicode.Scalar?, end: Int
  ) {
    guard let end = text[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      return (nil, start + 1)
    }
    let name = text[(start + 1)..<end]
    if name.first == UInt8(ascii: "#") {
      let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
      let digits = start + (isHexadecimal ? 3 : 2)
      let value = number(text, from: digits, to: end, radix: isHexadecimal ? 16 : 10)
      guard let value else { return (nil, start + 1) }
      return (Unicode.Scalar(value) ?? "\u{fffd}", end + 1)
    }
    let scalar = entities[String(decoding: name, as: UTF8.self)]
    return (scalar, scalar == nil ? start + 1 : end + 1)
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns a number of at most eight digits; nil if there are other characters.
  private static func number(_ text: [UInt8], from start: Int, to end: Int, radix: UInt32)
    -> UInt32?
  {
    guard end <= text.count, start < end, end - start <= 8 else { return nil }
    var value: UInt32 = 0
    for byte in text[start..<end] {
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte) - 0x30
      case 0x41...0x46, 0x61...0x66: digit = UInt32(byte | 0x20) - 0x57
      default: return nil
      }
      guard digit < radix, value < 0x1000_0000 else { return nil }
      value = value * radix + digit
    }
    return value
  }
}
