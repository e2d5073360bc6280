import Synchronization

/// Calls file systems on separate threads, with a timeout.
///
/// A call on a file system whose server is gone may never return. Its thread is then given up until the call
/// returns, and another thread takes over. Until then, calls on the same file system fail at once, and calls
/// on other file systems proceed. No thread needs a descriptor.
public final class FileSystemCalls: Sendable {
  /// The error if a call did not return before the timeout, or could not begin.
  public struct Unanswered: Error, Equatable, CustomStringConvertible {
    /// The path whose file system hangs; nil if no thread was free for the call.
    public let path: FilePath?

    /// A sentence without full stop.
    public var description: String {
      path.map { "'\($0)' does not answer" } ?? "Too many file systems do not answer"
    }

    /// - Parameter path: the path whose file system hangs; nil if no thread was free.
    public init(path: FilePath?) {
      self.path = path
    }
  }

  private let crew: FileSystemCrew
  private let tasks: LoopTaskExecutor

  /// Creates an instance without threads; threads start when they are needed.
  ///
  /// - Parameters:
  ///   - tasks: the executor for timeouts.
  ///   - threads: the largest number of threads; each file system that hangs occupies a few of them.
  public init(tasks: LoopTaskExecutor, threads: Int = 16) {
    self.tasks = tasks
    crew = FileSystemCrew(limit: threads, tasks: tasks)
  }

  deinit {
    crew.end()
  }

  /// Runs `body` on another thread, and waits for its result.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: calls ``FileSystemCall/willTouch(_:)`` before each call on a file system.
  /// - Returns: the result of `body`.
  /// - Throws: ``Unanswered`` after the timeout, when `body` may still run; or the error of `body`.
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

  /// Runs `body` on another thread, and blocks this thread until there is a result.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: calls ``FileSystemCall/willTouch(_:)`` before each call on a file system.
  /// - Returns: the result of `body`.
  /// - Throws: ``Unanswered`` after the timeout, when `body` may still run; or the error of `body`.
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
      // The task ended just after the timeout, so its result comes at once.
      ending.wait()
    }
    guard let result = outcome.result.withLock(\.self) else { throw Unanswered(path: nil) }
    return try result.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Resumes the caller with the first reply, and ignores later replies.
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
