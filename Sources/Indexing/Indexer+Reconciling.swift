import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction
import Watching

extension Indexer {
  /// What came of a look at the disk.
  enum Finding {
    /// The index agrees with the disk; this turned out to be compared as well.
    case done([WorkQueue.Work])
    /// The disk is ahead of the events: a rename may be under way that explains what it shows.
    case doubtful(WorkQueue.Doubt)
    /// It is large work: it waits until its lane has nothing else and nothing changes.
    case large
    /// It is the removal of a large text: the same, but it never waits for bulk work, because nobody
    /// wants to find the document any more.
    case largeRemoval
  }

  /// Makes the index agree with the disk in one thing, or says what has to come first.
  ///
  /// The index follows the events, and the disk is ahead of them. So a folder's inode tells whether
  /// a path still leads to the folder that the index means by it.
  ///
  /// - Parameters:
  ///   - work: what to compare.
  ///   - explained: what the disk may show, because no event is left that could explain it.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with.
  func reconcile(
    _ work: WorkQueue.Work, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    let rescans = await noteRules(changedBy: work)
    if !rescans.isEmpty { return .done(rescans + [work]) }
    switch work {
    case .path(let path, let isReported, let isRead):
      return try await compare(path, explained, isReported: isReported, isRead: isRead)
    case .scan(let scan): return try await compare(scan, explained)
    case .exclusions(let number): return try await findExcluded(after: number)
    }
  }

  /// Notes the new `st_ctim` of a file that was renamed, so that it is not read again for it.
  func noteChangeTime(of path: FilePath) throws {
    guard let status = try? rules.status(of: path), status.kind == .regular,
      let stored = try writer().storedFile(at: path),
      stored.size == status.size, stored.modified == status.modified,
      stored.inode == status.inode
    else { return }
    try writer().recordChangeTime(status, of: stored)
  }

  private func compare(
    _ path: FilePath, _ explained: Set<WorkQueue.Doubt>, isReported: Bool, isRead: Bool
  ) async throws -> Finding {
    if rules.roots.contains(path) {
      return .done([.scan(ChangeBatch.Scan(path, isRecursive: true))])
    }
    // A file that says what is left out may lie anywhere; it is no document there.
    guard rules.roots.contains(where: path.isInside) else { return try await leaveOut(path) }
    guard let inode = try writer().inode(ofFolder: path.parent) else {
      // The folder is compared later, and this with it.
      return .done([])
    }
    do {
      let folder = try rules.open(folder: path.parent)
      let found = try folder.status().inode
      if found == inode {
        return try await compare(path, in: folder, explained, isRead: isRead)
      }
      let doubt = WorkQueue.Doubt.parentReplaced(by: found)
      let scan = ChangeBatch.Scan(path.parent, isRecursive: true)
      return explained.contains(doubt) ? .done([.scan(scan)]) : .doubtful(doubt)
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      guard explained.contains(.parentMissing) else { return .doubtful(.parentMissing) }
      // What removed a folder in a root removes its documents, too.
      return isReported ? try await removeReported(path) : .done([])
    } catch let error as SystemError {
      if error.isShortage { throw error }
      // The folder may not be opened now: what the index knows is still the best there is.
      return .done([])
    }
  }

  private func compare(
    _ path: FilePath, in folder: borrowing FileDescriptor, _ explained: Set<WorkQueue.Doubt>,
    isRead: Bool
  ) async throws -> Finding {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path.name, in: folder)
    } catch {
      guard error.isMissing else { return .done([]) }
      if !explained.contains(.missing), try writer().inode(ofFolder: path) != nil {
        return .doubtful(.missing)
      }
      let linked = try filesLinked(from: path)
      if linked.isEmpty { return try await remove(path) }
      return .done(linked.map { .path($0, isReported: true, isRead: true) })
    }
    guard selector.verdict(on: path, status: status).isIncluded else {
      return try await leaveOut(path)
    }
    switch status.kind {
    case .directory:
      let isKnown = try writer().inode(ofFolder: path) == status.inode
      return .done(isKnown ? [] : [.scan(ChangeBatch.Scan(path, isRecursive: true))])
    case .regular:
      // A folder had this name: what was in it goes a part at a time.
      if try writer().inode(ofFolder: path) != nil {
        let removal = try await remove(path)
        guard case .done(let rest) = removal, rest.isEmpty else { return removal }
      }
      return try index(path, status, in: folder, isRead: isRead)
    case .symbolicLink, .other:
      return try await remove(path)
    }
  }

  /// Removes a document or a folder with all its documents, a part at a time; those of roots in it
  /// stay.
  func remove(_ path: FilePath) async throws -> Finding {
    if rules.roots.contains(where: { $0.isInside(path) }) {
      return try await removeAroundRoots(path) { try await self.remove($0) }
    }
    if let finding = try removeLarge(path) { return finding }
    countWrite()
    if try writer().inode(ofFolder: path) != nil {
      selector.forget(path)
      await watcher.forgetMissing(path)
    }
    progress.update { progress in
      if progress.closedFolders.isEmpty { return }
      progress.closedFolders = progress.closedFolders.filter { !$0.key.isInside(path) }
    }
    return .done(try writer().remove(path, limit: 200) ? [] : [.path(path)])
  }

  /// Reads a file and writes its document, unless the index has it as it is.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: what the kernel says of it.
  ///   - folder: the folder it lies in, open.
  ///   - isRead: whether it is read even if its times and size say that it need not be.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with.
  @discardableResult
  func index(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    isRead: Bool = false
  ) throws -> Finding {
    let stored = try writer().storedFile(at: path)
    if let stored, !isRead, isCurrent(stored, status) { return .done([]) }
    return try readAndWrite(path, status, stored, in: folder)
  }

  /// Reads a file; nil where it is gone or no regular file any more, which an event will tell.
  func read(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    within limits: ReadingLimits? = nil
  ) throws -> Document? {
    let limits = limits ?? ReadingLimits(configured: extractor.byteLimit, .current)
    let extractor = PlainTextExtractor(byteLimit: limits.bytes)
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      return Document(
        try extractor.extract(file, status, name: path.name), status, within: limits)
    } catch {
      if error.isMissing || error.isSymbolicLink { return nil }
      if error.isShortage { throw error }
      return unreadable(path, status, error)
    }
  }

  private func unreadable(
    _ path: FilePath, _ status: FileStatus, _ error: SystemError
  ) -> Document {
    noteUnreadable(path, error.reason)
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .unreadable
    // A permission that is given changes `st_ctim`. Any other reason, such as a disk or server that
    // fails, may pass without a trace; so the file is read again whenever its folder is compared.
    document.extractor = error.isDenied ? PlainTextExtractor.version : Document.unfinished
    document.note = "Cannot be read: \(error.reason)."
    return document
  }
}
