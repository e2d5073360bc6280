import IndexStorage
import LinuxSystem
import SittaSQLite
import Synchronization

/// Requests of others to the indexer, in the order of their arrival.
///
/// A request is taken between two steps of the indexer's work, never while a step is suspended. So
/// facts about the index that a step found before it was suspended still hold afterwards.
final class IndexerInbox: Sendable {
  /// A request.
  enum Request {
    /// Look into an error that a reader has met.
    case suspect(SQLiteError)
    /// Act on the finding of a check on another thread.
    case checked(IndexChecker.Finding)
    /// Record the result of recognizing an image.
    case recognized(RecognitionThread.Report)
    /// Build the index anew.
    case rebuild
    /// Compare files that were found missing.
    case missing(Set<FilePath>)
    /// Go by other settings.
    case adopt(Indexer.Settings, Occurrence)
    /// Remove a file or folder from the index.
    case forget(FilePath, CheckedContinuation<Indexer.Forgotten, any Error>)
    /// No longer leave out a forgotten file or folder.
    case remember(FilePath, CheckedContinuation<Indexer.Remembered, any Error>)
    /// Record a confirmation of a reader of the feed.
    case confirm(Indexer.FeedConfirmation, CheckedContinuation<Void, any Error>?)

    /// Whether a client waits for it to be done.
    var isAwaited: Bool {
      switch self {
      case .adopt, .forget, .remember: true
      case .confirm(_, let waiter): waiter != nil
      case .suspect, .checked, .recognized, .rebuild, .missing: false
      }
    }

    /// Whether one of them is enough.
    fileprivate func makesNeedless(_ other: Request) -> Bool {
      switch (self, other) {
      case (.suspect, .suspect), (.rebuild, .rebuild): true
      default: false
      }
    }
  }

  private struct State {
    var requests: [Request] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Happens when a request with a waiting client has come, or the indexer is to end.
  let summons = Occurrence()

  /// How many requests wait.
  var count: Int { state.withLock { $0.requests.count } }

  /// Whether a client waits for a request to be done.
  var isAwaited: Bool { state.withLock { $0.requests.contains(where: \.isAwaited) } }

  /// Adds a request after all others; a suspicion or rebuild that waits already is not added again.
  ///
  /// O(requests).
  func add(_ request: Request) {
    let isRefused = state.withLock { state in
      if state.isClosed { return true }
      if !state.requests.contains(where: { $0.makesNeedless(request) }) {
        state.requests.append(request)
      }
      return false
    }
    if isRefused { return Self.refuse(request) }
    if request.isAwaited { summons.happen() }
  }

  /// Waits for a request that a client waits for, or for the end.
  ///
  /// - Parameters:
  ///   - deadline: when to go on without one.
  ///   - signals: signal the indexer to end, before ``summons`` happens for it.
  ///   - tasks: runs the timeout.
  func waitForSummons(
    until deadline: ContinuousClock.Instant, unless signals: StopSignals,
    on tasks: LoopTaskExecutor
  ) async {
    let calls = summons.count
    // The event that ends the wait may have come before it.
    if signals.isEnding || isAwaited { return }
    await summons.wait(after: calls, until: deadline, on: tasks)
  }

  /// Takes the request that waits longest; nil if there is none.
  func next() -> Request? {
    state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  /// Refuses all requests, the waiting ones as well: the indexer ends.
  func close() {
    let requests = state.withLock { state in
      defer { state = State(requests: [], isClosed: true) }
      return state.requests
    }
    for request in requests { Self.refuse(request) }
  }

  private static func refuse(_ request: Request) {
    switch request {
    case .suspect, .checked, .recognized, .rebuild, .missing: break
    case .adopt(_, let adopted): adopted.happen()
    case .forget(_, let waiter):
      waiter.resume(throwing: Indexer.ForgetFailure.isEnding)
    case .remember(_, let waiter):
      waiter.resume(throwing: Indexer.ForgetFailure.isEnding)
    case .confirm(_, let waiter): waiter?.resume(throwing: CancellationError())
    }
  }
}
