import FileSelection
import LinuxSystem
import SearchIndex
import SearchInterface
import Watching

/// What a person wants the index to know nothing of.
extension Indexer {
  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// What is still there and would be indexed again is left out from now on. Where a new index is
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
    let isExcluded = path.isThere && selector.verdict(on: path).isIncluded
    if isExcluded {
      try forgotten.insert(path)
      selector.leaveOut(forgotten: forgotten.paths)
    }
    try store.removeSetAsides()
    do {
      let (documents, isErased) = try writer().forget(path)
      guard isErased else {
        throw SearchFailure.indexUnavailable(
          reason: "A long query keeps the log from being erased; forget once more.")
      }
      giveBackMemory()
      return (documents, isExcluded, try writer().clock)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Lets what was forgotten stay so under its new name.
  func renameForgotten(_ move: ChangeBatch.Move) throws {
    let isChanged =
      move.isExchange
      ? try forgotten.exchange(move.origin, with: move.target)
      : try forgotten.rename(move.origin, to: move.target)
    if isChanged {
      selector.leaveOut(forgotten: forgotten.paths)
    }
  }
}

extension FilePath {
  /// Whether something has this name.
  fileprivate var isThere: Bool { (try? FileStatus(of: self)) != nil }
}
