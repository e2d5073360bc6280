public import LinuxSystem

/// The rules that say which paths are indexed.
///
/// Every question is answered from the path alone, without a look at the disk. What files on disk
/// say as well, ``FileSelector`` knows.
public struct SelectionRules: Equatable, Sendable {
  /// The folders whose files are indexed; one root may lie inside another.
  public let roots: [FilePath]
  /// Whether names that begin with a dot are indexed.
  public let includesHidden: Bool
  /// Patterns of what is left out; see ``init(roots:includesHidden:excludes:ownFolders:)``.
  public let excludes: [GlobPattern]
  /// Where the patterns stand in the configuration, by pattern; for people who wonder.
  public var excludeOrigins: [String: RuleOrigin] = [:]
  /// Folders of the index itself, which are never indexed: reading the database file with plain
  /// calls would drop SQLite's locks on it.
  public let ownFolders: [FilePath]
  /// What a person had forgotten although it is still there.
  public var forgotten: Set<FilePath> = []
  /// Whether what may hold secrets is indexed: keys, passwords, profiles of browsers.
  public var includesSecrets = false
  /// Whether `.gitignore` and its like, and files that mark a folder, are followed.
  public var followsIgnoreFiles = true
  /// How many bytes a file may have; nil for any number.
  public var sizeLimit: Int64?
  /// Whether folders on other file systems than their root's are left out.
  public var staysOnFileSystem = true

  /// Makes rules.
  ///
  /// A pattern without a slash is held against each name on the way down from the root; one with a
  /// slash against the whole path, `*` not crossing a slash. What lies below an excluded folder is
  /// excluded. A root itself is never excluded by a pattern or by its dot: it was asked for by name.
  public init(
    roots: [FilePath], includesHidden: Bool = false, excludes: [GlobPattern] = [],
    ownFolders: [FilePath] = []
  ) {
    self.roots = roots
    self.includesHidden = includesHidden
    self.excludes = excludes
    self.ownFolders = ownFolders
  }

  /// Judges one path as far as the path alone tells; O(length of the path × patterns).
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder. A file may also be left out as a copy of a forgotten file.
  /// - Returns: the verdict.
  public func verdict(on path: FilePath, isFolder: Bool = true) -> Verdict {
    guard let root = innermostRoot(of: path) else { return .excluded(.outsideRoots) }
    if let reason = ownFolder(of: path) { return .excluded(reason) }
    var place = root
    for name in path.components.dropFirst(root.components.count) {
      let isLast = place == path.parent
      let entry = PatternList.Entry(name, in: place, isFolder: isFolder || !isLast)
      if let reason = reason(against: entry) { return .excluded(reason) }
      place = entry.path
    }
    return .included(root: root)
  }

  /// Whether the rules depend on the file of this path, going by its name.
  public func areChanged(by path: FilePath) -> Bool {
    followsIgnoreFiles && FolderRules.FileName(path.name) != nil
      && innermostRoot(of: path) != nil
  }

  /// The forgotten file or folder that has a path, or of which a file at the path is a copy: a
  /// backup, an autosave.
  ///
  /// A folder is a copy of nothing, and only marks count that are hardly ever on another file:
  /// `photos.2024` and `report.2` are not left out because of `photos` and `report`. O(1) as long as
  /// nothing was forgotten.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder.
  /// - Returns: nil where the path itself is not forgotten; a folder above it may be.
  public func forgottenPath(for path: FilePath, isFolder: Bool) -> FilePath? {
    if forgotten.isEmpty { return nil }
    if forgotten.contains(path) { return path }
    if isFolder { return nil }
    let folder = path.parent
    return BackupName.originals(of: path.name, by: .certain).dropFirst().lazy
      .map { folder.appending($0) }
      .first(where: forgotten.contains)
  }

  /// The root that a path lies in; of several the innermost, nil where it lies in none.
  public func innermostRoot(of path: FilePath) -> FilePath? {
    roots.filter(path.isInside).max { $0.bytes.count < $1.bytes.count }
  }

  func ownFolder(of path: FilePath) -> Verdict.Reason? {
    ownFolders.first(where: path.isInside).map { .ownFolder($0) }
  }

  /// The rule that leaves out an entry of a folder which is no root.
  func reason(against entry: PatternList.Entry) -> Verdict.Reason? {
    if let path = forgottenPath(for: entry.path, isFolder: entry.isFolder) {
      return .forgotten(path)
    }
    if !includesHidden, entry.name.first == UInt8(ascii: ".") { return .hidden(entry.path) }
    if !includesSecrets, let secret = Secret.match(entry) {
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
