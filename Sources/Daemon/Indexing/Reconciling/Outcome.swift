import LinuxSystem
import Watching

/// The outcome of comparing one item of work with the disk.
struct Outcome {
  /// The consequence for the item.
  enum Finding {
    /// The index agrees with the disk; this turned out to be compared as well.
    case done([WorkQueue.Work])
    /// The disk is ahead of the events: one that resolves the conflict may be under way.
    case conflict(WorkQueue.Conflict)
    /// It is large work: it waits until its lane has nothing else and nothing changes.
    case large
    /// It is the removal of a large text: the same, but it never waits for bulk work, because the
    /// document must not be found any more.
    case largeRemoval
  }

  /// The result of large work.
  enum LargeWork {
    case done
    /// Changes interrupted it after this time.
    case interrupted(after: Duration)
  }

  /// A request to the watcher.
  enum WatchRequest {
    /// End the watches of a folder that is gone.
    case forgetMissing(FilePath)
    /// End the watches of a folder that is left out.
    case forget(FilePath)
    /// Watch rule files.
    case watch(ruleFiles: Set<FilePath>)
    /// Report a missing root that comes back.
    case expect(root: FilePath)
    /// Watch a folder that is polled, because something has changed in it.
    case watchAgain(OpenFolder)
  }

  var finding = Finding.done([])
  var largeWork: LargeWork?
  var watches: [WatchRequest] = []
  /// Documents of which fewer words were read because other files changed all the time.
  var hurried: [FilePath] = []
  /// When files that were read have to be read again, by ``LinuxSystem/FileClock``.
  var racy: [(final: FileTime, moment: FileTime)] = []
  /// Work to do after all other fresh work.
  var followUps: [WorkQueue.Work] = []

  /// Adds something that has to be compared as well, if the item is done.
  mutating func add(_ work: WorkQueue.Work) {
    if case .done(let found) = finding { finding = .done(found + [work]) }
  }
}

/// A folder that is open, and where it lies.
final class OpenFolder {
  let path: FilePath
  let descriptor: FileDescriptor
  let status: FileStatus
  /// The folder above; nil for a root, which is found by its path alone.
  let parent: FileStatus?
  /// The type of the file system that begins here; nil if the parent folder is on the same one.
  let fileSystem: FileSystemType?

  /// - Parameters:
  ///   - path: the path that it was opened by.
  ///   - descriptor: the open folder.
  ///   - isRoot: whether it is a root.
  /// - Throws: the errors of the file system.
  init(
    _ path: FilePath, _ descriptor: consuming FileDescriptor, isRoot: Bool
  ) throws(SystemError) {
    self.path = path
    status = try descriptor.status()
    parent = isRoot ? nil : try FileStatus(of: Array("..".utf8), in: descriptor)
    fileSystem = parent?.device == status.device ? nil : try descriptor.fileSystemType()
    self.descriptor = descriptor
  }
}
