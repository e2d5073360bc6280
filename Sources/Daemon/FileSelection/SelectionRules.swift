public import LinuxSystem

/// The configured rules that decide which paths are indexed.
///
/// They decide from the path alone, without access to the disk. ``FileSelector`` also uses the rule
/// files on the disk.
public struct SelectionRules: Equatable, Sendable {
  /// The folders whose files are indexed; one root may lie inside another.
  public let roots: [FilePath]
  /// Whether names that begin with a dot are indexed.
  public let includesHidden: Bool
  /// Patterns of paths to leave out; see ``init(roots:includesHidden:excludes:ownFolders:)``.
  public let excludes: [GlobPattern]
  /// The lines of the patterns in the configuration, by pattern; for explanations.
  public var excludeOrigins: [String: RuleOrigin] = [:]
  /// Folders of the index itself, which are never indexed.
  ///
  /// If this process opens and closes the database file, SQLite loses its locks on it.
  public let ownFolders: [FilePath]
  /// Existing paths that are left out because a person ran `sitta forget`.
  public var forgotten: Set<FilePath> = []
  /// Whether files that may hold secrets are indexed: keys, passwords, profiles of browsers.
  public var includesSecrets = false
  /// Whether rule files are used: files with patterns such as `.gitignore`, and marker files.
  public var followsIgnoreFiles = true
  /// The largest size of a file in bytes; nil for no limit.
  public var sizeLimit: Int64?
  /// Whether folders on another file system than their root are left out.
  public var staysOnFileSystem = true

  /// Creates rules.
  ///
  /// A pattern without a slash is matched with each name in the path below the root. A pattern with
  /// a slash is matched with the whole path, and its `*` does not match a slash. All entries below
  /// an excluded folder are excluded. A root is never excluded by a pattern or by its leading dot.
  public init(
    roots: [FilePath], includesHidden: Bool = false, excludes: [GlobPattern] = [],
    ownFolders: [FilePath] = []
  ) {
    self.roots = roots
    self.includesHidden = includesHidden
    self.excludes = excludes
    self.ownFolders = ownFolders
  }

  /// Decides about a path from the path alone; O(length of the path × patterns).
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder. A file may also be left out as a copy of a forgotten
  ///     file.
  /// - Returns: the verdict.
  public func verdict(on path: FilePath, isFolder: Bool = true) -> Verdict {
    guard let root = innermostRoot(of: path) else { return .excluded(.outsideRoots) }
    if let reason = ownFolder(of: path) { return .excluded(reason) }
    var folder = root
    for name in path.components.dropFirst(root.components.count) {
      let isLast = folder == path.parent
      let entry = PatternList.Entry(name, in: folder, isFolder: isFolder || !isLast)
      if let reason = reason(against: entry) { return .excluded(reason) }
      folder = entry.path
    }
    return .included(root: root)
  }

  /// Whether the path has the name of a rule file and lies in a root.
  public func dependOn(_ path: FilePath) -> Bool {
    followsIgnoreFiles && FolderRules.FileName(path.name) != nil
      && innermostRoot(of: path) != nil
  }

  /// The forgotten path that is this path, or of which this path is a copy: a backup, an autosave.
  ///
  /// A folder is never a copy, and only certain marks of a copy count: `photos.2024` and `report.2`
  /// are not left out because of `photos` and `report`. O(1) if there are no forgotten paths.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder.
  /// - Returns: nil if the path itself is not forgotten; a folder above it may be.
  public func forgottenPath(for path: FilePath, isFolder: Bool) -> FilePath? {
    if forgotten.isEmpty { return nil }
    if forgotten.contains(path) { return path }
    if isFolder { return nil }
    let folder = path.parent
    return BackupName.originals(of: path.name, by: .certain).dropFirst().lazy
      .map { folder.appending($0) }
      .first(where: forgotten.contains)
  }

  /// The innermost root that a path lies in; nil if it lies in none.
  public func innermostRoot(of path: FilePath) -> FilePath? {
    roots.filter(path.isInside).max { $0.bytes.count < $1.bytes.count }
  }

  func ownFolder(of path: FilePath) -> Verdict.Reason? {
    ownFolders.first(where: path.isInside).map { .ownFolder($0) }
  }

  /// The rule that leaves out an entry that is not a root.
  func reason(against entry: PatternList.Entry) -> Verdict.Reason? {
    if let path = forgottenPath(for: entry.path, isFolder: entry.isFolder) {
      return .forgotten(path)
    }
    if !includesHidden, entry.name.first == UInt8(ascii: ".") { return .hidden(entry.path) }
    if !includesSecrets, let secret = Secret.match(entry), !secret.isAmbiguous {
      return .secret(pattern: secret.pattern, content: secret.content, entry.path)
    }
    for pattern in excludes {
      let subject = pattern.text.utf8.contains(UInt8(ascii: "/")) ? entry.path.bytes : entry.name
      if pattern.matches(subject) { return .pattern(pattern.text, entry.path) }
    }
    if followsIgnoreFiles, entry.name.elementsEqual(".git".utf8) { return .repository(entry.path) }
    return nil
  }
}
