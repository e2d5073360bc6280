import FileSelection
package import IndexStorage
package import LinuxSystem
import SittaSQLite
import Watching

extension Indexer {
  /// The result of removing documents from the index for good.
  package struct Forgotten: Sendable {
    package let documents: Int
    /// Whether the path is still there and left out from now on.
    package let isExcluded: Bool
    /// A state of the index without it; nil if the state is not known now.
    package let clock: IndexClock?
    /// Why its texts are not erased yet, as sentences; nil if they are.
    ///
    /// The documents are in no answer then, and are erased as soon as that is possible.
    package let obstacle: String?
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

  /// Why nothing was removed.
  package enum ForgetFailure: Error, Equatable {
    /// The path is a root, or this root lies below it.
    case isRoot(FilePath)
    /// The daemon ends.
    case isEnding
  }

  /// A query that still runs keeps removed texts in the log of the index.
  struct LogIsBeingRead: Error, CustomStringConvertible {
    let description = "A query that is running keeps the log of the index from being erased."
  }
}

/// Forgetting: the index must keep nothing of a document.
extension Reconciler {
  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// The paths to erase are written down first. So if it cannot be erased now, or the daemon dies,
  /// it is done later; until then the documents are hidden from all readers.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: the removed documents, and the error that keeps them from being erased; nil if they
  ///   are erased.
  /// - Throws: a ``Indexer/ForgetFailure``.
  func forget(_ path: FilePath) async throws -> (Indexer.Forgotten, obstacle: (any Error)?) {
    if let root = rules.roots.first(where: { $0.isInside(path) }) {
      throw Indexer.ForgetFailure.isRoot(root)
    }
    var unwritten: SystemError?
    do throws(SystemError) {
      try selection.forget(path)
    } catch {
      unwritten = error
    }
    let remark = unwritten.map { "\($0) It is forgotten until sittad ends." }
    await session.hide(selection.unerased)
    let isExcluded = selection.mayExist(path) && selection.isForgotten(path)
    do {
      let documents = try await eraseForgotten()
      let clock = try session.writer().clock
      return (
        Indexer.Forgotten(
          documents: documents, isExcluded: isExcluded, clock: clock, obstacle: remark), nil
      )
    } catch {
      session.rollBack()
      let documents = (try? session.openWriter?.documentCount(at: path)) ?? 0
      return (
        Indexer.Forgotten(
          documents: documents, isExcluded: isExcluded, clock: session.openWriter?.clock,
          obstacle: [session.sentence(on: error), remark].compactMap(\.self)
            .joined(separator: " ")), error
      )
    }
  }

  /// Erases the documents that were forgotten, with every trace in the state folder.
  ///
  /// - Returns: how many documents were removed.
  /// - Throws: the errors of SQLite and of the file system, and ``Indexer/LogIsBeingRead``; it can
  ///   be called again then.
  @discardableResult
  func eraseForgotten() async throws -> Int {
    var paths = selection.unerased.sorted()
    if paths.isEmpty { return 0 }
    let copies = try paths.flatMap { try self.copies(of: $0) }.filter { !paths.contains($0) }
    if !copies.isEmpty {
      paths += copies
      await session.hide(Set(paths))
      try selection.addUnerased(copies)
    }
    try await session.promoteRebuild()
    try session.commit()
    try session.store.removeSetAsides()
    let (documents, isErased) = try session.writer().forget(paths)
    // No row of these paths is left; documents that get their numbers or paths later must not be
    // hidden.
    await session.hide([])
    guard isErased else { throw Indexer.LogIsBeingRead() }
    try forgetImages()
    try await eraseTraces(paths)
    try session.store.synchronizeLog()
    selection.recordErasure(of: paths)
    session.giveBackMemory()
    return documents
  }

  /// Erases the texts of images that no file of the index has.
  ///
  /// While a new index is filled, texts of files that it does not have yet are erased, too, and
  /// recognized again. It is not known which of these files were forgotten.
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

  /// The documents of files whose names say that they are copies of a forgotten one (`diary.txt~`).
  private func copies(of path: FilePath) throws -> [FilePath] {
    guard selection.isForgotten(path), selection.mayExist(path) else { return [] }
    return try session.writer().storedFolder(at: path.parent).files.keys
      .map { path.parent.appending($0) }
      .filter { $0 != path && rules.forgottenPath(for: $0, isFolder: false) == path }
  }
}
