import FileSelection
import LinuxSystem
import Watching

/// Decides which paths are indexed, by the rules and by the forgotten paths.
final class Selection {
  /// The rules of the configuration, with the rule files on disk.
  var selector: FileSelector
  private(set) var forgotten: ForgottenPaths
  /// Knows which file systems do not answer; checked before each access to a network or FUSE file system.
  private let files: FileSystemGuard

  init(_ rules: SelectionRules, _ forgotten: ForgottenPaths, _ files: FileSystemGuard) {
    selector = FileSelector(rules: rules)
    (self.forgotten, self.files) = (forgotten, files)
  }

  /// The rules of the configuration, without the rule files on disk.
  var rules: SelectionRules { selector.rules }

  /// Uses other rules from now on, together with the forgotten paths.
  ///
  /// - Returns: whether the rules have changed.
  func use(_ rules: SelectionRules) -> Bool {
    var rules = rules
    rules.forgotten = forgotten.paths
    if rules == self.rules { return false }
    selector = FileSelector(rules: rules)
    return true
  }

  /// The paths whose documents have to be erased.
  var unerased: Set<FilePath> { forgotten.unerased }

  /// Excludes a forgotten path from now on if it would be indexed again, and records that its
  /// documents have to be erased.
  ///
  /// - Throws: the errors of writing the file of forgotten paths; then the path is forgotten only
  ///   in memory.
  func forget(_ path: FilePath) throws(SystemError) {
    defer { selector.setForgotten(forgotten.paths) }
    var names = forgotten.names
    names.remove(path)
    selector.setForgotten(names.paths)
    if files.obstacle(at: path, isFresh: true) != nil {
      // The path may exist.
      if rules.verdict(on: path).isIncluded { names.insert(path) }
    } else if path.exists, selector.verdict(on: path).isIncluded {
      names.insert(path)
    }
    names.addUnerased([path])
    try forgotten.adopt(names)
  }

  /// Records that the documents of more paths have to be erased.
  ///
  /// - Throws: the errors of writing the file of forgotten paths; then the paths are recorded only
  ///   in memory.
  func addUnerased(_ paths: [FilePath]) throws(SystemError) {
    var names = forgotten.names
    names.addUnerased(paths)
    try forgotten.adopt(names)
  }

  /// Records that the documents of paths have been erased.
  ///
  /// If this cannot be written, the next daemon erases them again, which does no harm.
  func recordErasure(of paths: [FilePath]) {
    var names = forgotten.names
    names.removeUnerased(paths)
    try? forgotten.adopt(names)
  }

  /// Ends the exclusion of a forgotten path, and of all forgotten paths below it.
  ///
  /// - Parameter path: a file or folder.
  /// - Returns: the paths that were excluded, and another forgotten path that still excludes `path`.
  /// - Throws: the error of writing the file of forgotten paths; then nothing has changed.
  func remember(_ path: FilePath) throws -> Indexer.Remembered {
    var names = forgotten.names
    let paths = names.paths.filter { $0.isInside(path) }.sorted()
    names.remove(path)
    if names != forgotten.names {
      try forgotten.replace(with: names)
      selector.setForgotten(forgotten.paths)
    }
    guard case .excluded(.forgotten(let other)) = verdict(on: path) else {
      return Indexer.Remembered(paths: paths, excludedBy: nil)
    }
    return Indexer.Remembered(paths: paths, excludedBy: other)
  }

  /// Whether a path is excluded because it was forgotten, or a folder above it, or a file of which
  /// it is a copy.
  func isForgotten(_ path: FilePath) -> Bool {
    if case .excluded(.forgotten) = verdict(on: path) { true } else { false }
  }

  /// Whether a path may exist; true if its file system does not answer.
  func mayExist(_ path: FilePath) -> Bool {
    files.obstacle(at: path, isFresh: true) != nil || path.exists
  }

  /// Whether the file system of a path answers, as far as is known.
  func canAnswer(_ path: FilePath) -> Bool { files.obstacle(at: path) == nil }

  /// The verdict on a path, without the rule files on disk if its file system does not answer.
  private func verdict(on path: FilePath) -> Verdict {
    files.obstacle(at: path, isFresh: true) == nil
      ? selector.verdict(on: path) : rules.verdict(on: path)
  }

  /// After a rename, keeps a forgotten file excluded under both its old and its new name.
  ///
  /// - Parameters:
  ///   - move: the rename or exchange.
  ///   - roots: knows which roots are away.
  func renameForgotten(_ move: ChangeBatch.Move, _ roots: RootLedger) {
    var hasChanged = false
    let second = UnixTime.now
    for rename in move.renames {
      let isFolder = rename.isFolder && !move.isExchange
      let isOther = forgotten.rename(
        rename.origin, to: rename.target, isFolder: isFolder, at: second
      ) { isGone($0, roots) }
      hasChanged = hasChanged || isOther
    }
    if hasChanged { selector.setForgotten(forgotten.paths) }
  }

  /// Ends the exclusion of old names of forgotten files that no file has any more.
  ///
  /// - Parameter roots: knows which roots are away.
  func dropOldForgottenNames(_ roots: RootLedger) {
    let second = UnixTime.now
    if forgotten.dropOld(at: second, isGone: { isGone($0, roots) }) {
      selector.setForgotten(forgotten.paths)
    }
  }

  /// Writes the forgotten paths if writing failed when they changed.
  func saveForgotten() throws {
    try forgotten.writeChanges()
  }

  /// Whether a path does not exist; false if this is unknown, because its root is away.
  private func isGone(_ path: FilePath, _ roots: RootLedger) -> Bool {
    !mayExist(path)
      && rules.roots.contains { root in
        path.isInside(root) && !roots.away.contains(root)
          && (try? FileStatus(of: root))?.kind == .directory
      }
  }
}
