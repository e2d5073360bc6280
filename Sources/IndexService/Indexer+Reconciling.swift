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
  }

  /// Makes the index agree with the disk in one thing.
  ///
  /// The index follows the events, and the disk is ahead of them. So a folder's inode tells whether
  /// a path still leads to the folder that the index means by it.
  ///
  /// - Parameters:
  ///   - work: what to compare.
  ///   - explained: what the disk may show, because no event is left that could explain it.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with.
  func perform(
    _ work: WorkQueue.Work, _ explained: Set<WorkQueue.Doubt>
  ) async throws -> Finding {
    let rescans = await noteRules(changedBy: work)
    if !rescans.isEmpty { return .done(rescans + [work]) }
    switch work {
    case .path(let path): return try await compare(path, explained)
    case .scan(let scan): return try await compare(scan, explained)
    }
  }

  /// Notes the new `st_ctim` of a file that was renamed, so that it is not read again for it.
  func noteChangeTime(of path: FilePath) throws {
    guard let status = try? FileStatus(of: path), status.kind == .regular,
      let stored = try writer().storedFile(at: path),
      stored.size == status.size, stored.modified == status.modified,
      stored.inode == status.inode
    else { return }
    try writer().noteChangeTime(status, of: stored)
  }

  private func compare(
    _ path: FilePath, _ explained: Set<WorkQueue.Doubt>
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
      let folder = try FileDescriptor(openingDirectory: path.parent)
      let found = try folder.status().inode
      if found == inode { return try await compare(path, in: folder, explained) }
      let doubt = WorkQueue.Doubt.parentReplaced(by: found)
      let scan = ChangeBatch.Scan(path.parent, isRecursive: true)
      return explained.contains(doubt) ? .done([.scan(scan)]) : .doubtful(doubt)
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      guard explained.contains(.parentMissing) else { return .doubtful(.parentMissing) }
      // What removed a folder in a root removes its documents, too.
      return try await removeToldOf(path)
    } catch let error as SystemError {
      if error.isShortage { throw error }
      // The folder may not be opened now: what the index knows is still the best there is.
      return .done([])
    }
  }

  private func compare(
    _ path: FilePath, in folder: borrowing FileDescriptor, _ explained: Set<WorkQueue.Doubt>
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
      return linked.isEmpty ? try await remove(path) : .done(linked.map { .path($0) })
    }
    guard selector.verdict(on: path, status: status).isIncluded else {
      return try await leaveOut(path)
    }
    switch status.kind {
    case .directory:
      let isKnown = try writer().inode(ofFolder: path) == status.inode
      return .done(isKnown ? [] : [.scan(ChangeBatch.Scan(path, isRecursive: true))])
    case .regular:
      try index(path, status, in: folder)
      return .done([])
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

  func index(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor
  ) throws {
    let stored = try writer().storedFile(at: path)
    if let stored, stored.matches(status, extractor: PlainTextExtractor.version) { return }
    if try writer().inode(ofFolder: path) != nil { _ = try writer().remove(path) }
    if let document = try read(path, status, in: folder) {
      written.append(path)
      try writer().replace(document, at: path)
      countWrite()
    }
  }

  /// Reads a file; nil where it is gone or no regular file any more, which an event will tell.
  func read(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor
  ) throws -> Document? {
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      return Document(try extractor.extract(file, status, name: path.name), status)
    } catch {
      if error.isMissing || error.isSymbolicLink { return nil }
      if error.isShortage { throw error }
      return unreadable(path, status, error)
    }
  }

  private func unreadable(
    _ path: FilePath, _ status: FileStatus, _ error: SystemError
  ) -> Document {
    tell.yield(.cannotIndex(path, error.reason))
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .unreadable
    document.extractor = PlainTextExtractor.version
    document.note = "Cannot be read: \(error.reason)."
    return document
  }
}

extension Document {
  init(_ extracted: ExtractedText, _ status: FileStatus) {
    self.init(status: status, type: extracted.type)
    title = extracted.title
    tags = extracted.tags
    text = extracted.text
    extractor = PlainTextExtractor.version
    switch extracted.extent {
    case .whole: state = .complete
    case .nothing: state = .withoutText
    case .beginning(let read, let size):
      state = .partial
      note = "Indexed \(read >> 20) of \(size >> 20) MiB."
    }
    let length = VocabularyLimit.length(of: text)
    if length < text.count {
      text = Array(text[..<length])
      state = .partial
      note = """
        Indexed \(length >> 20) of \(status.size >> 20) MiB: \
        it has more than \(VocabularyLimit.words) different words.
        """
    }
  }
}
