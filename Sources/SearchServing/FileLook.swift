package import FileSelection
package import LinuxSystem
import Synchronization

/// Looks whether files are there, on a thread of its own, for those who cannot wait long.
///
/// A look at a file system whose server is gone may never end. Whoever asked is told then that
/// nothing is missing, and until that look has ended nobody waits for another.
package final class FileLook: Sendable {
  /// What waits for an answer, and goes on with the first that comes.
  private final class Asker: Sendable {
    private let continuation: Mutex<CheckedContinuation<Set<FilePath>, Never>?>

    init(_ continuation: CheckedContinuation<Set<FilePath>, Never>) {
      self.continuation = Mutex(continuation)
    }

    /// - Returns: whether it was the first answer.
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
  /// How many looks take longer than anybody waits.
  private let overdue = Atomic<Int>(0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - tasks: where time runs out.
  ///   - isMissing: looks at a file, and may block.
  /// - Throws: what making an event loop fails with.
  package init(
    tasks: LoopTaskExecutor,
    isMissing: @escaping @Sendable (FilePath, SelectionRules) -> Bool = isMissing
  ) throws(SystemError) {
    self.tasks = tasks
    self.isMissing = isMissing
    loop = try EventLoop(name: "sitta-look")
  }

  deinit {
    loop.stop()
  }

  /// Which of these files do not exist.
  ///
  /// O(files); a few microseconds each where the kernel knows them.
  ///
  /// - Parameters:
  ///   - paths: the files; one that is reached through a symbolic link below its root is missing.
  ///   - rules: the rules with the roots.
  ///   - patience: how long to wait for the answer.
  /// - Returns: those that are missing for sure.
  func missing(
    among paths: [FilePath], rules: SelectionRules, patience: Duration = .milliseconds(100)
  ) async -> Set<FilePath> {
    if paths.isEmpty || overdue.load(ordering: .relaxed) > 0 { return [] }
    return await withCheckedContinuation { continuation in
      let asker = Asker(continuation)
      let timer = tasks.schedule(at: .now + patience) { [self] in
        // Counted first, so that whoever goes on with the answer finds it so.
        overdue.add(1, ordering: .relaxed)
        if !asker.answer([]) { overdue.subtract(1, ordering: .relaxed) }
      }
      loop.schedule(at: .now) { [self] in
        let missing = Set(paths.filter { isMissing($0, rules) })
        tasks.cancel(timer)
        if !asker.answer(missing) { overdue.subtract(1, ordering: .relaxed) }
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
