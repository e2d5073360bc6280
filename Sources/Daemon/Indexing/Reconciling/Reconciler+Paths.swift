import FileSelection
import IndexStorage
import LinuxSystem
import Watching

extension Reconciler {
  /// Makes the index agree with the disk about one path, or returns the first conflict.
  ///
  /// The index follows the events, which come after the changes on disk. So inode numbers show
  /// whether a path still leads to the folder that the index has at this path.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - confirmed: conflicts about which the disk is right.
  ///   - isReported: whether an event named the path.
  ///   - isRead: whether to read a file even if its times and size are those in the index.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func compare(
    _ path: FilePath, _ confirmed: Set<WorkQueue.Conflict>, isReported: Bool, isRead: Bool
  ) throws -> Outcome.Finding {
    if rules.roots.contains(path) {
      return .done([.scan(ChangeBatch.Scan(path, isRecursive: true))])
    }
    try recordAccess(ofFolderAboveRoots: path)
    // Rule files may be anywhere; outside the roots they are not indexed.
    guard rules.roots.contains(where: path.isInside) else { return try leaveOut(path) }
    // A change in a root that was away shows that a disk is mounted again. It may be another disk,
    // whose top folder has the same inode number.
    if !roots.away.isEmpty, case .included(let root) = rules.verdict(on: path),
      roots.away.contains(root),
      (try? FileStatus(of: root))?.kind == .directory
    {
      return .done([.scan(ChangeBatch.Scan(root, isRecursive: true))])
    }
    guard let inode = try session.writer().inode(ofFolder: path.parent) else {
      // The parent folder will be compared, and this path with it.
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
      // If an event reports that a folder in a root was removed, its documents are removed too.
      return isReported ? try removeReported(path) : .done([])
    } catch let error as SystemError {
      if error.isShortage { throw error }
      // The folder cannot be opened now; the index keeps what it has.
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
      // The path was that of a folder, whose content is removed in parts.
      if try session.writer().inode(ofFolder: path) != nil {
        let removal = try remove(path)
        guard case .done(let rest) = removal, rest.isEmpty else { return removal }
      }
      return try index(path, status, in: folder, isRead: isRead)
    case .symbolicLink, .other:
      return try remove(path)
    }
  }

  /// The most documents and folders that are removed at once, because fresh changes wait meanwhile.
  static let removedAtOnce = 200

  /// Removes a document, or a folder with all its documents, in parts; documents of roots inside
  /// the folder stay.
  func remove(_ path: FilePath) throws -> Outcome.Finding {
    if rules.roots.contains(where: { $0.isInside(path) }) {
      return try removeAroundRoots(path) { try self.remove($0) }
    }
    return try removeLarge(path) ?? removePart(of: path)
  }

  /// Removes a part of a document with its members, or of a folder with its documents.
  ///
  /// - Returns: the work that remains. The removal of members is large work, which changes
  ///   interrupt, because a file can have hundreds of thousands of them.
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

  /// Reads a file and writes its document, unless the index already has this version.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: its status from the kernel.
  ///   - folder: the open folder that contains it.
  ///   - isRead: whether to read the file even if its times and size are those in the index.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite.
  @discardableResult
  func index(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    isRead: Bool = false
  ) throws -> Outcome.Finding {
    let stored = try session.writer().storedFile(at: path)
    try recordAccess(ofFile: path, status, stored, in: folder)
    // If a rename gave the file the name of a secret, its content has not been checked yet.
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

// MARK: - Files that were created without a name; see `O_TMPFILE` in open(2)

extension Reconciler {
  /// The names that a file created without a name has got in its folder since then.
  ///
  /// While the file is open, inotify reports writes and the close under the name in
  /// `/proc/self/fd`: `#` and the inode number, whatever name linkat(2) has given the file.
  ///
  /// - Parameter path: a path that an event named and that does not exist.
  /// - Returns: the paths of the file; none if `path` has no such name.
  /// - Throws: the errors of SQLite.
  private func filesLinked(from path: FilePath) throws -> [FilePath] {
    guard path.name.first == UInt8(ascii: "#"),
      let inode = UInt64(String(decoding: path.name.dropFirst(), as: UTF8.self))
    else { return [] }
    return try session.writer().files(in: path.parent, inode: inode)
  }
}
