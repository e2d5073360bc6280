extension HTMLTokenizer {
  /// Further attributes of a tag are skipped; no real tag has that many.
  private static let maximumAttributes = 64

  /// Reads the start tag at the current position.
  mutating func startTag(_ bytes: Span<UInt8>) -> Token {
    let name = tagName(bytes, at: position + 1)
    isSelfClosing = false
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    return skipAttributes(bytes, keeping: elements[name].hasAttributes) ? .startTag(name) : .end
  }

  /// Reads the end tag at the current position.
  mutating func endTag(_ bytes: Span<UInt8>) -> Token {
    let name = tagName(bytes, at: position + 2)
    content = .data
    return skipAttributes(bytes, keeping: false) ? .endTag(name) : .end
  }

  /// Whether the end tag of the element `name` is at a position.
  func isEndTag(_ bytes: Span<UInt8>, at index: Int, of name: HTMLName) -> Bool {
    index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
      && isName(bytes, at: index + 2, name)
  }

  /// Whether a name is at a position, and the byte after it ends the name.
  func isName(_ bytes: Span<UInt8>, at start: Int, _ name: HTMLName) -> Bool {
    // Longer names than ten characters are unknown, so reading can stop there.
    var index = start
    let limit = min(bytes.count, start + 11)
    while index < limit, !HTMLSyntax.endsName(bytes[index]) { index += 1 }
    return index < limit && HTMLName(bytes, start..<index) == name
  }

  private mutating func tagName(_ bytes: Span<UInt8>, at start: Int) -> HTMLName {
    position = start
    return HTMLName(tagAt: &position, bytes)
  }

  /// Reads the attributes at the current position, and the end of the tag.
  ///
  /// - Returns: false if the document ends inside the tag.
  private mutating func skipAttributes(_ bytes: Span<UInt8>, keeping keeps: Bool) -> Bool {
    let count = bytes.count
    var index = position
    defer { position = index }
    while index < count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        index += 1
        return true
      }
      if HTMLSyntax.isBlank(byte) {
        index += 1
      } else if byte == UInt8(ascii: "/") {
        index += 1
        if index < count, bytes[index] == UInt8(ascii: ">") { isSelfClosing = true }
      } else {
        // The standard makes the first character part of the name, even if it is an equals sign.
        let name = index
        index += 1
        while index < count, bytes[index] != UInt8(ascii: "="), !HTMLSyntax.endsName(bytes[index]) {
          index += 1
        }
        let nameEnd = index
        guard let value = value(bytes, at: &index) else { return false }
        if keeps, attributes.count < Self.maximumAttributes {
          attributes.append(Attribute(name: HTMLName(bytes, name..<nameEnd), value: value))
        }
      }
    }
    return false
  }

  /// Reads the value that follows the name of an attribute.
  ///
  /// - Returns: an empty range if there is no value; nil if the document ends inside the value.
  @inline(__always)
  private func value(_ bytes: Span<UInt8>, at index: inout Int) -> Range<Int>? {
    let count = bytes.count
    while index < count, HTMLSyntax.isBlank(bytes[index]) { index += 1 }
    guard index < count else { return nil }
    if bytes[index] != UInt8(ascii: "=") { return index..<index }
    index += 1
    while index < count, HTMLSyntax.isBlank(bytes[index]) { index += 1 }
    guard index < count else { return nil }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      let start = index
      index = bytes.offset(of: quote, from: index)
      guard index < count else { return nil }
      index += 1
      return start..<(index - 1)
    }
    let start = index
    while index < count, bytes[index] != UInt8(ascii: ">"), !HTMLSyntax.isBlank(bytes[index]) {
      index += 1
    }
    return start..<index
  }

  /// Returns the value of an attribute of the last start tag, with character references replaced.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute; if the tag has it twice, the first one is used.
  ///   - bytes: the document.
  ///   - limit: the value is cut after this number of bytes.
  /// - Returns: nil if there is no such attribute.
  func value(of name: HTMLName, _ bytes: Span<UInt8>, limit: Int) -> [UInt8]? {
    guard let attribute = attributes.first(where: { $0.name == name }) else { return nil }
    let start = attribute.value.lowerBound
    var end = attribute.value.upperBound
    if attribute.value.count > limit {
      end = HTMLSyntax.characterBoundary(bytes, from: start, upTo: start + limit)
    }
    var value: [UInt8] = []
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&"),
        let reference = HTMLReference(bytes, at: index, end: end, isInAttribute: true)
      {
        value.append(contentsOf: String(reference.first).utf8)
        if let second = reference.second { value.append(contentsOf: String(second).utf8) }
        index = reference.end
      } else {
        value.append(byte)
        index += 1
      }
    }
    return value
  }
}
