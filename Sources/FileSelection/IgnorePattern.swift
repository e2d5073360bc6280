/// One line of a file such as `.gitignore`, in bytes.
///
/// Everything that gitignore(5) says of a line holds: escapes, blanks at its end, `!`, `/` at the
/// beginning, in the middle and at the end, `*`, `?`, `[…]` and `**`. Where the manual page is silent
/// git itself is followed.
public struct IgnorePattern: Hashable, Sendable {
  /// The line, without what does not count at its end.
  public let text: [UInt8]
  /// Whether it takes back what an earlier line says (`!`).
  public let isNegated: Bool
  /// Whether it means folders only (`/` at its end).
  public let isFolderOnly: Bool
  /// Whether it is held against the path below the file's folder (`/` at the beginning or in the
  /// middle) and not against the name alone.
  public let isPath: Bool
  /// Nil where a fault keeps everything from matching.
  private let wildcards: WildcardPattern?

  /// Reads one line; nil for one that is empty or a comment.
  ///
  /// - Parameter line: its bytes, without the line's end.
  public init?(line: some Sequence<UInt8>) {
    // C ends the line at a NUL, and so does git.
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

  /// Whether the pattern is about this file or folder; what lies in a matching folder is not looked
  /// at.
  ///
  /// O(pattern × path).
  ///
  /// - Parameters:
  ///   - path: the path below the folder that the pattern is for, without a slash at either end.
  ///   - isFolder: whether it is a folder; a symbolic link is none.
  /// - Returns: whether it matches.
  public func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    guard let wildcards, isFolder || !isFolderOnly else { return false }
    if isPath { return wildcards.matches(path) }
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
    return wildcards.matches(name)
  }

  /// The only name that matches, wherever it lies; nil where there may be others.
  var literalName: [UInt8]? {
    isPath ? nil : wildcards?.literal
  }

  /// The byte that all that matches ends with; nil where there is none.
  var lastByte: UInt8? { wildcards?.lastByte }

  /// Whether there is anything that matches.
  var canMatch: Bool { wildcards != nil }

  /// Takes the blanks off the end; one that a backslash stands before stays, with all before it.
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
