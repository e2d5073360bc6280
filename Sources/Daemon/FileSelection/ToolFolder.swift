import LinuxSystem

/// A folder that a tool fills with files, such as installed packages or compiled modules.
///
/// Such folders are excluded unless a line of an ignore file includes them again. Python virtual
/// environments are recognized by their `pyvenv.cfg` (see ``FolderRules``), and tagged caches of
/// tools by `CACHEDIR.TAG`. Names that people also give to their own folders, such as `build`,
/// `target` and `vendor`, are not in the table.
struct ToolFolder: Sendable {
  /// What the folder contains, as the object of "it holds".
  let content: String

  /// What a folder with a `pyvenv.cfg` contains.
  static let pythonEnvironment = "a virtual environment of Python"

  /// The patterns of names, each in the syntax of a `.gitignore` at the root of the file system.
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

  /// The row of the table that matches an entry; nil for files and for other folders.
  static func match(_ entry: PatternList.Entry) -> ToolFolder? {
    guard entry.isFolder else { return nil }
    let number = list.lastMatch(on: entry, below: .root)
    return number.map { ToolFolder(content: contents[$0]) }
  }
}
