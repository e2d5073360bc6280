import Synchronization

/// Says whether a file system answers, before a thread that must not hang asks it.
///
/// Only file systems that others serve are asked. An answer counts for a moment, so a server that stops in
/// that moment can still make the thread hang.
public final class FileSystemGuard: Sendable {
  private struct State {
    var table = MountTable(parsing: [])
    /// When file systems have answered, by their mount points.
    var answers: [FilePath: ContinuousClock.Instant] = [:]
  }

  private static let timeout = Duration.seconds(1)
  private static let validity = Duration.milliseconds(200)
  private let state = Mutex(State())
  private let isAnswering: @Sendable (FilePath) -> Bool

  /// Creates a guard that knows no mounts yet; see ``use(_:)``.
  ///
  /// - Parameter isAnswering: whether the file system at a mount point answers; it takes a second at most.
  public init(isAnswering: @escaping @Sendable (FilePath) -> Bool) {
    self.isAnswering = isAnswering
  }

  /// Creates a guard that asks servers; see ``FileSystemCall/touchServer(of:)``.
  public convenience init(_ calls: FileSystemCalls) {
    self.init { point in
      do {
        try calls.blockingAnswer(within: Self.timeout) { call in try call.touchServer(of: point) }
        return true
      } catch {
        // An error of the server is an answer, too.
        return !(error is FileSystemCalls.Unanswered)
      }
    }
  }

  /// Replaces the mounts.
  public func use(_ table: MountTable) {
    state.withLock { $0.table = table.hasServed ? table : MountTable(parsing: []) }
  }

  /// The mount point of the file system of a path if it does not answer.
  ///
  /// It blocks for a second at most, and for no time if the kernel serves the file system.
  ///
  /// - Parameters:
  ///   - path: a path without symbolic links.
  ///   - isFresh: whether it is asked even if it has just answered.
  /// - Returns: nil if the path may be asked for now.
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
