import Indexing
import LinuxSystem
import SittaSQLite
import SearchIndex
import SearchInterface

/// Runs work on readers of the index; if it meets damage, waits for the repair and runs it again.
struct RepairingReader: Sendable {
  /// The longest wait for a repair if the request has no deadline.
  static let repairTimeout = Duration.seconds(5)
  /// How often the work is tried; it fails after two repairs that did not help.
  private static let attempts = 3

  let readers: ReaderPool
  let indexer: Indexer
  let tasks: LoopTaskExecutor
  /// Runs blocking calls of file systems, with a timeout.
  let calls: FileSystemCalls

  /// Runs `body` on a reader.
  ///
  /// - Parameters:
  ///   - timeout: the longest wait for repairs.
  ///   - body: the work; may run more than once, see ``ReaderPool/read(_:)``.
  /// - Returns: the result of `body`.
  /// - Throws: the error of SQLite, also if the repair failed or took too long.
  func ask<Value: Sendable>(
    within timeout: Duration = Self.repairTimeout,
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now + timeout
    for _ in 1..<Self.attempts {
      let repairs = indexer.repairs.count
      do {
        return try await readers.read(body)
      } catch let error as SQLiteError where error.mayBeDamage && .now < deadline {
        indexer.suspect(error)
        await indexer.repairs.wait(after: repairs, until: deadline, on: tasks)
        try Task.checkCancellation()
      }
    }
    return try await readers.read(body)
  }

  /// Reports an error to the indexer if damage may have caused it.
  ///
  /// - Returns: the error for the client.
  func failure(for error: SQLiteError) async -> SearchFailure {
    guard error.mayBeDamage else { return .indexUnavailable(reason: "\(error.reason).") }
    indexer.suspect(error)
    return .indexUnavailable(reason: "\(error.reason). The index is being repaired; try again.")
  }
}
