import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction
import Watching

/// The Crawler: start-up, overflow and new folders are all a comparison of folders with the index.
extension Indexer {
  /// Plans to compare all roots with the disk.
  func addRoots() {
    selector.forgetAll()
    forgetFormerRoots(.bulk)
    queue.add(
      rules.roots.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }, to: .bulk)
    if rebuild != nil { queue.add(barriers: [Self.rebuiltBarrier]) }
    isIdle = false
  }

  /// Plans to remove what was indexed as part of a root that is none any more.
  func forgetFormerRoots(_ lane: WorkQueue.Lane) {
    queue.add([.path(.root)], to: lane)
  }

  func compare(
    _ scan: ChangeBatch.Scan, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    guard selector.verdict(on: scan.folder).isIncluded else { return .done([.path(scan.folder)]) }
    do {
      let descriptor = try rules.open(folder: scan.folder)
      let isRoot = rules.roots.contains(scan.folder)
      let place = try Place(of: scan.folder, descriptor, isRoot: isRoot)
      let known = try writer().inode(ofFolder: scan.folder)
      if let doubt = try doubts(scan.folder, place, known).first(where: {
        !explained.contains($0)
      }) {
        return .doubtful(doubt)
      }
      await hooks.reach?(.willWatchFolder)
      let outcome = await watcher.watch(
        scan.folder, descriptor: descriptor.number, age: place.status.timeSinceChange,
        fileSystem: place.fileSystem, isResolved: explained.contains(.watchedOtherwise))
      await hooks.reach?(.didWatchFolder)
      if outcome == .conflict { return .doubtful(.watchedOtherwise) }
      let names = try DirectoryListing(of: descriptor).names
      if isRoot, names.isEmpty, try isBarePlace(scan.folder, place.status) {
        noteOpened(scan.folder, nil)
        try markAway(scan.folder)
        return .done([])
      }
      if let removal = try removeLarge(scan.folder) {
        // A file had this name.
        guard case .done = removal else { return .large }
      }
      let (entries, hasNewRules) = select(names, in: scan.folder, descriptor)
      noteOpened(scan.folder, nil)
      let scan = ChangeBatch.Scan(scan.folder, isRecursive: scan.isRecursive || hasNewRules)
      let comparison = try compare(scan.folder, with: entries, place.status, isRoot: isRoot)
      var work = self.work(of: comparison, scan)
      if outcome == .polled {
        try noteWatchLimit()
        // A folder that wakes up is worth a watch, and is compared once more behind it.
        if known != nil, comparison.hasChanges,
          await watcher.watch(
            scan.folder, descriptor: descriptor.number, fileSystem: place.fileSystem) == .watched
        {
          work.append(.scan(ChangeBatch.Scan(scan.folder, isRecursive: false)))
        }
      }
      return .done(work + (await watchNewRules()))
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      return try await compareMissing(scan, explained)
    } catch let error as SystemError {
      if error.isShortage { throw error }
      noteOpened(scan.folder, error.reason)
      return .done([])
    }
  }

  /// What an open folder is, and on what it lies.
  private struct Place {
    let status: FileStatus
    /// The folder above; nil for a root, which is looked for by its path alone.
    let parent: FileStatus?
    /// The sort of file system that begins here; nil where the folder above lies on the same one.
    let fileSystem: FileSystemType?

    init(
      of folder: FilePath, _ descriptor: borrowing FileDescriptor, isRoot: Bool
    ) throws(SystemError) {
      status = try descriptor.status()
      parent = isRoot ? nil : try FileStatus(of: Array("..".utf8), in: descriptor)
      fileSystem = parent?.device == status.device ? nil : try descriptor.fileSystemType()
    }
  }

  /// Tells once that there are more folders than watches.
  private func noteWatchLimit() throws {
    if watchLimitWasReached { return }
    watchLimitWasReached = true
    tell.yield(.watchLimitReached(watcher.limit, folders: try writer().folderCount()))
  }

  /// Keeps account of the folders that cannot be opened, for the status.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - reason: why it could not be opened; nil where it could.
  private func noteOpened(_ folder: FilePath, _ reason: String?) {
    if progress.current.closedFolders[folder] == reason { return }
    if let reason { noteUnreadable(folder, reason) }
    progress.update { $0.closedFolders[folder] = reason }
  }

  /// Why a folder on disk may not be the one that the index means by its path: it is another than
  /// the last time, or the folder it lies in is.
  private func doubts(
    _ folder: FilePath, _ place: Place, _ known: UInt64?
  ) throws -> [WorkQueue.Doubt] {
    var doubts: [WorkQueue.Doubt] = []
    let inode = place.status.inode
    if let known, known != 0, known != inode { doubts.append(.replaced(by: inode)) }
    if let parent = place.parent?.inode, try writer().inode(ofFolder: folder.parent) != parent {
      doubts.append(.parentReplaced(by: parent))
    }
    return doubts
  }

  private func compareMissing(
    _ scan: ChangeBatch.Scan, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    guard rules.roots.contains(scan.folder) else {
      guard explained.contains(.missing) else { return .doubtful(.missing) }
      guard let root = try goneRoot(of: scan.folder)?.path else {
        return .done([.path(scan.folder)])
      }
      // The whole root has gone, with its documents.
      let isKnown = progress.current.awayRoots.contains(root)
      return .done(isKnown ? [] : [.scan(ChangeBatch.Scan(root, isRecursive: true))])
    }
    noteOpened(scan.folder, nil)
    await watcher.expect(root: scan.folder)
    if try writer().inode(ofFolder: scan.folder) == nil { return .done([]) }
    await watcher.forgetMissing(scan.folder)
    try markAway(scan.folder)
    return .done([])
  }

  private func compare(
    _ folder: FilePath, with entries: [FolderComparison.Entry], _ status: FileStatus, isRoot: Bool
  ) throws -> FolderComparison {
    if try writer().storedFile(at: folder) != nil { _ = try writer().remove(folder) }
    try writer().recordFolder(
      folder, inode: status.inode, device: isRoot ? status.device : nil)
    if isRoot { noteAway(folder, false) }
    return FolderComparison(
      of: folder, disk: entries, index: try writer().storedFolder(at: folder),
      isCurrent: isCurrent)
  }

  private func work(
    of comparison: FolderComparison, _ scan: ChangeBatch.Scan
  ) -> [WorkQueue.Work] {
    let folders = scan.isRecursive ? comparison.folders : comparison.newFolders
    return (comparison.removed + comparison.changed).map { .path($0) }
      + folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }
  }

  /// Leaves of what a folder lists what is of interest.
  private func select(
    _ names: [[UInt8]], in folder: FilePath, _ descriptor: borrowing FileDescriptor
  ) -> (entries: [FolderComparison.Entry], hasNewRules: Bool) {
    let (selection, hasNewRules) = selector.selection(in: folder, listing: names)
    var entries: [FolderComparison.Entry] = []
    for name in names {
      // What vanishes between listing and looking is told by an event; what cannot be looked at, on a
      // failing disk for example, is not taken for gone when it is compared by itself.
      guard let status = try? FileStatus(of: name, in: descriptor),
        selection?.verdict(on: name, status: status).isIncluded == true
      else { continue }
      entries.append(FolderComparison.Entry(name: name, status: status))
    }
    return (entries, hasNewRules)
  }
}
