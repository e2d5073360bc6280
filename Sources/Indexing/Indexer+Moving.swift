import LinuxSystem
import SearchIndex
import Watching

/// Renames and exchanges of which events told.
extension Indexer {
  /// Gives everything that has a path the one that it has after a rename or an exchange.
  ///
  /// - Throws: what SQLite fails with.
  func apply(_ move: ChangeBatch.Move) throws {
    renameForgotten(move)
    let isKnown = try !isTooLarge(move) && writer().apply(move)
    queue.rename(move)
    hurried.rename(move)
    progress.rename(move)
    if isKnown { try noteMoved(move) }
  }

  /// Notes what a rename changes beside the name.
  private func noteMoved(_ move: ChangeBatch.Move) throws {
    var folders: [FilePath] = []
    for rename in move.renames {
      if try writer().inode(ofFolder: rename.target) == nil {
        try noteChangeTime(of: rename.target)
      } else {
        folders.append(rename.target)
      }
    }
    if folders.isEmpty { return }
    noteMovedRules(move, folders)
    // A root that is away can have been in it: by another path its documents are missing.
    if try writer().hasAwayFolders() {
      queue.add(folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }, to: .fresh)
    }
  }
}

extension IndexWriter {
  /// Renames or exchanges in the index; see ``move(_:to:)`` and ``exchange(_:with:)``.
  fileprivate func apply(_ move: ChangeBatch.Move) throws -> Bool {
    move.isExchange
      ? try exchange(move.origin, with: move.target) : try self.move(move.origin, to: move.target)
  }
}
