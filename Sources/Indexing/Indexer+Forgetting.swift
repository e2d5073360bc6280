import FileSelection
package import LinuxSystem
package import SearchIndex
import Watching

/// What a person wants the index to know nothing of.
extension Indexer {
  /// What was removed from the index for good.
  package struct Forgotten: Sendable {
    package let documents: Int
    /// Whether the path is still there and left out from now on.
    package let isExcluded: Bool
    /// A state of the index without it.
    package let clock: IndexClock
  }

  /// Why nothing, or not everything, was removed.
  package enum ForgetFailure: Error, Equatable {
    /// The path is a root, or this root lies below it.
    case isRoot(FilePath)
    /// A query that still runs keeps the removed text in the log of the index.
    case isBeingRead
    /// The daemon ends.
    case isEnding
  }

  /// Does what ``forget(_:)`` says; only ``run()`` gets here, so nothing else is under way.
  func erase(_ path: FilePath) async throws -> Forgotten {
    if let root = rules.roots.first(where: { $0.isInside(path) }) {
      throw ForgetFailure.isRoot(root)
    }
    if rebuild?.servesOld == true { try await serveNew() }
    try commit()
    try forgotten.remove(path)
    selector.leaveOut(forgotten: forgotten.paths)
    if path.exists, selector.verdict(on: path).isIncluded {
      try forgotten.insert(path)
      selector.leaveOut(forgotten: forgotten.paths)
    }
    let isExcluded = path.exists && isForgotten(path)
    try store.removeSetAsides()
    do {
      let copies = isExcluded ? try removeCopies(of: path) : 0
      let (documents, isErased) = try writer().forget(path)
      guard isErased else {
        throw ForgetFailure.isBeingRead
      }
      giveBackMemory()
      return Forgotten(
        documents: documents + copies, isExcluded: isExcluded, clock: try writer().clock)
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
      return sibling != path && selector.rules.forgottenPath(for: sibling, isFolder: false) == path
    }
    for name in names { _ = try writer().remove(path.parent.appending(name)) }
    return names.count
  }

  /// Keeps what was forgotten left out, under its old name and its new one.
  func renameForgotten(_ move: ChangeBatch.Move) throws {
    var hasChanged = false
    for rename in move.renames {
      let isFolder = rename.isFolder && !move.isExchange
      let isOther = try forgotten.rename(
        rename.origin, to: rename.target, isFolder: isFolder
      ) { path in
        // Where the root is not there now, nothing tells whether the file is.
        !path.exists && rules.roots.contains { path.isInside($0) && isPresent($0) }
      }
      hasChanged = hasChanged || isOther
    }
    if hasChanged { selector.leaveOut(forgotten: forgotten.paths) }
  }

  private func isPresent(_ root: FilePath) -> Bool {
    (try? FileStatus(of: root))?.kind == .directory
      && !progress.current.awayRoots.contains(root)
  }
}
