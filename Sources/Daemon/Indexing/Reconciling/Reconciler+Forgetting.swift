import FileSelection
package import IndexStorage
package import LinuxSystem
import SittaSQLite
import Watching

extension Indexer {
  /// The result of forgetting a path.
  package struct Forgotten: Sendable {
    package let documents: Int
    /// Whether the path still exists and is excluded from now on.
    package let isExcluded: Bool
    /// A state of the index without the documents; nil if the state is unknown.
    package let clock: IndexClock?
    /// Why the texts are not yet erased, as sentences; nil if they are.
    ///
    /// No answer contains the documents any more, and they are erased as soon as possible.
    package let obstacle: String?
  }

  /// The result of ending the exclusion of forgotten paths.
  package struct Remembered: Equatable, Sendable {
    /// The paths that are no longer excluded.
    package let paths: [FilePath]
    /// Another forgotten path that still excludes the requested path; nil if none does.
    package let excludedBy: FilePath?

    /// The comparisons with the disk that index the files and the copies beside them again.
    var work: [WorkQueue.Work] {
      Set(paths.map(\.parent)).sorted().map { .scan(ChangeBatch.Scan($0, isRecursive: false)) }
        + paths.map { .path($0) }
    }
  }

  /// Why a path was not forgotten.
  package enum ForgetFailure: Error, Equatable {
    /// The path is a root, or contains this root.
    case isRoot(FilePath)
    /// The daemon ends.
    case isEnding
  }

  /// A running query still reads removed texts from the write-ahead log of the index.
  struct LogIsBeingRead: Error, CustomStringConvertible {
    let description = "A query that is running keeps the log of the index from being erased."
  }
}

/// Forgetting: afterwards the index has nothing of a document.
extension Reconciler {
  /// Removes a document, or all documents below a folder, with every trace in the state folder.
  ///
  /// The paths are recorded first. So if their documents cannot be erased now, or the daemon dies,
  /// they are erased later; until then they are hidden from all readers.
  ///
  /// - Returns: the removed documents, and the error that prevents their erasure; nil if they are
  ///   erased.
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

  /// Erases the forgotten documents, with every trace in the state folder.
  ///
  /// - Returns: how many documents were removed.
  /// - Throws: the errors of SQLite and of the file system, and ``Indexer/LogIsBeingRead``; then
  ///   call it again later.
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
    // The index has no row of these paths any more. Documents that get the same numbers or paths
    // later must not be hidden.
    await session.hide([])
    guard isErased else { throw Indexer.LogIsBeingRead() }
    try forgetImages()
    try await eraseTraces(paths)
    try session.store.synchronizeLog()
    selection.recordErasure(of: paths)
    session.giveBackMemory()
    return documents
  }

  /// Erases the recognized texts of files that are not in the index.
  ///
  /// While a new index is being filled, texts of files that it does not have yet are erased too,
  /// and recognized again later, because it is not known which of these files were forgotten.
  private func forgetImages() throws {
    let writer = try session.writer()
    try reader.cache.retain { cached throws(SQLiteError) in
      var kept: Set<FileVersion> = []
      if cached.isEmpty { return kept }
      try writer.forEachFile { size, modified, inode in
        // The document may be a file, or a member of one.
        for modified in [modified, FileTime(nanoseconds: 0)] {
          let file = FileVersion(size: size, modified: modified, inode: inode)
          if cached.contains(file) { kept.insert(file) }
        }
      }
      return kept
    }
  }

  /// The documents whose file names mark them as copies of a forgotten file (`diary.txt~`).
  private func copies(of path: FilePath) throws -> [FilePath] {
    guard selection.isForgotten(path), selection.mayExist(path) else { return [] }
    return try session.writer().storedFolder(at: path.parent).files.keys
      .map { path.parent.appending($0) }
      .filter { $0 != path && rules.forgottenPath(for: $0, isFolder: false) == path }
  }
}
