public import LinuxSystem

/// The configured rules for which paths are indexed.
///
/// They decide from the path alone, without access to the disk. ``FileSelector`` also applies the
/// rule files on disk.
public struct SelectionRules: Equatable, Sendable {
  /// The folders whose files are indexed; one root may lie inside another.
  public let roots: [FilePath]
  /// The roots of which only the stores of a source are indexed; they are also in ``roots``.
  public let sources: [SourceFolder]
  /// Whether entries whose names begin with a dot are indexed.
  public let includesHidden: Bool
  /// The patterns of excluded paths; see ``init(roots:sources:includesHidden:excludes:ownFolders:)``.
  public let excludes: [GlobPattern]
  /// The line of the configuration for each pattern, for explanations.
  public var excludeOrigins: [String: RuleOrigin] = [:]
  /// The folders of the index itself, which are never indexed.
  ///
  /// If this process opened and closed the database file, SQLite's locks on it would be lost.
  public let ownFolders: [FilePath]
  /// Existing paths that are excluded because of `sitta forget`.
  public var forgotten: Set<FilePath> = []
  /// Whether files that may hold secrets are indexed: keys, passwords, browser profiles.
  public var includesSecrets = false
  /// Whether rule files are used: files with patterns such as `.gitignore`, and marker files.
  public var followsIgnoreFiles = true
  /// The largest size of a file in bytes; nil for no limit.
  public var sizeLimit: Int64?
  /// Whether folders on another file system than that of their root are excluded.
  public var staysOnFileSystem = true
  /// Whether it is recorded who may read each file; this excludes nothing.
  public var recordsAccess = false

  /// Creates rules.
  ///
  /// A pattern without a slash is compared with each name in the path below the root. A pattern with a slash
  /// is compared with the whole path, and its `*` does not match a slash. Everything in an excluded folder is
  /// excluded. A root is never excluded by a pattern or by its leading dot. If the folder of a source is a root
  /// itself, all of it is indexed.
  public init(
    roots: [FilePath], sources: [SourceFolder] = [], includesHidden: Bool = false,
    excludes: [GlobPattern] = [], ownFolders: [FilePath] = []
  ) {
    self.sources = sources.filter { !roots.contains($0.path) }
    self.roots = roots + self.sources.map(\.path)
    self.includesHidden = includesHidden
    self.excludes = excludes
    self.ownFolders = ownFolders
  }

  /// Decides whether a path is indexed, from the path alone; O(length of the path × patterns).
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder. If not, it may be excluded as a copy of a forgotten
  ///     file.
  /// - Returns: the verdict.
  public func verdict(on path: FilePath, isFolder: Bool = true) -> Verdict {
    guard let root = innermostRoot(of: path) else { return .excluded(.outsideRoots) }
    if let reason = ownFolder(of: path) { return .excluded(reason) }
    let source = source(at: root)
    var folder = root
    for name in path.components.dropFirst(root.components.count) {
      let isLast = folder == path.parent
      let entry = PatternList.Entry(name, in: folder, isFolder: isFolder || !isLast)
      if let reason = reason(against: entry, in: source) { return .excluded(reason) }
      folder = entry.path
    }
    return .included(root: root)
  }

  /// Whether a path has the name of a rule file and is in a root, so that changing it may change rules.
  public func dependOn(_ path: FilePath) -> Bool {
    guard followsIgnoreFiles, FolderRules.FileName(path.name) != nil,
      let root = innermostRoot(of: path)
    else { return false }
    return source(at: root) == nil
  }

  /// The forgotten path that excludes this path: the path itself, or a file of which it is a copy.
  ///
  /// A folder never counts as a copy, and only certain marks count: `photos.2024` and `report.2`
  /// are not excluded because of `photos` and `report`. O(1) without forgotten paths.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isFolder: whether it is a folder.
  /// - Returns: nil if there is none; a folder above the path may still be forgotten.
  public func forgottenPath(for path: FilePath, isFolder: Bool) -> FilePath? {
    if forgotten.isEmpty { return nil }
    if forgotten.contains(path) { return path }
    if isFolder { return nil }
    let folder = path.parent
    return BackupName.originals(of: path.name, by: .certain).dropFirst().lazy
      .map { folder.appending($0) }
      .first(where: forgotten.contains)
  }

  /// The innermost root that contains a path; nil if none does.
  public func innermostRoot(of path: FilePath) -> FilePath? {
    roots.filter(path.isInside).max { $0.bytes.count < $1.bytes.count }
  }

  func ownFolder(of path: FilePath) -> Verdict.Reason? {
    ownFolders.first(where: path.isInside).map { .ownFolder($0) }
  }

  /// The reason to exclude an entry that is not a root; nil if there is none.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - source: the list of stores that applies to it; nil if none does.
  /// - Returns: the reason.
  func reason(against entry: PatternList.Entry, in source: SourceFolder?) -> Verdict.Reason? {
    if let path = forgottenPath(for: entry.path, isFolder: entry.isFolder) {
      return .forgotten(path)
    }
    if source == nil, !includesHidden, entry.name.first == UInt8(ascii: ".") {
      return .hidden(entry.path)
    }
    if !includesSecrets, let secret = Secret.match(entry), !secret.isAmbiguous {
      return .secret(pattern: secret.pattern, content: secret.content, entry.path)
    }
    if let source, !source.contains(entry) { return .noStore(source.source, entry.path) }
    for pattern in excludes {
      let subject = pattern.text.utf8.contains(UInt8(ascii: "/")) ? entry.path.bytes : entry.name
      if pattern.matches(subject) { return .pattern(pattern.text, entry.path) }
    }
    if followsIgnoreFiles, entry.name.elementsEqual(".git".utf8) { return .repository(entry.path) }
    return nil
  }
}
