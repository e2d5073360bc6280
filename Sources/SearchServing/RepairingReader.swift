import Indexing
import LinuxSystem
import SQLite
import SearchIndex
import SearchInterface

/// Asks the readers of the index; where the index is damaged, waits for its repair and asks again.
struct RepairingReader: Sendable {
  /// How long a request that names no deadline waits for a repair.
  static let repairTimeout = Duration.seconds(5)
  /// How often a question is asked: damage that two repairs have not mended stays.
  private static let attempts = 3

  let readers: ReaderPool
  let indexer: Indexer
  let tasks: LoopTaskExecutor

  /// Asks a reader.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for repairs.
  ///   - body: the question; it may run more than once, see ``ReaderPool/read(_:)``.
  /// - Returns: the answer.
  /// - Throws: what SQLite fails with, also after the repair or where that took too long.
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

  /// Reports an error to the indexer that the index may be to blame for.
  ///
  /// - Returns: what the client is told.
  func failure(for error: SQLiteError) async -> SearchFailure {
    guard error.mayBeDamage else { return .indexUnavailable(reason: "\(error.reason).") }
    indexer.suspect(error)
    return .indexUnavailable(reason: "\(error.reason); it is being repaired, ask again.")
  }
}
