import Synchronization

/// Asks file systems on threads of its own and with a timeout.
///
/// A call on a file system whose server is gone may never return. Its thread is given up until the
/// call returns, and another one takes its place. Until then, calls on the same file system fail at
/// once, and calls on others go on. A thread that waits or hangs needs no descriptor of its own.
public final class FileSystemCalls: Sendable {
  /// A call has not returned in time, or was not begun.
  public struct Unanswered: Error, Equatable, CustomStringConvertible {
    /// Where the call hangs; nil if no thread was free to make it.
    public let path: FilePath?

    /// A sentence without its full stop.
    public var description: String {
      path.map { "'\($0)' does not answer" } ?? "Too many file systems do not answer"
    }

    /// - Parameter path: where the call hangs.
    public init(path: FilePath?) {
      self.path = path
    }
  }

  private let crew: FileSystemCrew
  private let tasks: LoopTaskExecutor

  /// Starts no thread yet.
  ///
  /// - Parameters:
  ///   - tasks: the executor for timeouts.
  ///   - threads: the most threads, of which each hanging file system occupies a few.
  public init(tasks: LoopTaskExecutor, threads: Int = 16) {
    self.tasks = tasks
    crew = FileSystemCrew(limit: threads, tasks: tasks)
  }

  deinit {
    crew.end()
  }

  /// Runs `body` on another thread.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: calls file systems, each after ``FileSystemCall/willTouch(_:)``.
  /// - Returns: the result of `body`.
  /// - Throws: ``Unanswered`` after the timeout; `body` may end later. Also the errors of `body`.
  public func answer<Value: Sendable>(
    within timeout: Duration,
    _ body: @escaping @Sendable (FileSystemCall) throws -> Value
  ) async throws -> Value {
    let result = await withCheckedContinuation { continuation in
      let reply = FirstReply<Value>(continuation)
      let call = FileSystemCall(crew)
      let timer = tasks.schedule(at: .now + timeout) { [crew] in
        if let failure = crew.giveUp(call) { reply.send(.failure(failure)) }
      }
      crew.start(call) { [tasks] in
        let result = Result { try body(call) }
        call.end()
        tasks.cancel(timer)
        reply.send(result)
      }
    }
    return try result.get()
  }

  /// Runs `body` on another thread, and blocks this one until then.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: calls file systems, each after ``FileSystemCall/willTouch(_:)``.
  /// - Returns: the result of `body`.
  /// - Throws: ``Unanswered`` after the timeout; `body` may end later. Also the errors of `body`.
  public func blockingAnswer<Value: Sendable>(
    within timeout: Duration,
    _ body: @escaping @Sendable (FileSystemCall) throws -> Value
  ) throws -> Value {
    let (outcome, ending, call) = (Outcome<Value>(), Semaphore(), FileSystemCall(crew))
    crew.start(call) {
      let result = Result { try body(call) }
      call.end()
      outcome.result.withLock { $0 = result }
      ending.signal()
    }
    if !ending.wait(atMost: timeout) {
      if let failure = crew.giveUp(call) { throw failure }
      // It has ended in the last moment.
      ending.wait()
    }
    guard let result = outcome.result.withLock(\.self) else { throw Unanswered(path: nil) }
    return try result.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Resumes a caller with the first reply; later ones are ignored.
  private final class FirstReply<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result<Value, any Error>, Never>?>

    init(_ continuation: CheckedContinuation<Result<Value, any Error>, Never>) {
      self.continuation = Mutex(continuation)
    }

    func send(_ result: Result<Value, any Error>) {
      let continuation = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      continuation?.resume(returning: result)
    }
  }
}
