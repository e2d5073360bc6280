/// A token of an XML text.
enum XMLToken<Name: XMLVocabulary> {
  /// The start of an element.
  case open(XMLTag<Name>)
  /// The end of an element, also of an empty element.
  case close(Name)
  /// Text without references, in at most ``XMLTokenizer/longestText`` bytes.
  case text(Range<Int>)
  /// A character that was written as a reference.
  case character(Unicode.Scalar)
}

/// Splits XML into tokens.
///
/// Document types are skipped, so entities cannot expand, and nothing external is loaded. The memory is
/// constant: open elements are only counted, so a wrong end tag is not noticed. Each call must get the same
/// bytes. O(bytes) for the whole text.
struct XMLTokenizer<Name: XMLVocabulary> {
  /// The longest text token in bytes; longer text is split.
  static var longestText: Int { 16 << 10 }

  /// The position of the next token.
  private(set) var position: Int
  /// The number of open elements.
  private(set) var depth = 0
  /// Why the tokens ended before the end of the document; nil if they did not.
  private(set) var failure: ReadingFailure?
  /// The end of the CDATA section in which ``position`` is; outside, it is not after ``position``.
  private var sectionEnd = 0
  /// The name of the empty element whose end is the next token; nil if there is none.
  private var emptyElement: Name?

  /// Begins at a position in the text.
  init(at position: Int = 0) {
    self.position = position
  }

  /// Returns the next token.
  ///
  /// - Parameter bytes: valid UTF-8.
  /// - Returns: nil at the end, and at the first damage; ``failure`` distinguishes them.
  mutating func next(in bytes: Span<UInt8>) -> XMLToken<Name>? {
    if let name = emptyElement {
      emptyElement = nil
      depth -= 1
      return .close(name)
    }
    while position < bytes.count {
      if position < sectionEnd { return .text(sectionText(bytes)) }
      let byte = bytes[position]
      if byte == UInt8(ascii: "&") {
        let (scalar, end) = XMLEntity.character(at: position, to: bytes.count, in: bytes)
        position = end
        return .character(scalar)
      }
      guard byte == UInt8(ascii: "<") else { return .text(text(bytes)) }
      guard position + 1 < bytes.count else { break }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"): return close(bytes)
      case UInt8(ascii: "!"): if !skipDeclaration(bytes) { return nil }
      case UInt8(ascii: "?"): if !skip(to: "?>", from: position + 2, bytes) { return nil }
      case 0...0x40, 0x5b...0x5e, 0x60, 0x7b...0x7f:
        position += 1
        return .character("<")
      default: return open(bytes)
      }
    }
    if position < bytes.count || depth > 0 { fail("the XML ends inside an element") }
    return nil
  }

  private mutating func fail(_ reason: String) {
    if failure == nil { failure = .damaged(reason) }
    position = .max
  }

  private mutating func text(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    let limit = min(bytes.count, start + Self.longestText)
    let end = bytes.offset(
      of: UInt8(ascii: "<"), or: UInt8(ascii: "&"), from: start + 1, upTo: limit)
    return piece(start, end, bytes)
  }

  private mutating func sectionText(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    let range = piece(start, min(sectionEnd, start + Self.longestText), bytes)
    if position == sectionEnd { position += 3 }
    return range
  }

  /// Returns the range of a piece of text, which does not split a character.
  private mutating func piece(_ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Range<Int> {
    var cut = end
    while cut > start + 1, cut < bytes.count, bytes[cut] & 0xc0 == 0x80 { cut -= 1 }
    position = cut
    return start..<cut
  }

  private mutating func open(_ bytes: Span<UInt8>) -> XMLToken<Name>? {
    let (name, start) = name(at: position + 1, bytes)
    var end = start
    var quote: UInt8 = 0
    while end < bytes.count {
      if quote != 0 {
        end = bytes.offset(of: quote, or: UInt8(ascii: "<"), from: end, upTo: bytes.count)
        if end == bytes.count { break }
      }
      let byte = bytes[end]
      // A tag may not contain `<`. So a missing quotation mark costs only this tag, not the text after it.
      if byte == UInt8(ascii: "<") { break }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      end += 1
    }
    guard moveBehindTag(end, bytes) else { return nil }
    depth += 1
    if quote == 0, end > start, bytes[end - 1] == UInt8(ascii: "/") { emptyElement = name }
    return .open(XMLTag(name: name, attributes: start..<end, end: position))
  }

  private mutating func close(_ bytes: Span<UInt8>) -> XMLToken<Name>? {
    var (name, end) = name(at: position + 2, bytes)
    while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<") {
      end += 1
    }
    guard moveBehindTag(end, bytes) else { return nil }
    if depth > 0 { depth -= 1 }
    return .close(name)
  }

  /// Moves to the end of a tag; if `>` is missing, the tag ends where the next tag begins.
  private mutating func moveBehindTag(_ end: Int, _ bytes: Span<UInt8>) -> Bool {
    guard end < bytes.count else {
      fail("the XML ends inside a tag")
      return false
    }
    position = bytes[end] == UInt8(ascii: ">") ? end + 1 : end
    return true
  }

  /// Reads a name without its prefix.
  private func name(at position: Int, _ bytes: Span<UInt8>) -> (Name, end: Int) {
    var (start, end) = (position, position)
    var hash = XMLNameTable<Name>.emptyHash
    while end < bytes.count {
      let byte = bytes[end]
      if byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: "<")
      {
        break
      }
      end += 1
      if byte == UInt8(ascii: ":") {
        (start, hash) = (end, XMLNameTable<Name>.emptyHash)
      } else {
        hash = XMLNameTable<Name>.hash(hash, byte)
      }
    }
    return (Name.names.name(at: start..<end, hash: hash, in: bytes), end)
  }

  /// Moves to the end of a comment or document type, or into a CDATA section.
  private mutating func skipDeclaration(_ bytes: Span<UInt8>) -> Bool {
    if bytes.hasBytes("<!--", at: position) { return skip(to: "-->", from: position + 4, bytes) }
    if bytes.hasBytes("<![CDATA[", at: position) {
      let start = position + 9
      guard skip(to: "]]>", from: start, bytes) else { return false }
      (position, sectionEnd) = (start, position - 3)
      if position == sectionEnd { position += 3 }
      return true
    }
    return skipDocumentType(bytes)
  }

  private mutating func skipDocumentType(_ bytes: Span<UInt8>) -> Bool {
    var (quote, brackets): (UInt8, Int) = (0, 0)
    position += 2
    while position < bytes.count {
      let byte = bytes[position]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "<"), bytes.hasBytes("<!--", at: position) {
        guard skip(to: "-->", from: position + 4, bytes) else { return false }
        continue
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      } else if byte == UInt8(ascii: ">"), brackets <= 0 {
        position += 1
        return true
      }
      position += 1
    }
    fail("the XML ends inside its document type")
    return false
  }

  /// Moves to the end of the next occurrence of a mark.
  private mutating func skip(to mark: StaticString, from start: Int, _ bytes: Span<UInt8>) -> Bool {
    guard let end = bytes.firstRange(of: mark, from: start)?.upperBound else {
      fail("the XML ends inside a comment or section")
      return false
    }
    position = end
    return true
  }
}
