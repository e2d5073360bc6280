import FileSelection
import LinuxSystem
import SearchIndex

/// Reads files once more, on a thread of its own with low priority and with its own jailed programs.
///
/// Nothing is written.
actor VerifyingThread {
  /// A folder on the disk.
  struct Listing: Sendable {
    /// The names of the files that the rules include.
    var files: Set<[UInt8]> = []
    /// The names of the folders that the rules include.
    var folders: Set<[UInt8]> = []
  }

  private nonisolated let loop: EventLoop
  private var selector: FileSelector
  private let guardian: FileSystemGuard
  private var reader: FileContentReader?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// - Parameters:
  ///   - rules: which paths are indexed.
  ///   - files: knows which file systems do not answer.
  /// - Throws: a shortage of descriptors or memory.
  init(_ rules: SelectionRules, _ files: FileSystemGuard) throws(SystemError) {
    loop = try EventLoop(name: "sitta-verify")
    selector = FileSelector(rules: rules)
    guardian = files
  }

  deinit {
    loop.stop()
  }

  /// Lists a folder.
  ///
  /// - Returns: nil if the folder cannot be opened, or its file system does not answer; an empty listing if
  ///   there is no such folder.
  func list(_ folder: FilePath) -> Listing? {
    ThreadPriority.batch.apply()
    guard guardian.obstacle(at: folder) == nil else { return nil }
    var listing = Listing()
    do throws(SystemError) {
      let descriptor = try selector.rules.open(folder: folder)
      let names = try DirectoryListing(of: descriptor).names
      let selection = selector.selection(in: folder, listing: names).selection
      selection?.forEachEntry(names, in: descriptor) { name, status, verdict in
        guard verdict.isIncluded else { return }
        switch status.kind {
        case .regular: listing.files.insert(name)
        case .directory: listing.folders.insert(name)
        case .symbolicLink, .other: break
        }
      }
    } catch {
      return error.isMissing || error.isSymbolicLink ? listing : nil
    }
    return listing
  }

  /// Uses other rules and settings from now on; the rule files are read again.
  func use(_ rules: SelectionRules, _ context: ReadingContext) {
    selector = FileSelector(rules: rules)
    if reader == nil { reader = FileContentReader(context, on: loop) }
    reader?.use(context)
  }

  /// Reads some files, and the status of the folders above them.
  ///
  /// - Returns: the observations, and the time that they took. The jailed programs have most of it, so it is that of the
  ///   clock and not of this thread. Cancellation makes it end early.
  func observe(_ paths: [FilePath]) -> (observations: [FileObservation], time: Duration) {
    ThreadPriority.batch.apply()
    let begin = ContinuousClock.now
    var observations: [FileObservation] = []
    for path in paths where !Task.isCancelled {
      observations.append(observe(path))
    }
    return (observations, begin.duration(to: .now))
  }

  /// Compares observations with what the index has of the files.
  func verdicts(
    on observations: [FileObservation], _ stored: [StoredContent?]
  ) -> [FileVerdict] {
    zip(observations, stored).map { observation, stored in
      FileVerdict(observation.content, stored) { reader?.currentVersion(of: $0) ?? $0 }
    }
  }

  private func observe(_ path: FilePath) -> FileObservation {
    guard guardian.obstacle(at: path) == nil else {
      return FileObservation(path: path, content: .unknown(.away), folders: [:])
    }
    var folders: [FilePath: FileObservation.Identity] = [:]
    let root = selector.rules.innermostRoot(of: path)
    var folder = path.parent
    while let root, folder.isInside(root) {
      if let status = try? selector.rules.status(of: folder), status.kind == .directory {
        folders[folder] = FileObservation.Identity(status)
      }
      if folder.isRoot { break }
      folder = folder.parent
    }
    return FileObservation(path: path, content: content(of: path), folders: folders)
  }

  private func content(of path: FilePath) -> FileContent {
    let rules = selector.rules
    do throws(SystemError) {
      let folder = try rules.open(folder: path.parent)
      let status = try FileStatus(of: path.name, in: folder)
      guard selector.verdict(on: path, status: status).isIncluded else { return .leftOut }
      guard status.kind == .regular else { return .absent }
      guard let selection = selector.selection(in: path.parent), let reader else {
        return .unknown(.waiting)
      }
      return reader.content(of: path, status, in: folder, rules, selection)
    } catch {
      return error.isMissing || error.isSymbolicLink ? .absent : .unknown(.unreadable)
    }
  }
}
