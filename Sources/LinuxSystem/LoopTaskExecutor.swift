/// Runs tasks on the thread of an event loop instead of the shared pool.
///
/// On Linux the shared pool is libdispatch's, which wakes up once a second from its first use on, to
/// count its threads. A process that is to sleep while it has nothing to do starts every task with
/// `Task(executorPreference:)`, and uses no `Task.sleep`; actors without a thread of their own then
/// run here, too. See SE-0417.
public final class LoopTaskExecutor: TaskExecutor {
  private let loop: EventLoop

  /// Starts a loop of its own.
  ///
  /// - Parameter name: the thread's name.
  /// - Throws: what making an event loop fails with.
  public init(name: String) throws(SystemError) {
    loop = try EventLoop(name: name)
  }

  deinit {
    loop.stop()
  }

  /// Runs a part of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    unsafe loop.enqueue(job, for: asUnownedTaskExecutor())
  }

  /// Calls `action` at `deadline`; see ``EventLoop/schedule(at:action:)``.
  public func schedule(
    at deadline: ContinuousClock.Instant, action: @escaping @Sendable () -> Void
  ) -> EventLoop.Timer {
    loop.schedule(at: deadline, action: action)
  }

  /// Takes a deadline back.
  public func cancel(_ timer: EventLoop.Timer) {
    loop.cancel(timer)
  }
}
