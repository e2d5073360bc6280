import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction
import Watching

extension Indexer {
  /// Makes the index agree with the disk in one thing.
  ///
  /// - Returns: what else turned out to be compared.
  func perform(_ work: WorkQueue.Work) async throws -> [WorkQueue.Work] {
    switch work {
    case .path(let path): try compare(path)
    case .scan(let scan): try await compare(scan)
    }
  }

  /// Notes the new `st_ctim` of a file that was renamed, so that it is not read again for it.
  func noteMoved(_ path: FilePath) throws {
    guard let status = try? FileStatus(of: path), status.kind == .regular,
      let stored = try writer().storedFile(at: path),
      stored.size == status.size, stored.modified == status.modified,
      stored.inode == status.inode
    else { return }
    try writer().noteChangeTime(status, of: stored)
  }

  private func compare(_ path: FilePath) throws -> [WorkQueue.Work] {
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch  where error.isMissing {
      return try removeMissing(path)
    } catch {
      // A folder above may not be searched now: what the index knows is still the best there is.
      return []
    }
    switch status.kind {
    case .directory:
      if try writer().inode(ofFolder: path) == status.inode { return [] }
      return [.scan(ChangeBatch.Scan(path, isRecursive: true))]
    case .regular:
      try index(path, status)
      return []
    case .symbolicLink, .other:
      return try remove(path)
    }
  }

  /// Removes what is gone, if its folder is the one the index knows.
  ///
  /// Where a folder above was renamed, the path is missing but the file is not: the rename will be
  /// told by an event of its own, and then takes the document along.
  private func removeMissing(_ path: FilePath) throws -> [WorkQueue.Work] {
    if rules.roots.contains(path) { return try remove(path) }
    guard let folder = try? FileStatus(of: path.parent),
      try writer().inode(ofFolder: path.parent) == folder.inode
    else { return [] }
    return try remove(path)
  }

  /// Removes a document or a folder with all its documents, a part at a time.
  private func remove(_ path: FilePath) throws -> [WorkQueue.Work] {
    countWrite()
    return try writer().remove(path, limit: 200) ? [] : [.path(path)]
  }

  private func index(_ path: FilePath, _ status: FileStatus) throws {
    let stored = try writer().storedFile(at: path)
    if let stored, stored.matches(status) { return }
    if let document = try read(path) {
      if try writer().inode(ofFolder: path) != nil { _ = try writer().remove(path) }
      try writer().replace(document, at: path)
      countWrite()
    }
  }

  /// - Returns: nil where the file is gone or no regular file any more; an event will tell of that.
  private func read(_ path: FilePath) throws -> Document? {
    do {
      let file = try FileDescriptor(openingForeign: path)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      do {
        return Document(try extractor.extract(file, status, name: path.name), status)
      } catch {
        return unreadable(path, status, error)
      }
    } catch  where error.isMissing || error.isSymbolicLink {
      return nil
    } catch {
      guard let status = try? FileStatus(of: path) else { return nil }
      return unreadable(path, status, error)
    }
  }

  private func unreadable(
    _ path: FilePath, _ status: FileStatus, _ error: SystemError
  ) -> Document {
    tell.yield(.cannotIndex(path, error.reason))
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .unreadable
    document.note = "Cannot be read: \(error.reason)."
    return document
  }
}

// MARK: - The crawl

extension Indexer {
  /// Compares a folder with the index: the Crawler of start-up, overflow and new folders.
  private func compare(_ scan: ChangeBatch.Scan) async throws -> [WorkQueue.Work] {
    let folder = scan.folder
    switch await watcher.watch(folder) {
    case .watched: break
    case .gone: return try removeMissing(folder)
    case .refused(let error) where error.isDenied:
      tell.yield(.cannotIndex(folder, error.reason))
      return []
    case .refused:
      if watchLimitWasReached { break }
      watchLimitWasReached = true
      tell.yield(.watchLimitReached)
    }
    let listing: (entries: [FolderComparison.Entry], inode: UInt64)
    do {
      listing = try list(folder)
    } catch  where error.isMissing {
      return []
    } catch {
      tell.yield(.cannotIndex(folder, error.reason))
      return []
    }
    if try writer().storedFile(at: folder) != nil { _ = try writer().remove(folder) }
    try writer().noteFolder(folder, inode: listing.inode)
    let comparison = FolderComparison(
      of: folder, disk: listing.entries, index: try writer().storedFolder(at: folder))
    let folders = scan.isRecursive ? comparison.folders : []
    return (comparison.removed + comparison.changed).map { .path($0) }
      + folders.map { .scan(ChangeBatch.Scan($0, isRecursive: true)) }
  }

  private func list(
    _ folder: FilePath
  ) throws(SystemError) -> (entries: [FolderComparison.Entry], inode: UInt64) {
    let descriptor = try FileDescriptor(openingDirectory: folder)
    var entries: [FolderComparison.Entry] = []
    for name in try DirectoryListing(of: descriptor).names
    where rules.includes(entry: name, of: folder) {
      // What vanishes between listing and looking is told by an event.
      guard let status = try? FileStatus(of: name, in: descriptor) else { continue }
      entries.append(FolderComparison.Entry(name: name, status: status))
    }
    return (entries, try descriptor.status().inode)
  }
}

extension Document {
  init(_ extracted: ExtractedText, _ status: FileStatus) {
    self.init(status: status, type: extracted.type)
    title = extracted.title
    tags = extracted.tags
    text = extracted.text
    switch extracted.extent {
    case .whole: state = .complete
    case .nothing: state = .withoutText
    case .beginning(let read, let size):
      state = .partial
      note = "Indexed \(read >> 20) of \(size >> 20) MiB."
    }
  }
}
