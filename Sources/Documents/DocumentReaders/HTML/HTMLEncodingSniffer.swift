internal import CharacterEncodings

/// Finds the encodings that a document declares.
///
/// Browsers also honour a declaration after the first 1,024 bytes, for which they begin anew.
/// Source: <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
enum HTMLEncodingSniffer {
  /// Declarations are searched only in this number of first bytes.
  static let examinedSize = 65_536
  /// Attribute values are cut after this number of bytes; labels are shorter.
  private static let maximumLabel = 256

  /// Finds the encodings of `charset`, then of a `meta` element, then of the XML declaration.
  static func encodings(of bytes: Span<UInt8>, charset: String?) -> [CharacterEncoding] {
    var encodings: [CharacterEncoding] = []
    // Mail programs declare ASCII if they do not know the encoding.
    if let charset, !["us-ascii", "ascii"].contains(charset.lowercased()),
      let encoding = CharacterEncoding(label: charset)
    {
      encodings.append(encoding)
    }
    let start = bytes.extracting(first: examinedSize)
    if let encoding = metaElement(start) { encodings.append(encoding) }
    let label = XMLEncoding.declaredLabel(start)
    if let encoding = label.flatMap(encoding(inContent:)) { encodings.append(encoding) }
    return encodings
  }

  /// Recognizes UTF-16 by the first characters of an XML declaration or of markup.
  static func wideDeclaration(_ bytes: Span<UInt8>) -> CharacterEncoding? {
    guard bytes.count >= 4 else { return nil }
    let mark = UInt8(ascii: "<")
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (mark, 0, 1..., 0): return CharacterEncoding(label: "utf-16le")
    case (0, mark, 0, 1...): return CharacterEncoding(label: "utf-16be")
    default: return nil
    }
  }

  private static func metaElement(_ bytes: Span<UInt8>) -> CharacterEncoding? {
    var tokenizer = HTMLTokenizer()
    while true {
      switch tokenizer.next(bytes) {
      case .startTag(.meta):
        guard let label = label(tokenizer, bytes) else { continue }
        if let encoding = encoding(inContent: label) { return encoding }
      case .end: return nil
      default: continue
      }
    }
  }

  private static func label(
    _ tokenizer: HTMLTokenizer, _ bytes: Span<UInt8>
  ) -> String? {
    if let label = tokenizer.value(of: .charset, bytes, limit: maximumLabel) {
      return String(decoding: label, as: UTF8.self)
    }
    guard let header = tokenizer.value(of: .httpEquivalent, bytes, limit: maximumLabel),
      String(decoding: header, as: UTF8.self).lowercased() == "content-type",
      let content = tokenizer.value(of: .content, bytes, limit: maximumLabel)
    else { return nil }
    return charset(ofContentType: content)
  }

  /// Returns the `charset` parameter of a value such as `text/html; charset="utf-8"`.
  static func charset(ofContentType content: [UInt8]) -> String? {
    var index = 0
    while index < content.count {
      guard HTMLSyntax.matches(content.span, at: index, "charset") else {
        index += 1
        continue
      }
      index += 7
      while index < content.count, HTMLSyntax.isBlank(content[index]) { index += 1 }
      guard index < content.count, content[index] == UInt8(ascii: "=") else { continue }
      let value = content[(index + 1)...].drop(while: HTMLSyntax.isBlank)
      if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        let quoted = value.dropFirst()
        return quoted.firstIndex(of: quote).map { String(decoding: quoted[..<$0], as: UTF8.self) }
      }
      let end = value.firstIndex { HTMLSyntax.isBlank($0) || $0 == UInt8(ascii: ";") }
      return String(decoding: value[..<(end ?? value.endIndex)], as: UTF8.self)
    }
    return nil
  }

  /// Returns the encoding that a label inside the document means.
  ///
  /// If the label could be read as ASCII, the document is not UTF-16, even if the label says so.
  private static func encoding(inContent label: String) -> CharacterEncoding? {
    if label.lowercased() == "x-user-defined" { return .windows1252 }
    guard let encoding = CharacterEncoding(label: label) else { return nil }
    return encoding.name.hasPrefix("UTF-16") || encoding.name.hasPrefix("UTF-32") ? .utf8 : encoding
  }
}
