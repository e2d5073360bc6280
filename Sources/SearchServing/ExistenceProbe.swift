package import FileSelection
package import LinuxSystem
import Synchronization

/// Finds out which files exist, on a thread of its own and with a timeout.
///
/// A call on a file system whose server is gone may never return. After the timeout the answer is that
/// nothing is missing. Until the call returns, other callers get that answer at once.
package final class ExistenceProbe: Sendable {
  /// A caller that waits; the first answer resumes it, later ones are ignored.
  private final class Caller: Sendable {
    private let continuation: Mutex<CheckedContinuation<Set<FilePath>, Never>?>

    init(_ continuation: CheckedContinuation<Set<FilePath>, Never>) {
      self.continuation = Mutex(continuation)
    }

    /// - Returns: whether this was the first answer.
    func answer(_ missing: Set<FilePath>) -> Bool {
      let continuation = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      continuation?.resume(returning: missing)
      return continuation != nil
    }
  }

  let tasks: LoopTaskExecutor
  private let loop: EventLoop
  private let isMissing: @Sendable (FilePath, SelectionRules) -> Bool
  /// The number of calls that have not returned within their timeout.
  private let overdue = Atomic<Int>(0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - tasks: the executor for timeouts.
  ///   - isMissing: examines one file; it may block.
  /// - Throws: an error if the event loop cannot be made.
  package init(
    tasks: LoopTaskExecutor,
    isMissing: @escaping @Sendable (FilePath, SelectionRules) -> Bool = isMissing
  ) throws(SystemError) {
    self.tasks = tasks
    self.isMissing = isMissing
    loop = try EventLoop(name: "sitta-exists")
  }

  deinit {
    loop.stop()
  }

  /// Finds the files that do not exist.
  ///
  /// O(files); a few microseconds for each file that the kernel has cached.
  ///
  /// - Parameters:
  ///   - paths: the files; a file that is reached through a symbolic link below its root is missing.
  ///   - rules: the rules with the roots.
  ///   - timeout: the longest time to wait for the answer.
  /// - Returns: the files that certainly do not exist; empty after the timeout.
  func missing(
    among paths: [FilePath], rules: SelectionRules, timeout: Duration = .milliseconds(100)
  ) async -> Set<FilePath> {
    if paths.isEmpty || overdue.load(ordering: .relaxed) > 0 { return [] }
    return await withCheckedContinuation { continuation in
      let caller = Caller(continuation)
      let timer = tasks.schedule(at: .now + timeout) { [self] in
        // Counted before the answer, so that the resumed caller sees the count.
        overdue.add(1, ordering: .relaxed)
        if !caller.answer([]) { overdue.subtract(1, ordering: .relaxed) }
      }
      loop.schedule(at: .now) { [self] in
        let missing = Set(paths.filter { isMissing($0, rules) })
        tasks.cancel(timer)
        if !caller.answer(missing) { overdue.subtract(1, ordering: .relaxed) }
      }
    }
  }

  private static func isMissing(_ path: FilePath, _ rules: SelectionRules) -> Bool {
    do throws(SystemError) {
      _ = try rules.status(of: path)
      return false
    } catch {
      return error.isMissing || error.isSymbolicLink
    }
  }
}
