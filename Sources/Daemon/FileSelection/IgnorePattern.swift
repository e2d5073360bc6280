/// One line of a file such as `.gitignore`, in bytes.
///
/// The syntax is in gitignore(5): escapes, blanks at the end, `!`, slashes, `*`, `?`, `[…]` and
/// `**`. Cases that the manual page leaves open are treated as git treats them.
public struct IgnorePattern: Hashable, Sendable {
  /// The line without the blanks at its end that are ignored.
  public let text: [UInt8]
  /// Whether the pattern includes matching entries again (`!`).
  public let isNegated: Bool
  /// Whether the pattern matches only folders (`/` at its end).
  public let isFolderOnly: Bool
  /// Whether the pattern is compared with the path below the file's folder (`/` at its beginning or
  /// in its middle), not only with the name.
  public let isPath: Bool
  /// Nil if the pattern is invalid; then it matches nothing.
  private let wildcards: WildcardPattern?

  /// Parses one line; nil for an empty line or a comment.
  ///
  /// - Parameter line: the bytes of the line, without the line end.
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
  ///   - path: the path below the folder of the patterns, without a slash at either end.
  ///   - isFolder: whether the path is a folder; a symbolic link is not.
  /// - Returns: whether it matches.
  public func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    guard let wildcards, isFolder || !isFolderOnly else { return false }
    if isPath { return wildcards.matches(path) }
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
    return wildcards.matches(name)
  }

  /// The only name that the pattern matches, in any folder; nil if it may match others.
  var literalName: [UInt8]? {
    isPath ? nil : wildcards?.literal
  }

  /// The last byte of all paths that match; nil if it varies.
  var lastByte: UInt8? { wildcards?.lastByte }

  /// Whether the pattern can match anything.
  var canMatch: Bool { wildcards != nil }

  /// Removes blanks at the end; a blank after a backslash stays.
  private static func trimmingBlanks(_ line: [UInt8]) -> [UInt8] {
    var end = 0
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: "\\") {
        // If the line ends with a backslash, git removes nothing.
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
