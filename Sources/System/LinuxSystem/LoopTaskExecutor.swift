/// Runs tasks on the thread of an event loop instead of the shared pool.
///
/// On Linux the shared pool is libdispatch, which wakes up once a second after its first use, to
/// count its threads. A process that must sleep while it is idle starts every task with
/// `Task(executorPreference:)` and does not use `Task.sleep`. Actors without an own thread then run
/// here as well. See SE-0417.
public final class LoopTaskExecutor: TaskExecutor {
  /// The event loop, on whose thread actors can run as well.
  ///
  /// It stops with the executor.
  public let loop: EventLoop

  /// Starts an event loop on a new thread.
  ///
  /// - Parameter name: the thread's name.
  /// - Throws: the error of creating an event loop.
  public init(name: String) throws(SystemError) {
    loop = try EventLoop(name: name)
  }

  deinit {
    loop.stop()
  }

  /// Runs a job of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    unsafe loop.enqueue(job, for: asUnownedTaskExecutor())
  }

  /// Calls `action` at `deadline`; see ``EventLoop/schedule(at:action:)``.
  public func schedule(
    at deadline: ContinuousClock.Instant, action: @escaping @Sendable () -> Void
  ) -> EventLoop.Timer {
    loop.schedule(at: deadline, action: action)
  }

  /// Cancels a scheduled action.
  public func cancel(_ timer: EventLoop.Timer) {
    loop.cancel(timer)
  }
}
