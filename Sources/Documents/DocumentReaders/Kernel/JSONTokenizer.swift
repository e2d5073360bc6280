/// Splits JSON into tokens.
///
/// The tokenizer holds an offset and the open brackets, but no bytes; so a copy of it serves as a bookmark.
/// It checks brackets, but not commas, colons, numbers and escapes.
struct JSONTokenizer {
  /// A token of JSON.
  enum Token: Equatable {
    case beginObject, endObject, beginArray, endArray
    /// The name of an object's member: the range between the quotation marks.
    case name(Range<Int>)
    /// A string: the range between the quotation marks.
    case string(Range<Int>)
    /// A number, `true`, `false` or `null`.
    case scalar(Range<Int>)
    /// The end of the document.
    case end
  }

  /// The deepest nesting; real documents have about a dozen levels, deeper nesting is an attack.
  static let deepest = 512

  private(set) var offset = 0
  /// For each open bracket, the outermost first: whether it is an object.
  private var isObject: [Bool] = []
  private var expectsName = false

  /// The number of open arrays and objects.
  var depth: Int { isObject.count }

  /// Reads the next token.
  ///
  /// - Throws: ``ReadingFailure/damaged(_:)`` for wrong brackets, unterminated strings, and nesting deeper
  ///   than ``deepest``.
  mutating func next(in bytes: Span<UInt8>) throws(ReadingFailure) -> Token {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case 0...0x20, 0x3a:  // :
        offset += 1
      case 0x2c:  // ,
        offset += 1
        expectsName = isObject.last ?? false
      case 0x7b, 0x5b:  // { [
        guard depth < Self.deepest else { throw .damaged("JSON is nested too deeply") }
        offset += 1
        isObject.append(byte == 0x7b)
        expectsName = byte == 0x7b
        return byte == 0x7b ? .beginObject : .beginArray
      case 0x7d, 0x5d:  // } ]
        guard isObject.popLast() == (byte == 0x7d) else {
          throw .damaged("a bracket of JSON does not match")
        }
        offset += 1
        expectsName = false
        return byte == 0x7d ? .endObject : .endArray
      case 0x22:  // "
        let range = try readString(in: bytes)
        defer { expectsName = false }
        return expectsName ? .name(range) : .string(range)
      default:
        let start = offset
        while offset < bytes.count, !bytes[offset].endsScalar { offset += 1 }
        if offset == start { offset += 1 }
        return .scalar(start..<offset)
      }
    }
    guard isObject.isEmpty else { throw .damaged("JSON ends early") }
    return .end
  }

  /// Skips the next value.
  mutating func skipValue(in bytes: Span<UInt8>) throws(ReadingFailure) {
    try skipRest(of: next(in: bytes), in: bytes)
  }

  /// Skips the rest of the value that begins with `token`.
  mutating func skipRest(
    of token: Token, in bytes: Span<UInt8>
  ) throws(ReadingFailure) {
    guard token == .beginObject || token == .beginArray else { return }
    let outside = depth - 1
    while depth > outside { _ = try next(in: bytes) }
  }

  /// Enters the next value if it is of this kind, an object or an array; skips it otherwise.
  ///
  /// - Returns: whether the value was entered.
  mutating func enter(_ kind: Token, in bytes: Span<UInt8>) throws(ReadingFailure) -> Bool {
    let token = try next(in: bytes)
    if token == kind { return true }
    try skipRest(of: token, in: bytes)
    return false
  }

  /// Returns the name of the object's next member; nil at the end of the object.
  mutating func nextName(in bytes: Span<UInt8>) throws(ReadingFailure) -> Range<Int>? {
    while true {
      let token = try next(in: bytes)
      switch token {
      case .name(let range): return range
      case .endObject, .end: return nil
      default: try skipRest(of: token, in: bytes)
      }
    }
  }

  /// Returns the first token of the array's next element; nil at the end of the array.
  mutating func nextElement(in bytes: Span<UInt8>) throws(ReadingFailure) -> Token? {
    let token = try next(in: bytes)
    return token == .endArray || token == .end ? nil : token
  }

  private mutating func readString(in bytes: Span<UInt8>) throws(ReadingFailure) -> Range<Int> {
    let start = offset + 1
    var end = start
    while end < bytes.count, bytes[end] != 0x22 {
      end += bytes[end] == 0x5c ? 2 : 1
    }
    guard end < bytes.count else {
      offset = bytes.count
      throw .damaged("a string of JSON has no end")
    }
    offset = end + 1
    return start..<end
  }

  /// Appends the text of a string, with escapes resolved.
  ///
  /// An unpaired surrogate becomes U+FFFD.
  static func unescape(_ string: Span<UInt8>, into text: inout [UInt8]) {
    var index = 0
    while index < string.count {
      let byte = string[index]
      guard byte == 0x5c, index + 1 < string.count else {
        text.append(byte)
        index += 1
        continue
      }
      let escaped = string[index + 1]
      index += 2
      switch escaped {
      case 0x62: text.append(0x08)
      case 0x66: text.append(0x0c)
      case 0x6e: text.append(0x0a)
      case 0x72: text.append(0x0d)
      case 0x74: text.append(0x09)
      case 0x75: appendCodepoint(of: string, at: &index, to: &text)
      default: text.append(escaped)
      }
    }
  }

  private static func appendCodepoint(
    of string: Span<UInt8>, at index: inout Int, to text: inout [UInt8]
  ) {
    guard let first = unit(of: string, at: index) else { return text.appendScalar(0xfffd) }
    index += 4
    guard first & 0xfc00 == 0xd800, string.hasBytes("\\u", at: index),
      let second = unit(of: string, at: index + 2), second & 0xfc00 == 0xdc00
    else { return text.appendScalar(first) }
    index += 6
    text.appendScalar(0x10000 + (first & 0x3ff) << 10 + second & 0x3ff)
  }

  private static func unit(of string: Span<UInt8>, at index: Int) -> UInt32? {
    guard index <= string.count - 4 else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = string[index + offset].hexValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension UInt8 {
  /// Whether a number or word of JSON ends before this byte.
  fileprivate var endsScalar: Bool {
    switch self {
    case 0...0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d: true
    default: false
    }
  }
}
