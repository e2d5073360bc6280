import Indexing
import LinuxSystem
import SQLite
import SearchIndex
import SearchInterface
import Watching

/// Answers while the index is damaged, and is being repaired.
extension SearchService {
  /// How often an answer is tried: what a repair has not helped twice, another will not.
  private static let attempts = 3

  /// Asks a reader; where that meets damage, waits for the repair and asks again.
  ///
  /// - Parameters:
  ///   - time: how long to wait for repairs.
  ///   - body: the question.
  /// - Returns: the answer.
  /// - Throws: what SQLite fails with, also after the repair or where that took too long.
  func ask<Value: Sendable>(
    within time: Duration, _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now + time
    for _ in 1..<Self.attempts {
      let repairs = indexer.repairs.count
      do {
        return try await readers.read(body)
      } catch let error as SQLiteError where error.mayBeDamage && .now < deadline {
        await indexer.suspect(error)
        await indexer.repairs.wait(after: repairs, until: deadline, on: tasks)
        try Task.checkCancellation()
      }
    }
    return try await readers.read(body)
  }

  /// Has an error looked into that the index may be to blame for.
  ///
  /// - Returns: what the caller is told.
  func failure(for error: SQLiteError) async -> SearchFailure {
    guard error.mayBeDamage else { return .indexUnavailable(reason: "\(error.reason).") }
    await indexer.suspect(error)
    return .indexUnavailable(reason: "\(error.reason); it is being repaired, ask again.")
  }

  /// Counts documents, and folders where there are too few watches for them.
  func counted(_ watching: WatchStatus) async -> IndexCounts.Answer {
    let short = watching.roots.filter { $0.watchedFolders != nil }.map(\.path)
    let counts = await self.counts.count(below: short.isEmpty ? [] : short + [.root])
    if let error = counts.failure as? SQLiteError { _ = await failure(for: error) }
    return counts
  }
}
