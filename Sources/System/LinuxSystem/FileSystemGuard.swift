import Synchronization

/// Checks whether a file system answers, before a thread that must not hang calls it.
///
/// Checks only file systems with a server. The result is reused for a moment; a server that fails in this
/// moment can still make the thread hang.
public final class FileSystemGuard: Sendable {
  private struct State {
    var table = MountTable(parsing: [])
    /// When each file system last answered, by its mount point.
    var answers: [FilePath: ContinuousClock.Instant] = [:]
  }

  private static let timeout = Duration.seconds(1)
  private static let validity = Duration.milliseconds(200)
  private let state = Mutex(State())
  private let isAnswering: @Sendable (FilePath) -> Bool

  /// Creates a guard without mounts; see ``use(_:)``.
  ///
  /// - Parameter isAnswering: returns, within a second, whether the file system at a mount point answers.
  public init(isAnswering: @escaping @Sendable (FilePath) -> Bool) {
    self.isAnswering = isAnswering
  }

  /// Creates a guard that calls the servers; see ``FileSystemCall/touchServer(of:)``.
  public convenience init(_ calls: FileSystemCalls) {
    self.init { point in
      do {
        try calls.blockingAnswer(within: Self.timeout) { call in try call.touchServer(of: point) }
        return true
      } catch {
        // An error from the server is also an answer.
        return !(error is FileSystemCalls.Unanswered)
      }
    }
  }

  /// Replaces the table of mounts; a table without file systems of a server is not kept.
  public func use(_ table: MountTable) {
    state.withLock { $0.table = table.hasServed ? table : MountTable(parsing: []) }
  }

  /// Returns the mount point of a path's file system if this file system does not answer.
  ///
  /// Blocks for up to a second if the file system has a server; otherwise returns at once.
  ///
  /// - Parameters:
  ///   - path: a path without symbolic links.
  ///   - isFresh: whether to ask the file system even if it has just answered.
  /// - Returns: nil if the file system answers, so that the path may be used.
  public func obstacle(at path: FilePath, isFresh: Bool = false) -> FilePath? {
    let point = state.withLock { state -> FilePath? in
      guard !state.table.mounts.isEmpty, let point = state.table.servedPoint(of: path) else {
        return nil
      }
      if !isFresh, let last = state.answers[point], last + Self.validity > .now { return nil }
      return point
    }
    guard let point else { return nil }
    let isAnswering = isAnswering(point)
    state.withLock { $0.answers[point] = isAnswering ? .now : nil }
    return isAnswering ? nil : point
  }
}
