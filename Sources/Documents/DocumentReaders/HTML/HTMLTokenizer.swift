/// Splits a document into text and tags, as the tokenizer of the HTML standard does.
///
/// It reads the document once, and builds no tree. As in a browser, no input is an error. After a tag whose
/// content has no markup, the caller sets ``content``.
/// Source: <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
struct HTMLTokenizer {
  /// A piece of the document.
  enum Token: Equatable {
    /// Text without character references; long text is given in several pieces.
    case text(Range<Int>)
    case reference(HTMLReference)
    case startTag(HTMLName)
    case endTag(HTMLName)
    case end
  }

  /// The tokenizer states that the caller sets.
  enum Content: Equatable {
    case data
    /// Text with character references, up to an end tag.
    case text(upTo: HTMLName)
    /// Text without character references, up to an end tag.
    case rawText(upTo: HTMLName)
    /// Text without markup up to the end of the document.
    case plaintext
    /// A CDATA section: text without character references up to a position, where the end mark follows.
    case section(end: Int)
  }

  /// An attribute of the last start tag; its value is a range of the document.
  struct Attribute: Equatable {
    var name: HTMLName
    var value: Range<Int>
  }

  /// The longest text token in bytes; so the caller can pass on a long text in pieces.
  static let pieceSize = 16 << 10

  var position = 0
  var content = Content.data
  /// Whether `<![CDATA[` begins text, as in XML.
  var allowsSections = false
  var attributes: [Attribute] = []
  /// Whether the last start tag ended with `/>`.
  var isSelfClosing = false

  let elements = HTMLElementTable.shared

  /// Reads the next token.
  mutating func next(_ bytes: Span<UInt8>) -> Token {
    var start = position
    var index = start
    while true {
      let limit = textLimit(bytes, from: start)
      while index < limit {
        if index <= limit - 8 {
          let marks = Self.specialMarks(bytes.eightBytes(at: index))
          if marks == 0 {
            index += 8
            continue
          }
          index += EightBytes.firstOffset(marks)
        }
        let byte = bytes[index]
        // 0xc2 is the first byte of U+00A0 and U+00AD.
        guard byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0xc2,
          isSpecial(bytes, at: index, byte)
        else {
          index += 1
          continue
        }
        if index > start { return text(start..<index) }
        if let token = special(bytes, at: index, byte) { return token }
        // There was a comment, a soft hyphen, or an ampersand that is text.
        index = position == start ? index + 1 : position
        start = position
        break
      }
      if index < limit { continue }
      if index > start { return text(start..<cut(bytes, from: start, upTo: index)) }
      guard case .section(let end) = content, index >= end else {
        if index >= bytes.count { return .end }
        continue
      }
      content = .data
      start = min(end + 3, bytes.count)
      (index, position) = (start, start)
    }
  }

  /// Marks the bytes at which a token other than text may begin.
  @inline(__always)
  private static func specialMarks(_ bytes: EightBytes) -> UInt64 {
    bytes.marks(of: EightBytes(repeating: UInt8(ascii: "<")))
      | bytes.marks(of: EightBytes(repeating: UInt8(ascii: "&")))
      | bytes.marks(of: EightBytes(repeating: 0xc2))
  }

  private mutating func text(_ range: Range<Int>) -> Token {
    position = range.upperBound
    return .text(range)
  }

  private func textLimit(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let limit = min(bytes.count, start + Self.pieceSize)
    if case .section(let end) = content { return min(limit, end) }
    return limit
  }

  private func cut(_ bytes: Span<UInt8>, from start: Int, upTo limit: Int) -> Int {
    if limit == bytes.count { return limit }
    return HTMLSyntax.characterBoundary(bytes, from: start, upTo: limit)
  }

  /// Whether a token other than text may begin at a byte.
  @inline(__always)
  private func isSpecial(_ bytes: Span<UInt8>, at index: Int, _ byte: UInt8) -> Bool {
    let next = index + 1
    guard next < bytes.count else { return false }
    switch byte {
    case UInt8(ascii: "<"): return beginsMarkup(bytes, at: index)
    case UInt8(ascii: "&"):
      guard bytes[next].isLetter || bytes[next] == UInt8(ascii: "#") else {
        return false
      }
      switch content {
      case .data, .text: return true
      case .rawText, .plaintext, .section: return false
      }
    case 0xc2: return bytes[next] == 0xa0 || bytes[next] == 0xad
    default: return false
    }
  }

  private func beginsMarkup(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    switch content {
    case .data:
      let byte = bytes[index + 1]
      if byte.isLetter || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
        return true
      }
      return byte == UInt8(ascii: "/") && index + 2 < bytes.count
    case .text(let name), .rawText(let name): return isEndTag(bytes, at: index, of: name)
    case .plaintext, .section: return false
    }
  }

  /// Reads the markup or reference at the current position; nil if it makes no token.
  private mutating func special(_ bytes: Span<UInt8>, at index: Int, _ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "<"): return markup(bytes)
    case UInt8(ascii: "&"):
      guard
        let reference = HTMLReference(bytes, at: index, end: bytes.count, isInAttribute: false)
      else { return nil }
      position = reference.end
      return .reference(reference)
    default:
      position = index + 2
      return bytes[index + 1] == 0xa0 ? .reference(HTMLReference("\u{a0}", end: position)) : nil
    }
  }

  /// Reads the markup at the current position; nil if it makes no token.
  private mutating func markup(_ bytes: Span<UInt8>) -> Token? {
    let byte = bytes[position + 1]
    if byte.isLetter { return startTag(bytes) }
    switch byte {
    case UInt8(ascii: "/"):
      let next = bytes[position + 2]
      if next.isLetter { return endTag(bytes) }
      skipBogusComment(bytes)
    case UInt8(ascii: "!"): skipDeclaration(bytes)
    default: skipBogusComment(bytes)
    }
    return nil
  }
}
