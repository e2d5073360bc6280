import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Folders: starts, lost events and new folders all lead to comparisons of folders with the index.
extension Reconciler {
  /// The result of an attempt to open a folder.
  enum Opening {
    /// The folder is open; it has to be watched before it is compared.
    case opened(OpenFolder)
    /// The folder is not compared now, with this finding.
    case finished(Outcome.Finding)
  }

  /// Opens a folder that is to be compared, unless it conflicts with the index.
  ///
  /// - Parameters:
  ///   - scan: the folder's path, and whether its subfolders are compared.
  ///   - confirmed: conflicts about which the disk is right.
  /// - Returns: the folder, or the finding if it is not compared.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func open(_ scan: ChangeBatch.Scan, _ confirmed: Set<WorkQueue.Conflict>) throws -> Opening {
    guard selection.selector.verdict(on: scan.folder).isIncluded else {
      return .finished(.done([.path(scan.folder)]))
    }
    do {
      let folder = try OpenFolder(
        scan.folder, rules.open(folder: scan.folder), isRoot: rules.roots.contains(scan.folder))
      let conflict = try conflicts(folder).first { !confirmed.contains($0) }
      return conflict.map { .finished(.conflict($0)) } ?? .opened(folder)
    } catch let error as SystemError {
      return .finished(try finding(for: error, on: scan, confirmed))
    }
  }

  /// Compares an open folder with the index.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - scan: the folder's path, and whether its subfolders are compared.
  ///   - watch: the result of watching the folder, which must come before listing it.
  ///   - confirmed: conflicts about which the disk is right.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func compare(
    _ folder: OpenFolder, _ scan: ChangeBatch.Scan, watch: WatchOutcome,
    _ confirmed: Set<WorkQueue.Conflict>
  ) throws -> Outcome.Finding {
    if watch == .conflict { return .conflict(.watchedOtherwise) }
    let isRoot = rules.roots.contains(folder.path)
    do {
      let names = try DirectoryListing(of: folder.descriptor).names
      if isRoot, try isBareMountPoint(folder, isEmpty: names.isEmpty) {
        recordOpened(folder.path, nil)
        try markAway(folder.path)
        return .done([])
      }
      if try session.writer().storedFile(at: folder.path) != nil {
        // The path was that of a file.
        let removal = try removeLarge(folder.path) ?? removePart(of: folder.path)
        guard case .done = removal else { return .large }
      }
      let (entries, excluded, hasNewRules) = select(names, in: folder.path, folder.descriptor)
      exclusions.set(folder.path, excluded)
      recordOpened(folder.path, nil)
      let isKnown = try session.writer().inode(ofFolder: folder.path) != nil
      let comparison = try compare(folder, with: entries, isRoot: isRoot)
      if watch == .polled {
        try report.tellOfWatchLimit(watchLimit) { try session.writer().folderCount() }
        // A polled folder with a change gets a watch, and is then compared once more.
        if isKnown, comparison.hasChanges { outcome.watches.append(.watchAgain(folder)) }
      }
      return .done(
        work(of: comparison, isRecursive: scan.isRecursive || hasNewRules) + watchNewRules())
    } catch let error as SystemError {
      return try finding(for: error, on: scan, confirmed)
    }
  }

  private func finding(
    for error: SystemError, on scan: ChangeBatch.Scan, _ confirmed: Set<WorkQueue.Conflict>
  ) throws -> Outcome.Finding {
    if error.isMissing || error.isSymbolicLink { return try compareMissing(scan, confirmed) }
    if error.isShortage { throw error }
    try recordAccess(ofClosedFolder: scan.folder)
    recordOpened(scan.folder, error.reason)
    return .done([])
  }

  /// Records why a folder cannot be opened, for the status; nil if it can.
  private func recordOpened(_ folder: FilePath, _ reason: String?) {
    if roots.setClosed(folder, reason), let reason { report.addUnreadable(folder, reason) }
  }

  /// The conflicts of an open folder with the index.
  ///
  /// The folder or its parent has another inode number than in the index.
  private func conflicts(_ folder: OpenFolder) throws -> [WorkQueue.Conflict] {
    var conflicts: [WorkQueue.Conflict] = []
    let (known, inode) = (try session.writer().inode(ofFolder: folder.path), folder.status.inode)
    if let known, known != 0, known != inode { conflicts.append(.replaced(by: inode)) }
    if let parent = folder.parent?.inode,
      try session.writer().inode(ofFolder: folder.path.parent) != parent
    {
      conflicts.append(.parentReplaced(by: parent))
    }
    return conflicts
  }

  private func compareMissing(
    _ scan: ChangeBatch.Scan, _ confirmed: Set<WorkQueue.Conflict>
  ) throws -> Outcome.Finding {
    guard rules.roots.contains(scan.folder) else {
      guard confirmed.contains(.missing) else { return .conflict(.missing) }
      guard let root = try goneRoot(of: scan.folder)?.path else {
        return .done([.path(scan.folder)])
      }
      // The whole root is away, with its documents.
      let isKnown = roots.away.contains(root)
      return .done(isKnown ? [] : [.scan(ChangeBatch.Scan(root, isRecursive: true))])
    }
    recordOpened(scan.folder, nil)
    outcome.watches.append(.expect(root: scan.folder))
    if try session.writer().inode(ofFolder: scan.folder) == nil { return .done([]) }
    outcome.watches.append(.forgetMissing(scan.folder))
    try markAway(scan.folder)
    return .done([])
  }

  private func compare(
    _ folder: OpenFolder, with entries: [FolderComparison.Entry], isRoot: Bool
  ) throws -> FolderComparison {
    let writer = try session.writer()
    try writer.recordFolder(
      folder.path, inode: folder.status.inode, device: isRoot ? folder.status.device : nil,
      isMountPoint: isRoot && folder.isMountPoint)
    try recordAccess(ofFolder: folder, isRoot: isRoot)
    if isRoot { roots.setAway(folder.path, false) }
    return FolderComparison(
      of: folder.path, disk: entries, index: try writer.storedFolder(at: folder.path),
      isCurrent: isCurrent, needsAccess: needsAccess)
  }

  private func work(of comparison: FolderComparison, isRecursive: Bool) -> [WorkQueue.Work] {
    let folders = isRecursive ? comparison.folders : comparison.newFolders
    let paths = comparison.removed + comparison.changed + comparison.withoutAccess
    return paths.map { .path($0) }
      + folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }
  }

  /// Returns the entries that the rules include, and counts the excluded ones.
  private func select(
    _ names: [[UInt8]], in folder: FilePath, _ descriptor: borrowing FileDescriptor
  ) -> (
    entries: [FolderComparison.Entry], excluded: ExclusionLedger.Counts, hasNewRules: Bool
  ) {
    let (rules, hasNewRules) = selection.selector.selection(in: folder, listing: names)
    var entries: [FolderComparison.Entry] = []
    var excluded: ExclusionLedger.Counts = [:]
    // If an entry vanishes after it was listed, an event reports it. If its status cannot be
    // read, as on a failing disk, its own comparison does not remove it either.
    rules?.forEachEntry(names, in: descriptor) { name, status, verdict in
      switch verdict {
      case .included: entries.append(FolderComparison.Entry(name: name, status: status))
      case .excluded(let reason):
        // Symbolic links and devices are never indexed, so they do not count as excluded.
        if status.kind == .regular || status.kind == .directory {
          excluded[reason.kind, default: 0] += 1
        }
      }
    }
    return (entries, excluded, hasNewRules)
  }
}
