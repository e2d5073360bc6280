import CharacterEncodings

/// Finds out in which encoding XML is written.
enum XMLEncoding {
  /// The declaration is not looked for beyond this many bytes.
  private static let longestDeclaration = 512

  /// Decodes XML, if it is not UTF-8 already.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - limit: decoding stops once the text has this number of bytes, or up to 64 KiB more.
  /// - Returns: valid UTF-8, or nil if the bytes themselves are.
  static func decoded(_ bytes: Span<UInt8>, limit: Int = DecodedSize.limit) -> [UInt8]? {
    if let isBigEndian = isBigEndianUTF16(bytes) {
      return SourceText.utf16(bytes, isBigEndian: isBigEndian, limit: limit)
    }
    var text: [UInt8] = []
    if let label = declaredLabel(bytes), !isUnicode(label),
      let encoding = CharacterEncoding(label: label)
    {
      encoding.decode(bytes, limit: limit, into: &text)
      return text
    }
    if (try? UTF8Span(validating: bytes)) != nil { return nil }
    CharacterEncoding.utf8.decode(bytes, limit: limit, into: &text)
    return text
  }

  /// Whether a label names a Unicode encoding: bytes that show ASCII as bytes are UTF-8 then,
  /// although programs write `UTF-16` at the beginning of such a text, too.
  private static func isUnicode(_ label: String) -> Bool {
    let label = label.lowercased()
    return label.hasPrefix("utf") || label.hasPrefix("ucs") || label.hasPrefix("iso-10646")
      || label == "us-ascii" || label == "ascii"
  }

  private static func isBigEndianUTF16(_ bytes: Span<UInt8>) -> Bool? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xff, 0xfe, _, _), (0x3c, 0, _, 0): return false
    case (0xfe, 0xff, _, _), (0, 0x3c, 0, _): return true
    default: return nil
    }
  }

  /// Reads the name of the encoding in the declaration.
  static func declaredLabel(_ bytes: Span<UInt8>) -> String? {
    let prefix = bytes.extracting(first: longestDeclaration).copied()
    guard prefix.starts(with: Array("<?xml".utf8)),
      let end = prefix.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let declaration = prefix[..<end]
    let name = Array("encoding".utf8)
    guard let place = declaration.indices.first(where: { declaration[$0...].starts(with: name) })
    else { return nil }
    let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let rest = declaration[(place + name.count)...].drop { !quotes.contains($0) }
    guard let quote = rest.first, let close = rest.dropFirst().firstIndex(of: quote) else {
      return nil
    }
    return String(decoding: rest[rest.startIndex + 1..<close], as: UTF8.self)
  }
}
