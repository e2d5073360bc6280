public import LinuxSystem

/// The rules that say which paths are indexed.
///
/// Every question is answered from the path alone, without a look at the disk.
public struct SelectionRules: Equatable, Sendable {
  /// The folders whose files are indexed; one root may lie inside another.
  public let roots: [FilePath]
  /// Whether names that begin with a dot are indexed.
  public let includesHidden: Bool
  /// Patterns of what is left out; see ``init(roots:includesHidden:excludes:ownFolders:)``.
  public let excludes: [GlobPattern]
  /// Folders of the index itself, which are never indexed: reading the database file with plain
  /// calls would drop SQLite's locks on it.
  public let ownFolders: [FilePath]

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

  /// Judges one path; O(length of the path × patterns).
  public func verdict(on path: FilePath) -> Verdict {
    guard let root = innermostRoot(of: path) else { return .excluded(.outsideRoots) }
    if let folder = ownFolders.first(where: path.isInside) { return .excluded(.ownFolder(folder)) }
    var place = root
    for name in path.components.dropFirst(root.components.count) {
      place = place.appending(name)
      if let reason = ruleAgainst(place, name) { return .excluded(reason) }
    }
    return .included(root: root)
  }

  /// Judges the entry `name` of a folder that is known to be included.
  public func includes(entry name: [UInt8], of folder: FilePath) -> Bool {
    let path = folder.appending(name)
    if roots.contains(path) { return verdict(on: path).isIncluded }
    return !ownFolders.contains(path) && ruleAgainst(path, name) == nil
  }

  private func innermostRoot(of path: FilePath) -> FilePath? {
    roots.filter(path.isInside).max { $0.bytes.count < $1.bytes.count }
  }

  private func ruleAgainst(_ path: FilePath, _ name: [UInt8]) -> Verdict.Reason? {
    if !includesHidden, name.first == UInt8(ascii: ".") { return .hidden(path) }
    for pattern in excludes {
      let subject = pattern.text.utf8.contains(UInt8(ascii: "/")) ? path.bytes : name
      if pattern.matches(subject) { return .pattern(pattern.text, path) }
    }
    return nil
  }
}
