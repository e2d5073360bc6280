import Indexing
package import LinuxSystem
import Synchronization

extension LoopTaskExecutor {
  /// Waits for a part of the service whose thread may hang.
  ///
  /// - Parameters:
  ///   - timeout: the longest time to wait.
  ///   - body: asks the part; after the timeout it goes on, and its result is dropped.
  /// - Returns: nil after the timeout.
  func value<Value: Sendable>(
    within timeout: Duration, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await RunningRequest(on: self, body).result(within: timeout)
  }
}

/// A request that is under way, for a caller that waits for its result a part at a time.
package final class RunningRequest<Value: Sendable>: Sendable {
  private let tasks: LoopTaskExecutor
  private let end = Occurrence()
  private let ended = Mutex<Value?>(nil)

  /// Begins the request; it goes on even if no task waits for it.
  package init(on tasks: LoopTaskExecutor, _ body: @escaping @Sendable () async -> Value) {
    self.tasks = tasks
    Task(executorPreference: tasks) {
      let result = await body()
      self.ended.withLock { $0 = result }
      self.end.happen()
    }
  }

  /// Waits for the result.
  ///
  /// - Returns: nil after the timeout.
  package func result(within timeout: Duration) async -> Value? {
    await end.wait(after: 0, until: .now + timeout, on: tasks)
    return ended.withLock(\.self)
  }
}
