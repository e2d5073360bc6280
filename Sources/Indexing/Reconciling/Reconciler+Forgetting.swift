import FileSelection
package import LinuxSystem
import SittaSQLite
package import SearchIndex
import Watching

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

  /// The names that are no longer left out because they were forgotten.
  package struct Remembered: Equatable, Sendable {
    /// The names.
    package let paths: [FilePath]
    /// Another forgotten path for which the requested path is still left out.
    package let excludedBy: FilePath?

    /// The comparisons with the disk that index the files again, and copies beside them.
    var work: [WorkQueue.Work] {
      Set(paths.map(\.parent)).sorted().map { .scan(ChangeBatch.Scan($0, isRecursive: false)) }
        + paths.map { .path($0) }
    }
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
}

/// What a person wants the index to know nothing of.
extension Reconciler {
  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: what was removed.
  /// - Throws: a ``Indexer/ForgetFailure``, and what SQLite and the file system fail with.
  func forget(_ path: FilePath) async throws -> Indexer.Forgotten {
    if let root = rules.roots.first(where: { $0.isInside(path) }) {
      throw Indexer.ForgetFailure.isRoot(root)
    }
    try await session.promoteRebuild()
    try session.commit()
    try selection.forget(path)
    let isExcluded = selection.mayExist(path) && selection.isForgotten(path)
    try session.store.removeSetAsides()
    do {
      let copies = isExcluded ? try removeCopies(of: path) : []
      let (documents, isErased) = try session.writer().forget(path)
      guard isErased else { throw Indexer.ForgetFailure.isBeingRead }
      try forgetImages()
      session.giveBackMemory()
      return Indexer.Forgotten(
        documents: documents + copies.count, paths: [path] + copies, isExcluded: isExcluded,
        clock: try session.writer().clock)
    } catch {
      session.rollBack()
      throw error
    }
  }

  /// Erases the texts of images that no file of the index has.
  ///
  /// While a new index is filled, those of files that it does not have yet go, too, and are recognized
  /// again: it is not known which of them were forgotten.
  private func forgetImages() throws {
    let writer = try session.writer()
    try reader.cache.retain { cached throws(SQLiteError) in
      var kept: Set<FileVersion> = []
      if cached.isEmpty { return kept }
      try writer.forEachFile { size, modified, inode in
        let file = FileVersion(size: size, modified: modified, inode: inode)
        if cached.contains(file) { kept.insert(file) }
      }
      return kept
    }
  }

  /// Removes the documents of files whose names say that they are copies of one (`diary.txt~`).
  ///
  /// - Returns: their paths.
  private func removeCopies(of path: FilePath) throws -> [FilePath] {
    let copies = try session.writer().storedFolder(at: path.parent).files.keys
      .map { path.parent.appending($0) }
      .filter { $0 != path && rules.forgottenPath(for: $0, isFolder: false) == path }
    for copy in copies { _ = try session.writer().remove(copy) }
    return copies
  }
}
