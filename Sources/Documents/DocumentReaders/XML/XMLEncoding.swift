/// Finds the encoding of XML, and decodes it.
enum XMLEncoding {
  /// The encoding declaration must end within this number of bytes.
  private static let longestDeclaration = 512

  /// Decodes XML unless it is valid UTF-8 already.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - limit: decoding stops after this number of bytes of text, at most 64 KiB later.
  /// - Returns: valid UTF-8; nil if `bytes` are valid UTF-8 already.
  static func decoded(_ bytes: Span<UInt8>, limit: Int = DecodedSize.limit) -> [UInt8]? {
    if let isBigEndian = isBigEndianUTF16(bytes) {
      return SourceText.utf16(bytes, isBigEndian: isBigEndian, limit: limit)
    }
    return SourceText.decoded(bytes, limit: limit)
  }

  private static func isBigEndianUTF16(_ bytes: Span<UInt8>) -> Bool? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xff, 0xfe, _, _), (0x3c, 0, _, 0): return false
    case (0xfe, 0xff, _, _), (0, 0x3c, 0, _): return true
    default: return nil
    }
  }

  /// Returns the name of the encoding in the XML declaration; nil if there is none.
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
