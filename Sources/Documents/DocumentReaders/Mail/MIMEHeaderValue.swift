/// The value of a Content-Type or Content-Disposition field with its parameters, according to
/// RFC 2045 and RFC 2231.
struct MIMEHeaderValue {
  /// The number of parameters that are read; a parameter in pieces counts once for each piece.
  private static let parameterLimit = 256
  /// The longest file name in bytes; a longer one is cut.
  static let nameLimit = 1_024

  private struct Parameter {
    var name: String
    /// The number of this piece of a parameter in pieces (`name*0`); -1 for a whole parameter.
    var index: Int
    /// Whether the value has a charset or percent-encoding (RFC 2231).
    var isExtended: Bool
    var value: [UInt8]
  }

  /// The part before the parameters, in lower case.
  private(set) var value: String
  private var parameters: [Parameter] = []

  /// Parses a value; it must have no line breaks.
  ///
  /// O(bytes).
  init(_ field: [UInt8]) {
    let bytes = field.span
    var index = Self.skipBlanks(bytes, from: 0)
    let start = index
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x3b, bytes[index] != 0x28 {
      index += 1
    }
    value = MailLines.lowercased(bytes, start..<index)
    while parameters.count < Self.parameterLimit {
      index = Self.skipBlanks(bytes, from: index)
      while index < bytes.count, bytes[index] != 0x3b { index += 1 }
      if index >= bytes.count { break }
      readParameter(bytes, from: &index)
    }
  }

  /// Returns a parameter that is a single word, such as a charset, with its case; nil if there is none.
  func word(_ name: String) -> String? {
    guard let value = bytes(name)?.value else { return nil }
    let word = value.prefix { $0 > 0x20 && $0 != 0x28 && $0 != 0x3b }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// The bytes of the `boundary` parameter; nil if there is none.
  var boundary: [UInt8]? {
    guard var value = bytes("boundary")?.value else { return nil }
    while let last = value.last, last <= 0x20 { value.removeLast() }
    return value.isEmpty ? nil : value
  }

  /// Returns a parameter that people read, such as a file name, as UTF-8; nil if it is missing or empty.
  func text(_ name: String) -> [UInt8]? {
    guard let (value, charset, isExtended) = bytes(name) else { return nil }
    let text =
      isExtended
      ? MailCharset.decode(value, label: charset) : MailEncodedWords.decode(value, charset: nil)
    let name = text.span.collapsed(upTo: Self.nameLimit)
    return name.isEmpty ? nil : name
  }

  /// Returns the bytes of a parameter, and joins its pieces; nil if there is none.
  private func bytes(_ name: String) -> (value: [UInt8], charset: String?, isExtended: Bool)? {
    let pieces = parameters.filter { $0.name == name }
    guard !pieces.isEmpty else { return nil }
    let isExtended = pieces.contains { $0.isExtended || $0.index > 0 }
    if !isExtended { return (pieces[0].value, nil, false) }
    var (value, charset): ([UInt8], String?) = ([], nil)
    var last = -1
    let hasWhole = pieces.contains { $0.isExtended && $0.index < 0 }
    for piece in pieces.sorted(by: { $0.index < $1.index }) {
      // If both forms exist, the plain value is meant for old readers.
      if hasWhole ? piece.index >= 0 || !piece.isExtended : piece.index <= last { continue }
      let isFirst = last < 0 && value.isEmpty
      last = piece.index
      if !piece.isExtended {
        value += piece.value
        continue
      }
      let (label, text) = Self.split(piece.value, hasCharset: isFirst)
      if isFirst { charset = label }
      value += text.span.decodingEscapes(after: 0x25)
      if hasWhole { break }
    }
    return (value, charset, true)
  }

  private mutating func readParameter(_ bytes: Span<UInt8>, from index: inout Int) {
    index = Self.skipBlanks(bytes, from: index + 1)
    let start = index
    while index < bytes.count, bytes[index] != 0x3d, bytes[index] != 0x3b { index += 1 }
    var nameEnd = index
    while nameEnd > start, bytes[nameEnd - 1] <= 0x20 { nameEnd -= 1 }
    guard index < bytes.count, bytes[index] == 0x3d, nameEnd > start, nameEnd - start <= 64 else {
      return
    }
    let name = MailLines.lowercased(bytes, start..<nameEnd)
    index += 1
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    let value =
      index < bytes.count && bytes[index] == 0x22
      ? Self.quoted(bytes, from: &index) : Self.unquoted(bytes, from: &index)
    let pieces = name.split(separator: "*", omittingEmptySubsequences: false)
    let number = pieces.count > 1 ? Int(pieces[1]) : nil
    parameters.append(
      Parameter(
        name: String(pieces[0]), index: number.map { max($0, 0) } ?? -1,
        isExtended: pieces.count > 1 && (number == nil || pieces.count > 2), value: value))
  }

  /// Reads a quoted string; the closing quotation mark may be missing.
  private static func quoted(_ bytes: Span<UInt8>, from index: inout Int) -> [UInt8] {
    var value: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != 0x22 {
      // Some writers do not escape the backslashes in a Windows path.
      if bytes[index] == 0x5c, index + 1 < bytes.count,
        bytes[index + 1] == 0x22 || bytes[index + 1] == 0x5c
      {
        index += 1
      }
      value.append(bytes[index])
      index += 1
    }
    index = min(index + 1, bytes.count)
    return value
  }

  /// Reads an unquoted value up to the semicolon; some writers do not quote names that contain blanks.
  private static func unquoted(_ bytes: Span<UInt8>, from index: inout Int) -> [UInt8] {
    let start = index
    while index < bytes.count, bytes[index] != 0x3b { index += 1 }
    var end = index
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes.extracting(start..<end).copied()
  }

  /// Returns the position after blanks and comments.
  private static func skipBlanks(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case 0x28: depth += 1
      case 0x29 where depth > 0: depth -= 1
      case 0x5c where depth > 0: index += 1
      case 0...0x20: break
      default: if depth == 0 { return index }
      }
      index += 1
    }
    return bytes.count
  }

  /// Splits `charset'language'text` of RFC 2231.
  private static func split(
    _ value: [UInt8], hasCharset: Bool
  ) -> (charset: String?, text: ArraySlice<UInt8>) {
    guard hasCharset, let first = value.firstIndex(of: 0x27),
      let second = value[(first + 1)...].firstIndex(of: 0x27)
    else { return (nil, value[...]) }
    let charset = String(decoding: value[..<first], as: UTF8.self)
    return (charset.isEmpty ? nil : charset, value[(second + 1)...])
  }
}
