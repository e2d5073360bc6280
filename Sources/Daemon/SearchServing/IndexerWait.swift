import Indexing
import LinuxSystem
import SearchInterface
import Watching

/// Waits for work of the indexer for a client, and gives up if a file system does not answer.
struct IndexerWait: Sendable {
  let indexer: Indexer
  let watcher: TreeWatcher
  let barrier: SyncBarrier
  let index: RepairingReader

  /// How long the indexer may work until its state is examined, and the interval of further examinations.
  private static let examinationInterval = Duration.seconds(4)
  /// The longest time for a file system or a thread to answer.
  private static let timeout = Duration.seconds(1)

  /// Waits for the result of a request to the indexer.
  ///
  /// - Parameters:
  ///   - request: the request in words, followed in the error message by "is not done yet".
  ///   - body: sends the request to the indexer and waits; it continues even if this call fails.
  /// - Returns: the result of `body`.
  /// - Throws: `IndexUnavailable` with the path that does not answer; the errors of `body`.
  func value<Value: Sendable>(
    _ request: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let running = RunningRequest(on: index.tasks) { () async -> Result<Value, any Error> in
      do { return .success(try await body()) } catch { return .failure(error) }
    }
    while true {
      if let result = await running.result(within: Self.examinationInterval) {
        return try result.get()
      }
      if let obstacle = await obstacle() {
        throw SearchFailure.indexUnavailable(
          reason: "\(obstacle). \(request) is not done yet; it is done once that answers.")
      }
    }
  }

  /// What prevents the indexer from working, as a sentence without full stop; nil if nothing is
  /// known to.
  func obstacle() async -> String? {
    if let activity = indexer.progress.activity, activity.since + Self.timeout < .now {
      do {
        try await index.calls.answer(within: Self.timeout) { call in
          try call.touchServer(of: activity.path)
        }
      } catch let error as FileSystemCalls.Unanswered {
        return "\(error)"
      } catch {
        // Any other error is an answer.
      }
    }
    if let unanswered = await barrier.obstacle(within: Self.timeout) {
      return "\(unanswered): the folder of the index cannot be written"
    }
    let isWatching = await index.tasks.value(within: Self.timeout) { [watcher] in
      await watcher.hasLostMarkers
    }
    return isWatching == nil ? "A file system below the roots does not answer" : nil
  }
}
