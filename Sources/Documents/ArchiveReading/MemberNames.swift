import CharacterEncodings

/// Converts the names of members to UTF-8; most archives do not declare the encoding of names.
///
/// Names in valid UTF-8 stay as they are. All other names of an archive are taken to have one encoding,
/// because one program wrote them; see `FileNameEncoding`.
struct MemberNames {
  private let encoding: CharacterEncoding
  private let isZip: Bool

  /// Recognizes the encoding of the names.
  ///
  /// - Parameters:
  ///   - paths: the paths of all members; paths in UTF-8 are ignored.
  ///   - isZip: whether it is a zip file.
  init(_ paths: [[UInt8]], isZip: Bool) {
    self.isZip = isZip
    encoding = FileNameEncoding.encoding(
      of: paths.filter { !Self.isUnicode($0) }, from: isZip ? .zip : .other)
  }

  /// Whether a path is valid UTF-8, and needs no decoding.
  static func isUnicode(_ path: [UInt8]) -> Bool {
    (try? UTF8Span(validating: path.span)) != nil
  }

  /// Returns a path as UTF-8.
  func decoded(_ path: [UInt8]) -> [UInt8] {
    if Self.isUnicode(path) { return path }
    var decoded = encoding.decode(path.span)
    // Old DOS programs wrote `\` for `/`. Replaced after decoding: its byte may be half a character.
    if isZip, !decoded.contains(UInt8(ascii: "/")) {
      for index in decoded.indices where decoded[index] == UInt8(ascii: "\\") {
        decoded[index] = UInt8(ascii: "/")
      }
    }
    return decoded
  }
}
