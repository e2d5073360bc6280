import FileSelection
import LinuxSystem
import SearchIndex
import Watching

/// The Crawler: start-up, overflow and new folders are all a comparison of folders with the index.
extension Indexer {
  func compare(
    _ scan: ChangeBatch.Scan, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    do {
      let descriptor = try FileDescriptor(openingDirectory: scan.folder)
      let status = try descriptor.status()
      let inode = status.inode
      if let doubt = try doubts(scan.folder, inode, descriptor).first(where: {
        !explained.contains($0)
      }) {
        return .doubtful(doubt)
      }
      switch await watcher.watch(
        scan.folder, descriptor: descriptor.number, age: status.timeSinceChange,
        isExplained: explained.contains(.watchedOtherwise))
      {
      case .watched: break
      case .ahead: return .doubtful(.watchedOtherwise)
      case .polled, .refused:
        if !watchLimitWasReached { tell.yield(.watchLimitReached) }
        watchLimitWasReached = true
      }
      let entries = try list(scan.folder, descriptor)
      noteOpened(scan.folder, nil)
      return .done(try compare(scan, with: entries, inode))
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      return try await compareMissing(scan, explained)
    } catch let error as SystemError {
      if error.isShortage { throw error }
      tell.yield(.cannotIndex(scan.folder, error.reason))
      noteOpened(scan.folder, error.reason)
      return .done([])
    }
  }

  /// Keeps account of the folders that cannot be opened, for the status.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - reason: why it could not be opened; nil where it could.
  private func noteOpened(_ folder: FilePath, _ reason: String?) {
    progress.update { $0.closedFolders[folder] = reason }
  }

  /// Why a folder on disk may not be the one that the index means by its path: it is another than
  /// the last time, or the folder it lies in is.
  private func doubts(
    _ folder: FilePath, _ inode: UInt64, _ descriptor: borrowing FileDescriptor
  ) throws -> [WorkQueue.Doubt] {
    var doubts: [WorkQueue.Doubt] = []
    let known = try writer().inode(ofFolder: folder) ?? 0
    if known != 0, known != inode { doubts.append(.replaced(by: inode)) }
    if rules.roots.contains(folder) { return doubts }
    let parent = try FileStatus(of: Array("..".utf8), in: descriptor).inode
    if try writer().inode(ofFolder: folder.parent) != parent {
      doubts.append(.parentReplaced(by: parent))
    }
    return doubts
  }

  private func compareMissing(
    _ scan: ChangeBatch.Scan, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    guard rules.roots.contains(scan.folder) else {
      return explained.contains(.missing) ? .done([.path(scan.folder)]) : .doubtful(.missing)
    }
    noteOpened(scan.folder, nil)
    await watcher.expect(root: scan.folder)
    if try writer().inode(ofFolder: scan.folder) == nil { return .done([]) }
    countWrite()
    await watcher.forgetMissing(scan.folder)
    return .done(try writer().remove(scan.folder, limit: 200) ? [] : [.scan(scan)])
  }

  private func compare(
    _ scan: ChangeBatch.Scan, with entries: [FolderComparison.Entry], _ inode: UInt64
  ) throws -> [WorkQueue.Work] {
    let folder = scan.folder
    if try writer().storedFile(at: folder) != nil { _ = try writer().remove(folder) }
    try writer().noteFolder(folder, inode: inode)
    let comparison = FolderComparison(
      of: folder, disk: entries, index: try writer().storedFolder(at: folder))
    let folders = scan.isRecursive ? comparison.folders : []
    return (comparison.removed + comparison.changed).map { .path($0) }
      + folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }
  }

  private func list(
    _ folder: FilePath, _ descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> [FolderComparison.Entry] {
    var entries: [FolderComparison.Entry] = []
    for name in try DirectoryListing(of: descriptor).names
    where rules.includes(entry: name, of: folder) {
      // What vanishes between listing and looking is told by an event.
      guard let status = try? FileStatus(of: name, in: descriptor) else { continue }
      entries.append(FolderComparison.Entry(name: name, status: status))
    }
    return entries
  }
}
