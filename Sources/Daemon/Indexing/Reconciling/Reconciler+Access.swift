import FileSelection
import IndexStorage
import LinuxSystem

/// Who may read files and pass through folders, if that is recorded.
///
/// A file's rule is recorded before its text is read, so that a right that was taken away is soon gone from copies of the
/// index, however long the reading takes.
extension Reconciler {
  /// Records who may read a file, and remembers it for the document if the file is new.
  ///
  /// A change between the call and a later one is reported by an event, which has the rule read again even if it left
  /// the times of the file as they were.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: its status.
  ///   - stored: its entry in the index; nil for a new file.
  ///   - folder: the open folder that contains it.
  /// - Throws: the errors of SQLite.
  func recordAccess(
    ofFile path: FilePath, _ status: FileStatus, _ stored: StoredFile?,
    in folder: borrowing FileDescriptor
  ) throws {
    accessOfNewFile = nil
    guard rules.recordsAccess else { return }
    if let stored, !isNamed, !needsAccess(stored, status) { return }
    let access = RecordedAccess(AccessRule(of: path.name, in: folder))
    guard let stored else {
      accessOfNewFile = access
      return
    }
    let writer = try session.writer()
    if try writer.record(access, ofFile: stored) { session.countWrite() }
    // The file is not read again, so that its row would keep the former time.
    if stored.state == .failed, stored.changed != status.changed {
      try writer.recordChangeTime(status, of: stored)
      session.countWrite()
    }
  }

  /// Whether the rule of a file has to be read, because it may have changed or is not recorded.
  func needsAccess(_ stored: StoredFile, _ status: FileStatus) -> Bool {
    rules.recordsAccess
      && (!stored.hasAccess || stored.changed != status.changed || stored.racyUntil != nil)
  }

  /// Whether an event named the file, or it is read again because its times may hide a change.
  private var isNamed: Bool {
    guard case .path(_, let isReported, let isRead)? = currentItem?.item.work else { return false }
    return isReported || isRead
  }

  /// Records who may pass through an open folder, and through those above it if it is a root.
  func recordAccess(ofFolder folder: OpenFolder, isRoot: Bool) throws {
    guard rules.recordsAccess else { return }
    try record(AccessRule(of: [UInt8(ascii: ".")], in: folder.descriptor), ofFolder: folder.path)
    guard isRoot else { return }
    var above = folder.path.parent
    while !above.isRoot {
      try recordAccess(ofFolderAboveRoots: above)
      above = above.parent
    }
  }

  /// Records who may pass through a folder that cannot be opened.
  func recordAccess(ofClosedFolder folder: FilePath) throws {
    guard rules.recordsAccess else { return }
    if rules.roots.contains(folder) { return try record(AccessRule(of: folder), ofFolder: folder) }
    guard let parent = try? rules.open(folder: folder.parent) else { return }
    try record(AccessRule(of: folder.name, in: parent), ofFolder: folder)
  }

  /// Records who may pass through a folder above the roots; does nothing for other paths, and for `/`.
  func recordAccess(ofFolderAboveRoots folder: FilePath) throws {
    guard rules.recordsAccess, !folder.isRoot, !rules.verdict(on: folder).isIncluded,
      rules.roots.contains(where: { $0.isInside(folder) }), selection.canAnswer(folder)
    else { return }
    try record(AccessRule(of: folder), ofFolder: folder)
  }

  private func record(_ rule: AccessRule?, ofFolder folder: FilePath) throws {
    if try session.writer().record(RecordedAccess(rule), ofFolder: folder) { session.countWrite() }
  }
}
