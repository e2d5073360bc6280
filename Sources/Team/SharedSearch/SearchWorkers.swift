package import LinuxSystem

/// The workers of a team's index, of which each is lent to one call at a time.
package actor SearchWorkers {
  /// Too many calls wait.
  package struct Overload: Error, CustomStringConvertible {
    /// A sentence for people.
    package var description: String { "Too many searches wait. Try again in a moment." }
  }

  private let vocabulary: TeamVocabulary
  private var idle: [SearchWorker]
  private var waiting: [CheckedContinuation<SearchWorker, Never>] = []
  /// The most calls that wait.
  private static let mostWaiting = 512

  /// Makes workers.
  ///
  /// - Parameters:
  ///   - databases: the databases that they search.
  ///   - count: the number of workers.
  ///   - folder: a folder in memory for their indexes of candidates.
  /// - Throws: the error of creating a thread.
  package init(
    of databases: [TeamDatabase], count: Int, in folder: FilePath
  ) throws(SystemError) {
    let health = databases.map(SharedDatabase.Health.init)
    vocabulary = try TeamVocabulary(databases, health)
    idle = []
    for number in 0..<count {
      idle.append(
        try SearchWorker(databases, health, vocabulary, in: folder.appending("\(number)")))
    }
  }

  /// Makes all workers ready.
  ///
  /// A database that cannot be reached now is asked again by the first search.
  package func prepare() async {
    await withTaskGroup { [vocabulary] group in
      group.addTask { await vocabulary.prepare() }
      for worker in idle { group.addTask { try? await worker.prepare() } }
    }
  }

  /// Lends a worker to `body`, as soon as one is free.
  ///
  /// - Parameter body: the work.
  /// - Returns: its result.
  /// - Throws: ``Overload``, or the error of `body`.
  package func lend<Value: Sendable>(
    to body: @Sendable (SearchWorker) async throws -> Value
  ) async throws -> Value {
    let worker = try await take()
    defer { give(worker) }
    return try await body(worker)
  }

  private func take() async throws(Overload) -> SearchWorker {
    if let worker = idle.popLast() { return worker }
    if waiting.count >= Self.mostWaiting { throw Overload() }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func give(_ worker: SearchWorker) {
    if waiting.isEmpty {
      idle.append(worker)
    } else {
      waiting.removeFirst().resume(returning: worker)
    }
  }
}
