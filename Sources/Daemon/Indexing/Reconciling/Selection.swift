import FileSelection
import LinuxSystem
import Watching

/// Decides which paths belong into the index: by the rules and by the forgotten paths.
final class Selection {
  /// The rules of the configuration together with the rule files on disk.
  var selector: FileSelector
  private(set) var forgotten: ForgottenPaths
  /// Asked before any file system that others serve.
  private let files: FileSystemGuard

  init(_ rules: SelectionRules, _ forgotten: ForgottenPaths, _ files: FileSystemGuard) {
    selector = FileSelector(rules: rules)
    (self.forgotten, self.files) = (forgotten, files)
  }

  /// The rules without files on disk.
  var rules: SelectionRules { selector.rules }

  /// Applies other rules from now on, together with the forgotten paths.
  ///
  /// - Returns: whether they differ from the rules before.
  func use(_ rules: SelectionRules) -> Bool {
    var rules = rules
    rules.forgotten = forgotten.paths
    if rules == self.rules { return false }
    selector = FileSelector(rules: rules)
    return true
  }

  /// The paths whose documents have to be erased.
  var unerased: Set<FilePath> { forgotten.unerased }

  /// Leaves out a forgotten path from now on if it would be indexed again, and remembers to erase
  /// its documents.
  ///
  /// - Throws: the errors of writing the file of forgotten paths; until it is written, the path is
  ///   forgotten in memory only.
  func forget(_ path: FilePath) throws(SystemError) {
    defer { selector.setForgotten(forgotten.paths) }
    var names = forgotten.names
    names.remove(path)
    selector.setForgotten(names.paths)
    if files.obstacle(at: path, isFresh: true) != nil {
      // It may be there.
      if rules.verdict(on: path).isIncluded { names.insert(path) }
    } else if path.exists, selector.verdict(on: path).isIncluded {
      names.insert(path)
    }
    names.addUnerased([path])
    try forgotten.adopt(names)
  }

  /// Remembers to erase the documents of more paths.
  ///
  /// - Throws: the errors of writing the file of forgotten paths; the paths are remembered in
  ///   memory then.
  func addUnerased(_ paths: [FilePath]) throws(SystemError) {
    var names = forgotten.names
    names.addUnerased(paths)
    try forgotten.adopt(names)
  }

  /// Records that the documents of paths are erased.
  ///
  /// Where that cannot be written, the next daemon erases them again, which does no harm.
  func recordErasure(of paths: [FilePath]) {
    var names = forgotten.names
    names.removeUnerased(paths)
    try? forgotten.adopt(names)
  }

  /// No longer leaves out a path, and all below it, because it was forgotten.
  ///
  /// - Parameter path: a file or folder.
  /// - Returns: the names that were left out.
  /// - Throws: the error of writing the file of forgotten paths; then nothing is changed.
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

  /// Whether a path is left out because it was forgotten, or a folder around it, or a file that it
  /// is a copy of.
  func isForgotten(_ path: FilePath) -> Bool {
    if case .excluded(.forgotten) = verdict(on: path) { true } else { false }
  }

  /// Whether something may exist at a path; true if its file system does not answer.
  func mayExist(_ path: FilePath) -> Bool {
    files.obstacle(at: path, isFresh: true) != nil || path.exists
  }

  /// The verdict with the rule files on disk; without them if their file system does not answer.
  private func verdict(on path: FilePath) -> Verdict {
    files.obstacle(at: path, isFresh: true) == nil
      ? selector.verdict(on: path) : rules.verdict(on: path)
  }

  /// Keeps a forgotten file excluded after a rename, under its old name and its new one.
  ///
  /// - Parameters:
  ///   - move: the rename or exchange.
  ///   - roots: says which roots are away.
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

  /// Ends the exclusion of names that a forgotten file had for a while, if nothing has these names
  /// now.
  ///
  /// - Parameter roots: says which roots are away.
  func dropOldForgottenNames(_ roots: RootLedger) {
    let second = UnixTime.now
    if forgotten.dropOld(at: second, isGone: { isGone($0, roots) }) {
      selector.setForgotten(forgotten.paths)
    }
  }

  /// Writes the forgotten paths, if writing failed when they changed.
  ///
  /// - Throws: the errors of the file system.
  func saveForgotten() throws {
    try forgotten.writeChanges()
  }

  /// Whether nothing has a path; where its root is not there now, that is not known.
  private func isGone(_ path: FilePath, _ roots: RootLedger) -> Bool {
    !mayExist(path)
      && rules.roots.contains { root in
        path.isInside(root) && !roots.away.contains(root)
          && (try? FileStatus(of: root))?.kind == .directory
      }
  }
}
