/// Recognizes private keys by the first lines of a file instead of its name.
///
/// RFC 7468 (PEM), RFC 9580, section 6.2 (OpenPGP), RFC 4716 and OpenSSH's PROTOCOL.key; PuTTY's
/// manual, appendix C; age's `keygen`; OpenVPN's static keys; signify(1) and minisign(1). A key
/// with a passphrase is recognized as well.
public enum PrivateKeyHeader {
  /// The number of bytes that are searched.
  private static let byteLimit = 65_536
  /// The largest number of lines before the key: comments, and attributes of openssl-pkcs12(1).
  private static let lineLimit = 64

  /// Returns the line that shows that a text is a private key.
  ///
  /// Before it, there may be a byte order mark, blanks, comments, bag attributes, and other PEM
  /// blocks (parameters or certificates). O(1) for almost all other texts.
  ///
  /// - Parameter text: the first bytes of a file.
  /// - Returns: the line, without any part of the key itself; nil if the text is no private key.
  public static func find(in text: [UInt8]) -> String? {
    var lines = Lines(text[..<min(text.count, byteLimit)])
    for _ in 0..<lineLimit {
      guard let line = lines.next() else { return nil }
      if let key = key(line) { return key }
      if line.starts(with: begin) {
        lines.skip(to: end + line.dropFirst(begin.count))
      } else if !isBeforeKey(line) {
        return nil
      }
    }
    return nil
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)

  private static func key(_ line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("-----BEGIN "), text.hasSuffix("-----") {
      let label = text.dropFirst(11).dropLast(5)
      let isKey =
        label.hasSuffix("PRIVATE KEY") || label == "PGP PRIVATE KEY BLOCK"
        || label == "OpenVPN Static key V1" || label == "OpenVPN tls-crypt-v2 client key"
      return isKey ? text : nil
    }
    if text.hasPrefix("---- BEGIN SSH2 "), text.hasSuffix("PRIVATE KEY ----") { return text }
    if text.hasPrefix("PuTTY-User-Key-File-") {
      return text.contains(":") ? "PuTTY-User-Key-File" : nil
    }
    if text.hasPrefix("AGE-SECRET-KEY-1"), line.count >= 32, !text.contains(" ") {
      return "AGE-SECRET-KEY-1"
    }
    if text == "SSH PRIVATE KEY FILE FORMAT 1.1" { return text }
    let isComment = text.hasPrefix("untrusted comment: ")
    return isComment && text.hasSuffix("secret key") ? text : nil
  }

  /// Whether a key can follow after this line: a comment, or an attribute (`friendlyName: x`).
  private static func isBeforeKey(_ line: ArraySlice<UInt8>) -> Bool {
    if line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";") { return true }
    // Attributes of a bag as openssl writes them: `localKeyID: 01 02`, `subject=CN = a`, `Key
    // Attributes: <No Attributes>`, `Microsoft Local Key set: <No Values>`.
    let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") }
    return attributes.contains(String(decoding: name, as: UTF8.self))
  }

  private static let attributes: Set<String> = [
    "Bag Attributes", "Key Attributes", "friendlyName", "localKeyID", "subject", "issuer",
    "Microsoft CSP Name", "Microsoft Local Key set", "X509v3 Key Usage", "1.3.6.1.4.1.311.17.2",
    "1.3.6.1.4.1.311.17.1", "2.16.840.1.113894.746875.1.1",
  ]
}

/// Iterates over the lines of a text, without the blanks around them.
private struct Lines {
  /// More bytes than the first line of a key, or a line before it, can have.
  private static let lengthLimit = 1_024

  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) {
    rest = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text
  }

  /// Returns the next line; nil at the end of the text, or if the line has `limit` bytes or more.
  mutating func next(limit: Int = lengthLimit) -> ArraySlice<UInt8>? {
    while let first = rest.first, Self.isBlank(first) || Self.isEnd(first) { rest.removeFirst() }
    var line = rest.prefix(limit).prefix { !Self.isEnd($0) }
    if line.isEmpty || line.count == limit { return nil }
    rest = rest[line.endIndex...]
    while let last = line.last, Self.isBlank(last) { line.removeLast() }
    return line
  }

  /// Skips all lines, of any length, up to and including `last`, or up to the end of the text.
  mutating func skip(to last: [UInt8]) {
    while let line = next(limit: .max), !line.elementsEqual(last) {}
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }
}
