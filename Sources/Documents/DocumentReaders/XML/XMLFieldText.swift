/// Collects the value of a metadata field from pieces of text.
struct XMLFieldText {
  /// Values are cut after this number of bytes; longer ones are not useful.
  static let limit = 4_096

  private var bytes: [UInt8] = []
  private var hasGap = false
  private var isFull = false

  /// The value, with single blanks between words.
  var value: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends text.
  mutating func append(_ text: Span<UInt8>) {
    for index in text.indices where !isFull {
      let byte = text[index]
      if byte <= 0x20 { separate() } else { append(byte) }
    }
  }

  /// Appends a character.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value <= 0x20 || scalar.value == 0xa0 { return separate() }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }

  /// Puts a blank between the text so far and the next text.
  mutating func separate() {
    hasGap = !bytes.isEmpty
  }

  private mutating func append(_ byte: UInt8) {
    if isFull { return }
    if hasGap {
      bytes.append(0x20)
      hasGap = false
    }
    bytes.append(byte)
    if bytes.count >= Self.limit { dropPartialCharacter() }
  }

  private mutating func dropPartialCharacter() {
    isFull = true
    while let last = bytes.last, last & 0xc0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xc0 { bytes.removeLast() }
  }
}
