import DocumentReaders

/// A value in a PDF document.
///
/// Source: ISO 32000-1, 7.3.
indirect enum PDFValue {
  case number(Double)
  case string([UInt8])
  case name(String)
  case array([PDFValue])
  case dictionary([String: PDFValue])
  case reference(Int)
  /// A keyword such as `null`, `true` or `stream`.
  case keyword

  var string: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }
  var name: String? { if case .name(let name) = self { name } else { nil } }
  var array: [PDFValue]? { if case .array(let values) = self { values } else { nil } }
  var dictionary: [String: PDFValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
  var number: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
}

/// Reads values of a PDF document.
struct PDFParser {
  /// The deepest nesting of arrays and dictionaries.
  private static let mostDepth = 32
  /// The number of values of an object that are read.
  private static let mostValues = 200_000
  /// A longer string is cut after this number of bytes.
  private static let longestString = 64 << 10
  private static let longestName = 128

  private(set) var position: Int
  private var values = 0

  init(at position: Int) { self.position = position }

  /// Reads a value; nil at the end, at the end of an array or dictionary, and where no value is.
  mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) -> PDFValue? {
    skipBlanks(bytes)
    guard position < bytes.count, depth <= Self.mostDepth, values < Self.mostValues else {
      return nil
    }
    values += 1
    switch bytes[position] {
    case UInt8(ascii: "/"): return .name(name(bytes))
    case UInt8(ascii: "("): return .string(literal(bytes))
    case UInt8(ascii: "["):
      position += 1
      var array: [PDFValue] = []
      while let value = value(bytes, depth: depth + 1) { array.append(value) }
      skip(UInt8(ascii: "]"), bytes)
      return .array(array)
    case UInt8(ascii: "<"):
      guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "<") else {
        return .string(hexadecimal(bytes))
      }
      return .dictionary(dictionary(bytes, depth))
    case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")"): return nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39:
      return numberOrReference(bytes)
    default:
      let start = position
      while position < bytes.count, Self.isRegular(bytes[position]) { position += 1 }
      if position == start { position += 1 }
      return .keyword
    }
  }

  private mutating func dictionary(_ bytes: Span<UInt8>, _ depth: Int) -> [String: PDFValue] {
    position += 2
    var entries: [String: PDFValue] = [:]
    while true {
      skipBlanks(bytes)
      guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { break }
      let key = name(bytes)
      guard let value = value(bytes, depth: depth + 1) else { break }
      entries[key] = value
    }
    skip(UInt8(ascii: ">"), bytes)
    skip(UInt8(ascii: ">"), bytes)
    return entries
  }

  /// Reads a number, or a reference such as `12 0 R`.
  private mutating func numberOrReference(_ bytes: Span<UInt8>) -> PDFValue {
    let number = number(bytes)
    let end = position
    guard let object = Int(exactly: number), object > 0 else { return .number(number) }
    skipBlanks(bytes)
    if position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      _ = self.number(bytes)
      skipBlanks(bytes)
      let next = position + 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "R"),
        next == bytes.count || !Self.isRegular(bytes[next])
      {
        position = next
        return .reference(object)
      }
    }
    position = end
    return .number(number)
  }

  private mutating func number(_ bytes: Span<UInt8>) -> Double {
    var text = ""
    while position < bytes.count, Self.isRegular(bytes[position]) {
      if text.utf8.count < 32 { text.unicodeScalars.append(Unicode.Scalar(bytes[position])) }
      position += 1
    }
    return Double(text) ?? 0
  }

  private mutating func name(_ bytes: Span<UInt8>) -> String {
    position += 1
    var name: [UInt8] = []
    while position < bytes.count, Self.isRegular(bytes[position]) {
      if name.count < Self.longestName { name.append(bytes[position]) }
      position += 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func literal(_ bytes: Span<UInt8>) -> [UInt8] {
    var (text, depth) = ([UInt8](), 0)
    while position < bytes.count {
      var byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        if depth == 1 { continue }
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return text }
      case UInt8(ascii: "\\"):
        guard let escaped = escape(bytes) else { continue }
        byte = escaped
      default: break
      }
      if text.count < Self.longestString { text.append(byte) }
    }
    return text
  }

  /// Reads the rest of an escape sequence; nil if it is no character.
  private mutating func escape(_ bytes: Span<UInt8>) -> UInt8? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "r"): return 0x0d
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "b"), UInt8(ascii: "f"): return 0x20
    case 0x0d:
      if position < bytes.count, bytes[position] == 0x0a { position += 1 }
      return nil
    case 0x0a: return nil
    case 0x30...0x37:
      var value = Int(byte & 7)
      for _ in 0..<2 where position < bytes.count && (0x30...0x37).contains(bytes[position]) {
        value = value * 8 + Int(bytes[position] & 7)
        position += 1
      }
      return UInt8(truncatingIfNeeded: value)
    default: return byte
    }
  }

  private mutating func hexadecimal(_ bytes: Span<UInt8>) -> [UInt8] {
    position += 1
    var (text, high): ([UInt8], UInt8?) = ([], nil)
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      if let digit = bytes[position].hexValue, text.count < Self.longestString {
        if let first = high {
          text.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
      position += 1
    }
    if let high { text.append(high << 4) }
    position += 1
    return text
  }

  private mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) {
    skipBlanks(bytes)
    if position < bytes.count, bytes[position] == byte { position += 1 }
  }

  /// Skips blanks and comments.
  mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        while position < bytes.count, bytes[position] != 0x0a, bytes[position] != 0x0d {
          position += 1
        }
      } else if bytes[position] > 0x20 {
        return
      } else {
        position += 1
      }
    }
  }

  /// Whether a byte belongs to a name, a number or a keyword.
  static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      false
    default: true
    }
  }
}
