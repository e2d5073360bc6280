import CharacterEncodings

/// Splits calendars and address books into properties, and joins their folded lines.
///
/// Sources: RFC 5545, 3.1; RFC 6350, 3.2; vCard 2.1 for quoted-printable.
struct ContentLines {
  /// The longest property in bytes; a longer one is a picture or a sound, and is cut.
  private static let longest = 256 << 10

  /// Whether the blank at a fold belongs to the text, as in vCard 2.1.
  var keepsFoldBlank = false
  /// The current property, unfolded, in valid UTF-8; it is cut if it is not text.
  private(set) var line: [UInt8] = []
  /// The range of the property's name without its group, such as `SUMMARY`.
  private(set) var name = 0..<0
  private(set) var parameters = 0..<0
  private(set) var value = 0..<0
  private var offset = 0

  /// Reads the next property.
  ///
  /// - Returns: false at the end.
  mutating func next(in bytes: Span<UInt8>) -> Bool {
    while offset < bytes.count {
      readLine(in: bytes)
      if split() { return true }
    }
    return false
  }

  private mutating func readLine(in bytes: Span<UInt8>) {
    line.removeAll(keepingCapacity: true)
    var isQuoted: Bool?
    while offset < bytes.count {
      let range = bytes.lineRange(at: offset)
      append(bytes.extracting(range))
      offset = bytes.nextLine(after: range.upperBound)
      guard offset < bytes.count else { return }
      if line.last == 0x3d {  // =
        isQuoted = isQuoted ?? (line.span.firstRange(of: "QUOTED-PRINTABLE" as StaticString) != nil)
        if isQuoted == true {
          line.removeLast()
          continue
        }
      }
      guard bytes[offset] == 0x20 || bytes[offset] == 0x09 else { return }
      if !keepsFoldBlank { offset += 1 }
    }
  }

  private mutating func append(_ part: Span<UInt8>) {
    let size = min(part.count, Self.longest - line.count)
    guard size > 0 else { return }
    line.append(part.extracting(0..<size))
  }

  /// Finds the ranges of the name, the parameters and the value; returns false if there is no name.
  private mutating func split() -> Bool {
    var (index, start) = (0, 0)
    while index < line.count, line[index] != 0x3a, line[index] != 0x3b {
      if line[index] == 0x2e { start = index + 1 }
      index += 1
    }
    name = start..<index
    let parametersStart = index
    var isQuoted = false
    while index < line.count, isQuoted || line[index] != 0x3a {
      if line[index] == 0x22 { isQuoted.toggle() }
      index += 1
    }
    guard index < line.count, !name.isEmpty else { return false }
    parameters = parametersStart..<index
    value = index + 1..<line.count
    return true
  }

  /// Whether the property has one of these names, given in capitals; case is ignored.
  func isNamed(_ expected: StaticString...) -> Bool {
    expected.contains { line.span.extracting(name).isName($0) }
  }

  /// Whether the value is one of these words, given in capitals; case is ignored.
  func isValue(_ expected: StaticString...) -> Bool {
    let text = line.span.extracting(value)
    return expected.contains { text.extracting(text.trimmedRange).isName($0) }
  }

  /// Returns the value in valid UTF-8, with quoted-printable decoded.
  func decodedValue() -> [UInt8] {
    let text = line.span.extracting(value)
    let isQuoted =
      parameter("ENCODING").map { Array($0).span.isName("QUOTED-PRINTABLE") } ?? false
      || hasParameter("QUOTED-PRINTABLE")
    let bytes = isQuoted ? text.decodingEscapes(after: 0x3d) : text.copied()
    let label = parameter("CHARSET").map { String(decoding: $0, as: UTF8.self) }
    let declared = label.flatMap { CharacterEncoding(label: $0) }
    return SourceText.decoded(bytes.span, declared: declared.map { [$0] } ?? []) ?? bytes
  }

  /// Returns the value of a parameter without quotation marks, not decoded; nil if there is none.
  func parameter(_ expected: StaticString) -> [UInt8]? {
    var found: [UInt8]?
    forEachParameter { name, value in
      if found == nil, !value.isEmpty, line.span.extracting(name).isName(expected) {
        found = Array(line[value]).filter { $0 != 0x22 }
      }
    }
    return found
  }

  private func hasParameter(_ expected: StaticString) -> Bool {
    var isFound = false
    forEachParameter { name, _ in
      if line.span.extracting(name).isName(expected) { isFound = true }
    }
    return isFound
  }

  private func forEachParameter(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
    var index = parameters.lowerBound
    while index < parameters.upperBound {
      index += 1
      let start = index
      while index < parameters.upperBound, line[index] != 0x3d, line[index] != 0x3b { index += 1 }
      let name = start..<index
      let valueStart = min(index + 1, parameters.upperBound)
      var isQuoted = false
      while index < parameters.upperBound, isQuoted || line[index] != 0x3b {
        if line[index] == 0x22 { isQuoted.toggle() }
        index += 1
      }
      body(name, valueStart..<max(index, valueStart))
    }
  }

  /// Splits a text at unescaped separators, and resolves its escapes.
  static func components(of text: [UInt8], separator: UInt8?) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == separator {
        parts.append([])
      } else if byte == 0x5c, index < text.count {
        let escaped = text[index]
        index += 1
        parts[parts.count - 1].append(escaped | 0x20 == 0x6e ? 0x0a : escaped)
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts
  }
}
