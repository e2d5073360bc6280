import LinuxSystem
import Watching

/// The outcome of comparing one item of work with the disk.
struct Outcome {
  /// The consequence for the item.
  enum Finding {
    /// The index agrees with the disk; this further work was found.
    case done([WorkQueue.Work])
    /// The disk contradicts the index; an event that resolves the conflict may be on its way.
    case conflict(WorkQueue.Conflict)
    /// The item is large work: it waits until its lane has nothing else and nothing changes.
    case large
    /// The item removes a large text: as ``large``, but it never waits for bulk work, because the
    /// document must no longer be found.
    case largeRemoval
    /// The item is large work, and its members are written while they are read.
    case largeContainer
    /// A reader has to read the file, and none can take it.
    case awaitsReader
    /// A reader has to read this file; then the item is compared once more.
    case reading(ReadingOrder)
  }

  /// The result of large work.
  enum LargeWork {
    case done
    /// Changes interrupted the work, after this time.
    case interrupted(after: Duration)
  }

  /// A request to the watcher.
  enum WatchRequest {
    /// End the watches of a folder that no longer exists.
    case forgetMissing(FilePath)
    /// End the watches of an excluded folder.
    case forget(FilePath)
    /// Watch rule files.
    case watch(ruleFiles: Set<FilePath>)
    /// Report when a missing root comes back.
    case expect(root: FilePath)
    /// Watch a folder that was only polled so far, because something in it has changed.
    case watchAgain(OpenFolder)
  }

  var finding = Finding.done([])
  var largeWork: LargeWork?
  var watches: [WatchRequest] = []
  /// Documents that were indexed with fewer words because other files changed all the time.
  var hurried: [FilePath] = []
  /// When racy files have to be read again, and when they were read, by ``LinuxSystem/FileClock``.
  var racy: [(final: FileTime, moment: FileTime)] = []
  /// Work to add at the end of the fresh lane.
  var followUps: [WorkQueue.Work] = []

  /// Whether the item waits for a reader.
  var isForReader: Bool {
    switch finding {
    case .awaitsReader, .reading: true
    case .done, .conflict, .large, .largeRemoval, .largeContainer: false
    }
  }

  /// Adds further work, if the item is done.
  mutating func add(_ work: WorkQueue.Work) {
    if case .done(let found) = finding { finding = .done(found + [work]) }
  }
}

/// An open folder and its path.
final class OpenFolder {
  let path: FilePath
  let descriptor: FileDescriptor
  let status: FileStatus
  /// The parent folder; nil for a root, which is identified by its path alone.
  let parent: FileStatus?
  /// Whether the parent folder is on another device.
  let isMountPoint: Bool
  /// The type of the file system of a root or a mount point; nil for other folders.
  let fileSystem: FileSystemType?

  /// - Parameters:
  ///   - path: the path by which it was opened.
  ///   - descriptor: the open folder.
  ///   - isRoot: whether it is a root.
  /// - Throws: the errors of the file system.
  init(
    _ path: FilePath, _ descriptor: consuming FileDescriptor, isRoot: Bool
  ) throws(SystemError) {
    self.path = path
    status = try descriptor.status()
    let above = try FileStatus(of: Array("..".utf8), in: descriptor)
    parent = isRoot ? nil : above
    isMountPoint = above.device != status.device
    fileSystem = isRoot || isMountPoint ? try descriptor.fileSystemType() : nil
    self.descriptor = descriptor
  }
}
