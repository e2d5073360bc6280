import Synchronization

/// A task of ``FileSystemCalls`` that calls file systems.
public final class FileSystemCall: Sendable {
  enum Phase: Equatable {
    /// The task waits for a thread, or runs; the path is the argument of its current call on a file system.
    case pending(FilePath?)
    /// The task was given up, because the file system mounted at `mount` hangs.
    case overdue(mount: FilePath?)
    case ended
  }

  private let phase = Mutex(Phase.pending(nil))
  private let crew: FileSystemCrew

  init(_ crew: FileSystemCrew) {
    self.crew = crew
  }

  /// Records the path of the next call on a file system; call this before each call.
  ///
  /// - Parameter path: a path without symbolic links.
  /// - Throws: ``FileSystemCalls/Unanswered`` if the path's file system hangs, or if the task was given up.
  public func willTouch(_ path: FilePath) throws(FileSystemCalls.Unanswered) {
    if crew.isHanging(path) { throw FileSystemCalls.Unanswered(path: path) }
    let isGivenUp = phase.withLock { phase in
      guard case .pending = phase else { return true }
      phase = .pending(path)
      return false
    }
    if isGivenUp { throw FileSystemCalls.Unanswered(path: path) }
  }

  /// Makes a call on the file system of a path that the kernel cannot answer from its cache.
  ///
  /// For a file system with a server, opens the mount point and asks for the state of the file system: cached
  /// names and sizes would not show whether the server answers.
  ///
  /// - Parameter path: a path without symbolic links.
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

  /// Gives up the task, unless it has ended.
  ///
  /// - Parameter record: records that a call on a path hangs, and returns the mount point. It runs before the
  ///   task can end, so ``FileSystemCrew/returned(from:)`` is called later.
  /// - Returns: where the call hangs; nil if the task has ended.
  func giveUp(_ record: (FilePath) -> FilePath) -> FileSystemCalls.Unanswered? {
    phase.withLock { phase in
      guard case .pending(let path) = phase else { return nil }
      phase = .overdue(mount: path.map(record))
      return FileSystemCalls.Unanswered(path: path)
    }
  }

  /// Records that the task has ended.
  func end() {
    let old = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    if case .overdue(let mount?) = old { crew.returned(from: mount) }
  }
}
