import LinuxSystem

/// A folder that a tool fills with files, such as installed packages or compiled modules.
///
/// Such folders are left out unless a line of an ignore file includes them again. Virtual environments
/// of Python are recognized by their `pyvenv.cfg` (see ``FolderRules``), and folders that a tool tags as
/// its cache by `CACHEDIR.TAG`. Names that people use for their own folders, such as `build`, `target`
/// and `vendor`, are not in the table.
struct ToolFolder: Sendable {
  /// The content of the folder, to follow "it holds".
  let content: String

  /// The content of a folder with a `pyvenv.cfg`.
  static let pythonEnvironment = "a virtual environment of Python"

  /// The names, each in the syntax of a `.gitignore` at the root of the file system.
  private static let table: [(content: String, patterns: [String])] = [
    ("packages that npm installed", ["node_modules"]),
    ("packages that Bower installed", ["bower_components"]),
    ("packages that Bundler installed", ["**/vendor/bundle"]),
    ("compiled modules of Python", ["__pycache__"]),
    ("environments of tox or Nox", [".tox", ".nox"]),
    ("caches of Gradle", [".gradle"]),
  ]

  private static let contents = table.flatMap { content, patterns in patterns.map { _ in content } }
  private static let list = PatternList(
    table.flatMap(\.patterns).compactMap { IgnorePattern(line: $0.utf8) })

  /// The table's row that matches an entry; nil for files, and for folders with other names.
  static func match(_ entry: PatternList.Entry) -> ToolFolder? {
    guard entry.isFolder else { return nil }
    let number = list.lastMatch(on: entry, below: .root)
    return number.map { ToolFolder(content: contents[$0]) }
  }
}
