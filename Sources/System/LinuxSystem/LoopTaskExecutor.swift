/// Runs tasks on the thread of an event loop, instead of the shared thread pool.
///
/// On Linux, the shared pool is libdispatch: after its first use it wakes up every second, to count its
/// threads. A process that must sleep while it is idle therefore starts all tasks with
/// `Task(executorPreference:)`, and does not use `Task.sleep`. Actors without an executor of their own then
/// also run on this loop. See SE-0417.
public final class LoopTaskExecutor: TaskExecutor {
  /// The event loop; actors may use its executor.
  ///
  /// The loop stops when this object is destroyed.
  public let loop: EventLoop

  /// Creates an event loop, and runs it on a new thread.
  ///
  /// - Parameter name: the thread's name.
  /// - Throws: the error in creating the event loop.
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
