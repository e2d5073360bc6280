import FileSelection
import LinuxSystem
import SearchIndex
import SearchInterface
import Watching

/// What a person wants the index to know nothing of.
extension Indexer {
  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// What is still there and would be indexed again is left out from now on, and so are copies of it
  /// that editors keep beside it, whose documents go as well. Where a new index is
  /// being built, it takes the place of the old one at once, which goes with all it holds.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: how many documents were removed, and whether the path is left out from now on.
  /// - Throws: a ``SearchFailure`` for a root, and what SQLite and the file system fail with.
  func forget(
    _ path: FilePath
  ) async throws -> (documents: Int, isExcluded: Bool, clock: IndexClock) {
    if let root = rules.roots.first(where: { $0.isInside(path) }) {
      throw SearchFailure.isRoot(path: root.description)
    }
    if rebuild?.servesOld == true { try await serveNew() }
    try commit()
    try forgotten.remove(path)
    selector.leaveOut(forgotten: forgotten.paths)
    if path.isThere, selector.verdict(on: path).isIncluded {
      try forgotten.insert(path)
      selector.leaveOut(forgotten: forgotten.paths)
    }
    let isExcluded = path.isThere && isForgotten(path)
    try store.removeSetAsides()
    do {
      let copies = isExcluded ? try removeCopies(of: path) : 0
      let (documents, isErased) = try writer().forget(path)
      guard isErased else {
        throw SearchFailure.indexUnavailable(
          reason: "A long query keeps the log from being erased; forget once more.")
      }
      giveBackMemory()
      return (documents + copies, isExcluded, try writer().clock)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Whether a path is left out because it was forgotten, or a folder around it, or a file that it
  /// is a copy of.
  private func isForgotten(_ path: FilePath) -> Bool {
    if case .excluded(.forgotten) = selector.verdict(on: path) { true } else { false }
  }

  /// Removes the documents of files whose names say that they are copies of one (`diary.txt~`).
  ///
  /// - Returns: how many.
  private func removeCopies(of path: FilePath) throws -> Int {
    let names = try writer().storedFolder(at: path.parent).files.keys.filter { name in
      let sibling = path.parent.appending(name)
      return sibling != path && selector.rules.forgottenPath(for: sibling) == path
    }
    for name in names { _ = try writer().remove(path.parent.appending(name)) }
    return names.count
  }

  /// Keeps what was forgotten left out, under its old name and its new one.
  func renameForgotten(_ move: ChangeBatch.Move) throws {
    let hasChanged = try forgotten.rename(move.origin, to: move.target) { path in
      // Where the root is not there now, nothing tells whether the file is.
      !path.isThere && rules.roots.contains { path.isInside($0) && isPresent($0) }
    }
    if hasChanged { selector.leaveOut(forgotten: forgotten.paths) }
  }

  private func isPresent(_ root: FilePath) -> Bool {
    (try? FileStatus(of: root))?.kind == .directory
      && !progress.current.awayRoots.contains(root)
  }
}

extension FilePath {
  /// Whether something has this name.
  fileprivate var isThere: Bool { (try? FileStatus(of: self)) != nil }
}
