import Indexing
import LinuxSystem
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
    let (end, result) = (Occurrence(), TimelyResult<Value>())
    Task(executorPreference: self) {
      let value = await body()
      result.value.withLock { $0 = value }
      end.happen()
    }
    await end.wait(after: 0, until: .now + timeout, on: self)
    return result.value.withLock(\.self)
  }
}

private final class TimelyResult<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
