import Indexing
package import LinuxSystem
import Synchronization

extension LoopTaskExecutor {
  /// Runs a task that may hang, and waits for its result.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: the task; after the timeout it continues, and its result is dropped.
  /// - Returns: nil after the timeout.
  func value<Value: Sendable>(
    within timeout: Duration, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await RunningRequest(on: self, body).result(within: timeout)
  }
}

/// A running task whose result a caller can wait for several times.
package final class RunningRequest<Value: Sendable>: Sendable {
  private let tasks: LoopTaskExecutor
  private let end = Occurrence()
  private let ended = Mutex<Value?>(nil)

  /// Begins the task; it continues even if nothing waits for it.
  package init(on tasks: LoopTaskExecutor, _ body: @escaping @Sendable () async -> Value) {
    self.tasks = tasks
    Task(executorPreference: tasks) {
      let result = await body()
      self.ended.withLock { $0 = result }
      self.end.happen()
    }
  }

  /// Waits for the result, at most until the timeout; can be called again.
  ///
  /// - Returns: the result; nil after the timeout.
  package func result(within timeout: Duration) async -> Value? {
    await end.wait(after: 0, until: .now + timeout, on: tasks)
    return ended.withLock(\.self)
  }
}
