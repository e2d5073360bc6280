/// Parses the assignments of a configuration file one by one.
///
/// The syntax is systemd's: `[Section]`, `Key=Value`, and comments that begin with `#` or `;`. A
/// backslash at the end of a line joins the next line to it with a blank.
///
/// Source: systemd.syntax(7).
package struct ConfigurationLines {
  /// A line `Key=Value`.
  package struct Assignment: Equatable {
    package let section: String
    package let key: String
    package let value: String
    /// The number of its first line; the first line of the file is 1.
    package let line: Int
  }

  /// A line that cannot be parsed.
  package struct Fault: Error, Equatable {
    /// The number of the line; the first line is 1.
    package let line: Int
    package let reason: String

    /// Makes a fault.
    package init(line: Int, reason: String) {
      (self.line, self.reason) = (line, reason)
    }
  }

  private var rest: ArraySlice<UInt8>
  private var line = 0
  private var section = ""

  /// - Parameter text: the bytes of the file.
  package init(_ text: [UInt8]) {
    rest = text.starts(with: [0xef, 0xbb, 0xbf]) ? text[3...] : text[...]
  }

  /// Returns the next assignment.
  ///
  /// O(bytes read).
  ///
  /// - Returns: nil at the end of the text.
  /// - Throws: a ``Fault`` for the first line that cannot be parsed.
  package mutating func next() throws(Fault) -> Assignment? {
    while let bytes = nextLine() {
      let first = line
      let content = bytes.trimmed
      guard let sign = content.first, !Self.isComment(sign) else { continue }
      let joined = join(content).trimmed
      guard !joined.contains(0), let text = String(validating: joined, as: UTF8.self) else {
        throw Fault(line: first, reason: "this line is not valid UTF-8.")
      }
      if text.hasPrefix("["), text.hasSuffix("]") {
        section = String(text.dropFirst().dropLast())
      } else if let equals = joined.firstIndex(of: UInt8(ascii: "=")), sign != UInt8(ascii: "[") {
        return Assignment(
          section: section, key: String(decoding: joined[..<equals].trimmed, as: UTF8.self),
          value: String(decoding: joined[(equals + 1)...].trimmed, as: UTF8.self), line: first)
      } else {
        throw Fault(line: first, reason: "this line is neither [Section], Key=Value nor a comment.")
      }
    }
    return nil
  }

  /// Quotes a word for a value of several words, which are separated by blanks.
  ///
  /// - Parameter word: the word, without a line feed.
  /// - Returns: the word between double quotes; a double quote in it is between single ones.
  package static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"'\"'\""))\""
  }

  /// Joins lines while a line ends in a backslash; comment lines between them are skipped.
  private mutating func join(_ first: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var joined = first
    while joined.last == UInt8(ascii: "\\") {
      joined = joined.dropLast() + [UInt8(ascii: " ")]
      var following = nextLine()?.trimmed
      while let sign = following?.first, Self.isComment(sign) { following = nextLine()?.trimmed }
      joined += following ?? []
    }
    return joined
  }

  private mutating func nextLine() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    line += 1
    return rest[..<end]
  }

  private static func isComment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without ASCII white space at both ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}
