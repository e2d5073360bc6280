import FileSelection
package import LinuxSystem
package import SearchIndex
import Watching

/// What a person wants the index to know nothing of.
extension Indexer {
  /// What was removed from the index for good.
  package struct Forgotten: Sendable {
    package let documents: Int
    /// The path, and the copies of it that were removed with it.
    package let paths: [FilePath]
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
    try leaveOutForgotten(path)
    let isExcluded = path.exists && isForgotten(path)
    try store.removeSetAsides()
    do {
      let copies = isExcluded ? try removeCopies(of: path) : []
      let (documents, isErased) = try writer().forget(path)
      guard isErased else {
        throw ForgetFailure.isBeingRead
      }
      giveBackMemory()
      return Forgotten(
        documents: documents + copies.count, paths: [path] + copies, isExcluded: isExcluded,
        clock: try writer().clock)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Leaves out a forgotten path from now on where it would be indexed again.
  private func leaveOutForgotten(_ path: FilePath) throws {
    defer { selector.leaveOut(forgotten: forgotten.paths) }
    var names = forgotten.names
    names.remove(path)
    selector.leaveOut(forgotten: names.paths)
    if path.exists, selector.verdict(on: path).isIncluded { names.insert(path) }
    try forgotten.replace(with: names)
  }

  /// Whether a path is left out because it was forgotten, or a folder around it, or a file that it
  /// is a copy of.
  private func isForgotten(_ path: FilePath) -> Bool {
    if case .excluded(.forgotten) = selector.verdict(on: path) { true } else { false }
  }

  /// Removes the documents of files whose names say that they are copies of one (`diary.txt~`).
  ///
  /// - Returns: their paths.
  private func removeCopies(of path: FilePath) throws -> [FilePath] {
    let copies = try writer().storedFolder(at: path.parent).files.keys
      .map { path.parent.appending($0) }
      .filter { $0 != path && selector.rules.forgottenPath(for: $0, isFolder: false) == path }
    for copy in copies { _ = try writer().remove(copy) }
    return copies
  }

  /// Keeps what was forgotten left out, under its old name and its new one.
  func renameForgotten(_ move: ChangeBatch.Move) {
    var hasChanged = false
    let second = UnixTime.now
    for rename in move.renames {
      let isFolder = rename.isFolder && !move.isExchange
      let isOther = forgotten.rename(
        rename.origin, to: rename.target, isFolder: isFolder, at: second, isGone: isGone)
      hasChanged = hasChanged || isOther
    }
    if hasChanged { selector.leaveOut(forgotten: forgotten.paths) }
  }

  /// Leaves out no longer what a forgotten file was called for a while, where nothing is called so.
  func dropOldForgottenNames() {
    if forgotten.dropOld(at: .now, isGone: isGone) {
      selector.leaveOut(forgotten: forgotten.paths)
    }
  }

  /// Whether nothing has a path; where its root is not there now, that is not known.
  private func isGone(_ path: FilePath) -> Bool {
    !path.exists && rules.roots.contains { path.isInside($0) && isPresent($0) }
  }

  private func isPresent(_ root: FilePath) -> Bool {
    (try? FileStatus(of: root))?.kind == .directory
      && !progress.current.awayRoots.contains(root)
  }
}
