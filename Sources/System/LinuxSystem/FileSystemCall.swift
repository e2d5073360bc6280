import Synchronization

/// A piece of work of ``FileSystemCalls``, while it runs.
public final class FileSystemCall: Sendable {
  enum Phase: Equatable {
    /// It waits for a thread, or runs; the path is the argument of the current call on a file
    /// system.
    case pending(FilePath?)
    /// It was given up; the mount point is where the hanging file system is mounted.
    case overdue(mount: FilePath?)
    case ended
  }

  private let phase = Mutex(Phase.pending(nil))
  private let crew: FileSystemCrew

  init(_ crew: FileSystemCrew) {
    self.crew = crew
  }

  /// Notes the path of the next call on a file system.
  ///
  /// - Parameter path: a path that no symbolic link leads to.
  /// - Throws: ``FileSystemCalls/Unanswered`` if its file system hangs, or if the work was given up.
  public func willTouch(_ path: FilePath) throws(FileSystemCalls.Unanswered) {
    if crew.isHanging(path) { throw FileSystemCalls.Unanswered(path: path) }
    let isGivenUp = phase.withLock { phase in
      guard case .pending = phase else { return true }
      phase = .pending(path)
      return false
    }
    if isGivenUp { throw FileSystemCalls.Unanswered(path: path) }
  }

  /// Makes a call on the file system of a path that the kernel cannot answer from its memory.
  ///
  /// It opens the mount point and asks for the state of the file system, if others serve it; the names and
  /// sizes that the kernel remembers of a server say nothing.
  ///
  /// - Parameter path: a path that no symbolic link leads to.
  /// - Throws: ``FileSystemCalls/Unanswered``, and the errors of the file system.
  public func touchServer(of path: FilePath) throws {
    guard let point = try MountTable.current().servedPoint(of: path) else {
      try willTouch(path)
      _ = try FileStatus(of: path)
      return
    }
    try willTouch(point)
    _ = try FileDescriptor(openingDirectory: point).fileSystemType()
  }

  /// Gives up the work, unless it has ended.
  ///
  /// - Parameter record: records that a call on a path hangs, and returns the mount point. The work
  ///   cannot end meanwhile, so ``FileSystemCrew/returned(from:)`` comes later.
  /// - Returns: where it hangs; nil if the work has ended.
  func giveUp(_ record: (FilePath) -> FilePath) -> FileSystemCalls.Unanswered? {
    phase.withLock { phase in
      guard case .pending(let path) = phase else { return nil }
      phase = .overdue(mount: path.map(record))
      return FileSystemCalls.Unanswered(path: path)
    }
  }

  /// Records that the work has ended.
  func end() {
    let old = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    if case .overdue(let mount?) = old { crew.returned(from: mount) }
  }
}
