import CharacterEncodings

/// Makes UTF-8 of the names of members, whose encoding most archives do not declare.
///
/// Names that are UTF-8 stay as they are. All others of an archive have one encoding, because one
/// program wrote them; see `FileNameEncoding`.
struct MemberNames {
  private let encoding: CharacterEncoding
  private let isZip: Bool

  /// Recognizes the encoding.
  ///
  /// - Parameters:
  ///   - paths: the paths of the archive; UTF-8 paths are ignored.
  ///   - isZip: whether it is a zip file.
  init(_ paths: [[UInt8]], isZip: Bool) {
    self.isZip = isZip
    encoding = FileNameEncoding.encoding(
      of: paths.filter { !Self.isUnicode($0) }, from: isZip ? .zip : .other)
  }

  /// Whether a path is UTF-8, and needs no decoding.
  static func isUnicode(_ path: [UInt8]) -> Bool {
    (try? UTF8Span(validating: path.span)) != nil
  }

  /// A path as UTF-8.
  func decoded(_ path: [UInt8]) -> [UInt8] {
    if Self.isUnicode(path) { return path }
    var decoded = encoding.decode(path.span)
    // Old programs of DOS wrote its separator; in the encoding of the path it may be half a character.
    if isZip, !decoded.contains(UInt8(ascii: "/")) {
      for index in decoded.indices where decoded[index] == UInt8(ascii: "\\") {
        decoded[index] = UInt8(ascii: "/")
      }
    }
    return decoded
  }
}
