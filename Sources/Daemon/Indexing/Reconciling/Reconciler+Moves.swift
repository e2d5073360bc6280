import FileSelection
import IndexStorage
import LinuxSystem
import Watching

/// Renames and exchanges that events reported.
extension Reconciler {
  /// Applies a rename or an exchange to the paths in the index.
  ///
  /// - Returns: the work that the rename causes.
  func apply(_ move: ChangeBatch.Move) throws -> [WorkQueue.Work] {
    selection.renameForgotten(move, roots)
    // Readers that are open hide the forgotten documents under the old and new paths.
    if !selection.unerased.isEmpty { session.store.hide(selection.unerased) }
    let isKnown = try !isTooLarge(move) && session.writer().apply(move)
    roots.rename(move)
    exclusions.rename(move)
    guard isKnown else { return [] }
    var folders: [FilePath] = []
    for rename in move.renames {
      if try session.writer().inode(ofFolder: rename.target) == nil {
        try recordChangeTime(of: rename.target)
      } else {
        folders.append(rename.target)
      }
    }
    if folders.isEmpty { return [] }
    // The folder may contain a root that is away, whose documents would be missing by their new path.
    let mustLook = try changesRules(move) || session.writer().hasAwayFolders()
    return mustLook ? folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) } : []
  }

  /// Records the new `st_ctim` of a renamed file, so that it is not read again because of the rename.
  private func recordChangeTime(of path: FilePath) throws {
    guard let status = try? rules.status(of: path), status.kind == .regular,
      let stored = try session.writer().storedFile(at: path),
      stored.size == status.size, stored.modified == status.modified,
      stored.inode == status.inode
    else { return }
    try session.writer().recordChangeTime(status, of: stored)
  }
}

extension IndexWriter {
  /// Applies a rename or an exchange; see ``move(_:to:)`` and ``exchange(_:with:)``.
  fileprivate func apply(_ move: ChangeBatch.Move) throws -> Bool {
    move.isExchange
      ? try exchange(move.origin, with: move.target) : try self.move(move.origin, to: move.target)
  }
}
