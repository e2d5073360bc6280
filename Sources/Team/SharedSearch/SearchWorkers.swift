/// The workers of a database, of which each is lent to one call at a time.
package actor SearchWorkers {
  /// Too many calls wait.
  package struct Overload: Error, CustomStringConvertible {
    /// A sentence for people.
    package var description: String { "Too many searches wait. Try again in a moment." }
  }

  private var idle: [SearchWorker]
  private var waiting: [CheckedContinuation<SearchWorker, Never>] = []
  /// The most calls that wait.
  private static let mostWaiting = 512

  /// Lends these workers.
  package init(_ workers: [SearchWorker]) { idle = workers }

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
