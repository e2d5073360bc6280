/// Reads the content of a CMS signed-data object (RFC 5652) in DER or BER; signatures are not checked.
enum SignedData {
  /// What an object contains.
  enum Content {
    /// The signed bytes.
    case signed([UInt8])
    /// Only a certificate, or a signature of content that is elsewhere.
    case nothing
    /// Content that only the owner of a key can read.
    case encrypted
    case damaged
  }

  private struct Element {
    var tag: UInt8
    var content: Range<Int>
    /// Whether two zero bytes end the content, which may then end before its range does.
    var isOpen = false
  }

  /// The deepest nesting of elements that is read; real objects have six levels.
  private static let depthLimit = 16
  /// The number of elements of one level that are read; writers split content into pieces of 1 KiB and more.
  private static let elementLimit = 1_000_000

  /// What the identifiers of PKCS #7 and PKCS #9 begin with.
  private static let prefix: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1]
  private static let signedIdentifier = prefix + [7, 2]
  /// Enveloped, signed and enveloped, encrypted, and authenticated enveloped data (RFC 2315, RFC 5083).
  private static let encryptedIdentifiers = [[7, 3], [7, 4], [7, 6], [9, 16, 1, 23]].map {
    prefix + $0
  }

  /// Reads an object; it may be in Base64, with or without the lines of PEM.
  ///
  /// O(bytes).
  static func content(of bytes: Span<UInt8>) -> Content {
    if bytes.count > 1, bytes[0] == 0x30 { return object(bytes) }
    var range = bytes.trimmedRange
    if bytes.extracting(range).hasBytes("-----BEGIN ") {
      let next = bytes.nextLine(after: bytes.lineRange(at: range.lowerBound).upperBound)
      range = min(next, range.upperBound)..<range.upperBound
      let end = bytes.firstRange(of: "-----END", from: range.lowerBound)?.lowerBound
      range = range.lowerBound..<max(range.lowerBound, end ?? range.upperBound)
    }
    let decoded = MailBase64.decode(bytes, range)
    return decoded.first == 0x30 ? object(decoded.span) : .damaged
  }

  private static func object(_ bytes: Span<UInt8>) -> Content {
    guard let object = element(bytes, 0..<bytes.count), object.tag == 0x30,
      let identifier = element(bytes, object.content), identifier.tag == 0x06
    else { return .damaged }
    let name = bytes.extracting(identifier.content).copied()
    if encryptedIdentifiers.contains(name) { return .encrypted }
    let rest = identifier.content.upperBound..<object.content.upperBound
    guard name == signedIdentifier, let wrapper = element(bytes, rest),
      let signed = element(bytes, wrapper.content), signed.tag == 0x30,
      let version = element(bytes, signed.content), let algorithms = end(of: version, bytes),
      let set = element(bytes, algorithms..<signed.content.upperBound),
      let start = end(of: set, bytes),
      let encapsulated = element(bytes, start..<signed.content.upperBound),
      encapsulated.tag == 0x30,
      let type = element(bytes, encapsulated.content)
    else { return .damaged }
    guard
      let explicit = element(bytes, type.content.upperBound..<encapsulated.content.upperBound),
      explicit.tag == 0xa0, let octets = element(bytes, explicit.content)
    else { return .nothing }
    var content: [UInt8] = []
    append(octets, bytes, depth: 0, to: &content)
    return content.isEmpty ? .nothing : .signed(content)
  }

  /// Appends the bytes of an octet string, which may be in pieces.
  private static func append(
    _ octets: Element, _ bytes: Span<UInt8>, depth: Int, to content: inout [UInt8]
  ) {
    guard octets.tag == 0x24, depth < depthLimit else {
      if octets.tag == 0x04 { content.append(bytes.extracting(octets.content)) }
      return
    }
    var start = octets.content.lowerBound
    for _ in 0..<elementLimit {
      guard let piece = element(bytes, start..<octets.content.upperBound), piece.tag != 0 else {
        return
      }
      append(piece, bytes, depth: depth + 1, to: &content)
      guard let next = end(of: piece, bytes) else { return }
      start = next
    }
  }

  /// Reads the header of the element at the beginning of a range; nil if there is none.
  private static func element(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Element? {
    guard range.count >= 2, bytes[range.lowerBound] & 0x1f != 0x1f else { return nil }
    let tag = bytes[range.lowerBound]
    let length = bytes[range.lowerBound + 1]
    let start = range.lowerBound + 2
    if length < 0x80 {
      return Element(tag: tag, content: start..<min(start + Int(length), range.upperBound))
    }
    if length == 0x80 {
      // Only elements that contain others may be open; the bytes of an octet string would count many times.
      let contains = tag & 0x20 != 0
      return contains ? Element(tag: tag, content: start..<range.upperBound, isOpen: true) : nil
    }
    let size = Int(length & 0x7f)
    guard size <= 4, let count = bytes.big(start, size), start + size <= range.upperBound else {
      return nil
    }
    let content = start + size
    // A cut object ends earlier than it declares.
    return Element(tag: tag, content: content..<content + min(count, range.upperBound - content))
  }

  /// Returns the offset after an element; nil if its end cannot be found.
  private static func end(of element: Element, _ bytes: Span<UInt8>, depth: Int = 0) -> Int? {
    guard element.isOpen else { return element.content.upperBound }
    guard depth < depthLimit else { return nil }
    var start = element.content.lowerBound
    for _ in 0..<elementLimit {
      guard let child = self.element(bytes, start..<element.content.upperBound) else { return nil }
      if child.tag == 0, child.content.isEmpty { return child.content.upperBound }
      guard let next = end(of: child, bytes, depth: depth + 1) else { return nil }
      start = next
    }
    return nil
  }
}

/// Reads a signed file: the content becomes a member.
public enum SignedDataReader {
  /// Reads a file.
  ///
  /// - Throws: `encrypted` if the content is encrypted; `damaged` if there is no object.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    switch SignedData.content(of: bytes) {
    case .signed(let content): give(content, name: nil, to: &sink)
    case .nothing: return
    case .encrypted: throw .encrypted
    case .damaged: throw .damaged("There is no signed data.")
    }
  }

  /// Gives signed content to a sink as a member, which has the name of the signed file without its suffix.
  static func give(_ content: [UInt8], name: [UInt8]?, to sink: inout some DocumentSink) {
    let suffix = Array(".p7m".utf8)
    var path = name ?? []
    if path.suffix(suffix.count).elementsEqual(suffix) { path.removeLast(suffix.count) }
    let member = DocumentMember(
      path: path.isEmpty ? Array("content".utf8) : path,
      type: isMail(content) ? "message/rfc822" : nil, size: Int64(content.count))
    sink.add(member, content: content)
  }

  /// Whether signed content is a part of a mail, with its own header (RFC 8551).
  static func isMail(_ content: [UInt8]) -> Bool {
    let start = String(decoding: content.prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("content-") || start.hasPrefix("mime-version:")
  }
}
