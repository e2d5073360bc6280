import FileSelection
import LinuxSystem
import SearchIndex
import Watching

/// The Crawler: start-up, overflow and new folders are all a comparison of folders with the index.
extension Indexer {
  func compare(_ scan: ChangeBatch.Scan, _ isExplained: Bool) async throws -> Finding {
    do {
      let descriptor = try FileDescriptor(openingDirectory: scan.folder)
      let inode = try descriptor.status().inode
      guard try isExpected(scan.folder, inode, descriptor) || isExplained else {
        return .unexplained
      }
      switch await watcher.watch(
        scan.folder, descriptor: descriptor.number, isExplained: isExplained)
      {
      case .watched: break
      case .ahead: return .unexplained
      case .refused:
        if !watchLimitWasReached { tell.yield(.watchLimitReached) }
        watchLimitWasReached = true
      }
      return .done(try compare(scan, with: list(scan.folder, descriptor), inode))
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      return try await compareMissing(scan, isExplained)
    } catch let error as SystemError {
      tell.yield(.cannotIndex(scan.folder, error.reason))
      return .done([])
    }
  }

  /// Whether a folder on disk is the one that the index means by its path: it is not another than
  /// the last time, and neither is the folder it lies in.
  private func isExpected(
    _ folder: FilePath, _ inode: UInt64, _ descriptor: borrowing FileDescriptor
  ) throws -> Bool {
    let known = try writer().inode(ofFolder: folder)
    guard known == nil || known == 0 || known == inode else { return false }
    if rules.roots.contains(folder) { return true }
    let parent = try FileStatus(of: Array("..".utf8), in: descriptor).inode
    return try writer().inode(ofFolder: folder.parent) == parent
  }

  private func compareMissing(
    _ scan: ChangeBatch.Scan, _ isExplained: Bool
  ) async throws -> Finding {
    guard rules.roots.contains(scan.folder) else {
      return isExplained ? .done([.path(scan.folder)]) : .unexplained
    }
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
