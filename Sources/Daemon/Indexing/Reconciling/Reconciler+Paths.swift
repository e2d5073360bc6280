import FileSelection
import IndexStorage
import LinuxSystem
import Watching

extension Reconciler {
  /// Makes the index agree with the disk about one path, or reports the conflict that comes first.
  ///
  /// The index follows the events, and the disk is ahead of them. So a folder's inode
  /// shows whether a path still leads to the folder that the index means by it.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - confirmed: conflicts that no event has resolved.
  ///   - isReported: whether an event has named it.
  ///   - isRead: whether a file is read even if its times and size are as they were.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func compare(
    _ path: FilePath, _ confirmed: Set<WorkQueue.Conflict>, isReported: Bool, isRead: Bool
  ) throws -> Outcome.Finding {
    if rules.roots.contains(path) {
      return .done([.scan(ChangeBatch.Scan(path, isRecursive: true))])
    }
    // A rule file may lie anywhere; outside the roots it is no document.
    guard rules.roots.contains(where: path.isInside) else { return try leaveOut(path) }
    // A change in a root that is away shows that a disk is there again. It may be another disk,
    // whose topmost folder has the same inode as the former disk's.
    if !roots.away.isEmpty, case .included(let root) = rules.verdict(on: path),
      roots.away.contains(root),
      (try? FileStatus(of: root))?.kind == .directory
    {
      return .done([.scan(ChangeBatch.Scan(root, isRecursive: true))])
    }
    guard let inode = try session.writer().inode(ofFolder: path.parent) else {
      // The folder is compared later, and this with it.
      return .done([])
    }
    do {
      let folder = try rules.open(folder: path.parent)
      let found = try folder.status().inode
      if found == inode {
        return try compare(path, in: folder, confirmed, isRead: isRead)
      }
      let conflict = WorkQueue.Conflict.parentReplaced(by: found)
      let scan = ChangeBatch.Scan(path.parent, isRecursive: true)
      return confirmed.contains(conflict) ? .done([.scan(scan)]) : .conflict(conflict)
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      guard confirmed.contains(.parentMissing) else { return .conflict(.parentMissing) }
      // An event that removed a folder in a root removes its documents, too.
      return isReported ? try removeReported(path) : .done([])
    } catch let error as SystemError {
      if error.isShortage { throw error }
      // The folder may not be opened now: the index keeps its last knowledge.
      return .done([])
    }
  }

  private func compare(
    _ path: FilePath, in folder: borrowing FileDescriptor, _ confirmed: Set<WorkQueue.Conflict>,
    isRead: Bool
  ) throws -> Outcome.Finding {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path.name, in: folder)
    } catch {
      guard error.isMissing else { return .done([]) }
      if !confirmed.contains(.missing), try session.writer().inode(ofFolder: path) != nil {
        return .conflict(.missing)
      }
      let linked = try filesLinked(from: path)
      if linked.isEmpty { return try remove(path) }
      return .done(linked.map { .path($0, isReported: true, isRead: true) })
    }
    guard selection.selector.verdict(on: path, status: status).isIncluded else {
      return try leaveOut(path)
    }
    switch status.kind {
    case .directory:
      let isKnown = try session.writer().inode(ofFolder: path) == status.inode
      return .done(isKnown ? [] : [.scan(ChangeBatch.Scan(path, isRecursive: true))])
    case .regular:
      // A folder had this name: its content is removed a part at a time.
      if try session.writer().inode(ofFolder: path) != nil {
        let removal = try remove(path)
        guard case .done(let rest) = removal, rest.isEmpty else { return removal }
      }
      return try index(path, status, in: folder, isRead: isRead)
    case .symbolicLink, .other:
      return try remove(path)
    }
  }

  /// How many documents and folders are removed at once; fresh changes wait for them.
  static let removedAtOnce = 200

  /// Removes a document or a folder with all its documents, a part at a time; documents of roots
  /// inside it stay.
  func remove(_ path: FilePath) throws -> Outcome.Finding {
    if rules.roots.contains(where: { $0.isInside(path) }) {
      return try removeAroundRoots(path) { try self.remove($0) }
    }
    return try removeLarge(path) ?? removePart(of: path)
  }

  /// Removes a part of a document with its members, or of a folder with its documents.
  ///
  /// - Returns: the work that is left. Changes interrupt the removal of a file's members: there can
  ///   be hundreds of thousands.
  func removePart(of path: FilePath) throws -> Outcome.Finding {
    session.countWrite()
    let isFolder = try session.writer().inode(ofFolder: path) != nil
    if isFolder {
      selection.selector.forget(path)
      exclusions.remove(below: path)
      outcome.watches.append(.forgetMissing(path))
    }
    roots.removeClosed(below: path)
    if try session.writer().remove(path, limit: Self.removedAtOnce) { return .done([]) }
    return isFolder ? .done([.path(path)]) : .largeRemoval
  }

  /// Reads a file and writes its document, unless the index has it as it is.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: its status from the kernel.
  ///   - folder: the folder it lies in, open.
  ///   - isRead: whether it is read even if its times and size say that it need not be.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite.
  @discardableResult
  func index(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    isRead: Bool = false
  ) throws -> Outcome.Finding {
    let stored = try session.writer().storedFile(at: path)
    // A file that got the name of a secret by a rename was not judged by its contents yet.
    let isJudged = rules.includesSecrets || rules.ambiguousSecret(at: path) == nil
    if let stored, !isRead, isJudged, isCurrent(stored, status) { return .done([]) }
    guard let suspicion = suspects[path] else {
      return try readAndWrite(path, status, stored, in: folder)
    }
    return try writeAlone(path, status, suspicion) {
      try readAndWrite(path, status, stored, in: folder)
    }
  }
}

// MARK: - Files that were opened without a name; see `O_TMPFILE` in open(2)

extension Reconciler {
  /// The names that a file has got in its folder since it was opened without one.
  ///
  /// As long as it stays open, inotify reports writes and the close by the name that the kernel shows
  /// in `/proc/self/fd`, `#` and the inode number, whatever linkat(2) has named it.
  ///
  /// - Parameter path: a path that an event named and that no file has.
  /// - Returns: none for any other path.
  /// - Throws: the errors of SQLite.
  private func filesLinked(from path: FilePath) throws -> [FilePath] {
    guard path.name.first == UInt8(ascii: "#"),
      let inode = UInt64(String(decoding: path.name.dropFirst(), as: UTF8.self))
    else { return [] }
    return try session.writer().files(in: path.parent, inode: inode)
  }
}
