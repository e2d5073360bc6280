/// A single-byte encoding whose lower half is ASCII.
struct SingleBytePage: Sendable {
  let encoding: CharacterEncoding
  /// The characters of all bytes.
  let scalars: [Unicode.Scalar]
  let kinds: [CharacterKind]

  /// Loads the page of an encoding; nil if it is not a single-byte encoding.
  init?(_ encoding: CharacterEncoding) {
    if encoding.isMultibyte { return nil }
    guard let converter = Converter(encoding.name) else { return nil }
    let bytes = (UInt8(0x80)...0xff).map(\.self)
    var text: [UInt8] = []
    _ = converter.decode(bytes.span, limit: .max, into: &text)
    let upperHalf = String(decoding: text, as: UTF8.self).unicodeScalars
    if upperHalf.count != bytes.count { return nil }
    self.encoding = encoding
    scalars = (UInt8(0)..<0x80).map { Unicode.Scalar($0) } + upperHalf
    kinds = scalars.map { CharacterKind($0) }
  }

  /// Decodes bytes; unlike some of ICU's converters, it leaves control characters as they are.
  ///
  /// - Returns: the number of bytes that were decoded.
  func decode(_ bytes: Span<UInt8>, limit: Int, into text: inout [UInt8]) -> Int {
    for index in bytes.indices {
      if text.count >= limit { return index }
      if bytes[index] < 0x80 {
        text.append(bytes[index])
      } else {
        let scalar = scalars[Int(bytes[index])]
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes.count
  }
}
