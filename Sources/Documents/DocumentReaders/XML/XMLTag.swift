/// The start of an element; its attributes are read when they are asked for.
struct XMLTag<Name: XMLVocabulary> {
  /// The longest value of an attribute that is given, in bytes.
  static var longestValue: Int { 4_096 }

  /// The name without prefix.
  var name: Name
  /// Where the attributes are.
  var attributes: Range<Int>
  /// The position after the tag.
  var end: Int

  /// Finds an attribute.
  ///
  /// O(bytes of the tag).
  ///
  /// - Parameters:
  ///   - wanted: the name without prefix.
  ///   - isPrefixed: whether the attribute has a prefix, if that matters.
  ///   - bytes: the whole text.
  /// - Returns: where its value is, undecoded.
  func range(of wanted: Name, isPrefixed: Bool? = nil, in bytes: Span<UInt8>) -> Range<Int>? {
    var position = attributes.lowerBound
    let end = attributes.upperBound
    while position < end {
      while position < end, isBlank(bytes[position]) || bytes[position] == UInt8(ascii: "/") {
        position += 1
      }
      var start = position
      let first = position
      var hash = XMLNameTable<Name>.emptyHash
      while position < end, bytes[position] != UInt8(ascii: "="), !isBlank(bytes[position]) {
        hash = XMLNameTable<Name>.hash(hash, bytes[position])
        position += 1
        if bytes[position - 1] == UInt8(ascii: ":") {
          (start, hash) = (position, XMLNameTable<Name>.emptyHash)
        }
      }
      let name = start..<position
      while position < end, isBlank(bytes[position]) { position += 1 }
      guard position < end, bytes[position] == UInt8(ascii: "=") else { continue }
      position += 1
      while position < end, isBlank(bytes[position]) { position += 1 }
      guard position < end else { return nil }
      let quote = bytes[position]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      position += 1
      let value = position
      position = bytes.offset(of: quote, or: quote, from: position, upTo: end)
      if isPrefixed == nil || isPrefixed == (start > first),
        Name.names.name(at: name, hash: hash, in: bytes) == wanted
      {
        return value..<position
      }
      position += 1
    }
    return nil
  }

  /// Finds and decodes an attribute.
  func value(of wanted: Name, isPrefixed: Bool? = nil, in bytes: Span<UInt8>) -> String? {
    guard let range = range(of: wanted, isPrefixed: isPrefixed, in: bytes) else { return nil }
    var (value, position) = ([UInt8](), range.lowerBound)
    while position < range.upperBound, value.count < Self.longestValue {
      if bytes[position] == UInt8(ascii: "&") {
        let (scalar, end) = XMLEntity.character(at: position, to: range.upperBound, in: bytes)
        value.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        position = end
      } else {
        value.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Whether an attribute has a value.
  func has(_ name: Name, _ value: StaticString, in bytes: Span<UInt8>) -> Bool {
    range(of: name, in: bytes).map { bytes.extracting($0).isKey(value) } ?? false
  }

  /// Reads a number without sign from an attribute.
  func number(of name: Name, in bytes: Span<UInt8>) -> Int? {
    guard let range = range(of: name, in: bytes), range.count < 18, !range.isEmpty else {
      return nil
    }
    guard range.allSatisfy({ bytes[$0].isDigit }) else { return nil }
    return range.reduce(0) { $0 * 10 + Int(bytes[$1] & 0xf) }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
