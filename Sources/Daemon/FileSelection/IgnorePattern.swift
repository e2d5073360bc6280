/// One line of a file such as `.gitignore`, in bytes.
///
/// gitignore(5) describes the syntax: escapes, blanks at the end, `!`, slashes, `*`, `?`, `[…]` and
/// `**`. If the manual page does not define a case, it is decided as in git.
public struct IgnorePattern: Hashable, Sendable {
  /// The line without ignored blanks at its end.
  public let text: [UInt8]
  /// Whether it includes matching entries again (`!`).
  public let isNegated: Bool
  /// Whether it matches only folders (`/` at its end).
  public let isFolderOnly: Bool
  /// Whether it is matched with the path below the file's folder (`/` at the beginning or in the
  /// middle) instead of the name alone.
  public let isPath: Bool
  /// Nil if the pattern is invalid and so matches nothing.
  private let wildcards: WildcardPattern?

  /// Reads one line; nil for an empty line or a comment.
  ///
  /// - Parameter line: its bytes, without the line's end.
  public init?(line: some Sequence<UInt8>) {
    // As in git, a NUL ends the line.
    let line = Array(line.prefix { $0 != 0 })
    guard line.first != UInt8(ascii: "#") else { return nil }
    text = Self.trimmingBlanks(line)
    var rest = text[...]
    isNegated = rest.first == UInt8(ascii: "!")
    if isNegated { rest.removeFirst() }
    isFolderOnly = rest.last == UInt8(ascii: "/")
    if isFolderOnly { rest.removeLast() }
    isPath = rest.contains(UInt8(ascii: "/"))
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    if rest.isEmpty { return nil }
    wildcards = WildcardPattern(rest, isPath: isPath)
  }

  /// Whether the pattern matches this file or folder; folders above it are not checked.
  ///
  /// O(pattern × path).
  ///
  /// - Parameters:
  ///   - path: the path below the folder that the pattern is for, without a slash at either end.
  ///   - isFolder: whether it is a folder; a symbolic link is not.
  /// - Returns: whether it matches.
  public func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    guard let wildcards, isFolder || !isFolderOnly else { return false }
    if isPath { return wildcards.matches(path) }
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
    return wildcards.matches(name)
  }

  /// The only name that matches, in any folder; nil if there may be others.
  var literalName: [UInt8]? {
    isPath ? nil : wildcards?.literal
  }

  /// The last byte of all matching paths; nil if it is not always the same.
  var lastByte: UInt8? { wildcards?.lastByte }

  /// Whether a path can match.
  var canMatch: Bool { wildcards != nil }

  /// Removes blanks at the end; a blank after a backslash stays, with all bytes before it.
  private static func trimmingBlanks(_ line: [UInt8]) -> [UInt8] {
    var end = 0
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: "\\") {
        // Git stops looking at a backslash that ends the line.
        if index + 1 == line.count { return line }
        index += 1
        end = index + 1
      } else if line[index] != UInt8(ascii: " ") {
        end = index + 1
      }
      index += 1
    }
    return Array(line[..<end])
  }
}
