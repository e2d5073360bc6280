extension FilePath {
  /// The path as a percent-encoded `file:` URI; every byte is preserved.
  ///
  /// Source: RFC 8089, RFC 3986 section 2.
  public var uri: String {
    var text = "file://"
    text.reserveCapacity(text.utf8.count + bytes.count)
    for byte in bytes {
      if Self.isUnescaped(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// Creates a path from a local `file:` URI.
  ///
  /// - Returns: nil for another scheme, a host other than `localhost`, or an invalid escape.
  public init?(uri: String) {
    var encoded = Array(uri.utf8)[...]
    guard Self.drop("file:", from: &encoded) else { return nil }
    if Self.drop("//", from: &encoded) { _ = Self.drop("localhost", from: &encoded) }
    guard encoded.first == 0x2f else { return nil }
    var bytes: [UInt8] = []
    while let byte = encoded.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = encoded.popFirst().flatMap(Self.hexadecimal),
        let low = encoded.popFirst().flatMap(Self.hexadecimal)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(absolute: bytes)
  }

  /// Removes a word from the beginning, ignoring case, as for schemes and hosts; returns whether it was there
  /// (`word` must be in lower case).
  private static func drop(_ word: String, from text: inout ArraySlice<UInt8>) -> Bool {
    let start = text.prefix(word.utf8.count)
    let lowered = start.map { 0x41...0x5a ~= $0 ? $0 + 0x20 : $0 }
    guard lowered.elementsEqual(word.utf8) else { return false }
    text = text.dropFirst(start.count)
    return true
  }

  private static func isUnescaped(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    case 0x2d, 0x2e, 0x2f, 0x5f, 0x7e: true
    default: false
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
