/// The start tag of an element; attributes are parsed only when they are requested.
struct XMLTag<Name: XMLVocabulary> {
  /// The longest value of an attribute that is returned, in bytes.
  static var longestValue: Int { 4_096 }

  /// The name without its prefix.
  var name: Name
  /// The range of the attributes.
  var attributes: Range<Int>
  /// The position after the tag.
  var end: Int

  /// Finds the value of an attribute.
  ///
  /// O(bytes of the tag).
  ///
  /// - Parameters:
  ///   - wanted: the name without its prefix.
  ///   - isPrefixed: whether the attribute must have a prefix; nil if it does not matter.
  ///   - bytes: the whole text.
  /// - Returns: the range of the value, not decoded; nil if there is no such attribute.
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

  /// Finds and decodes the value of an attribute; nil if there is none.
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

  /// Whether an attribute has this value.
  func has(_ name: Name, _ value: StaticString, in bytes: Span<UInt8>) -> Bool {
    range(of: name, in: bytes).map { bytes.extracting($0).isKey(value) } ?? false
  }

  /// Returns the value of an attribute as an unsigned number; nil if it is not a number.
  func number(of name: Name, in bytes: Span<UInt8>) -> Int? {
    guard let range = range(of: name, in: bytes), range.count < 18, !range.isEmpty else {
      return nil
    }
    guard range.allSatisfy({ bytes[$0].isDigit }) else { return nil }
    return range.reduce(0) { $0 * 10 + Int(bytes[$1] & 0xf) }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
