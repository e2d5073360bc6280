import IndexStorage
import LinuxSystem
import SittaSQLite
import Synchronization

/// Requests to the indexer, in the order of their arrival.
///
/// A request is taken between two steps of the indexer's work, never while a step is suspended. So
/// facts about the index that a step found before it was suspended still hold afterwards.
final class IndexerInbox: Sendable {
  enum Request {
    /// Examine an error that a reader has met.
    case suspect(SQLiteError)
    /// Act on the finding of a check that ran on another thread.
    case checked(IndexChecker.Finding)
    /// Record the result of recognizing an image.
    case recognized(RecognitionThread.Report)
    /// Store vectors that a sentence encoder has made.
    case encoded(EncodingThread.Report)
    /// Build the index anew.
    case rebuild
    /// Compare files with the disk that a query found missing.
    case missing(Set<FilePath>)
    /// Read files again as if they were new.
    case distrust([FilePath])
    /// Change the settings.
    case adopt(Indexer.Settings, Occurrence)
    /// Remove a file or folder from the index.
    case forget(FilePath, CheckedContinuation<Indexer.Forgotten, any Error>)
    /// End the exclusion of a forgotten file or folder.
    case remember(FilePath, CheckedContinuation<Indexer.Remembered, any Error>)
    /// Record a confirmation of a consumer of the change feed.
    case confirm(Indexer.FeedConfirmation, CheckedContinuation<Void, any Error>?)

    /// Whether a client waits until the request is done.
    var isAwaited: Bool {
      switch self {
      case .adopt, .forget, .remember: true
      case .confirm(_, let waiter): waiter != nil
      case .suspect, .checked, .recognized, .encoded, .rebuild, .missing, .distrust: false
      }
    }

    /// Whether another request of the same kind is superfluous while this one waits.
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
  /// Happens when a request arrives that a client waits for, or when the indexer is to end.
  let summons = Occurrence()

  /// How many requests wait.
  var count: Int { state.withLock { $0.requests.count } }

  /// Whether a client waits for one of the requests.
  var isAwaited: Bool { state.withLock { $0.requests.contains(where: \.isAwaited) } }

  /// Adds a request at the end; an examination or rebuild is not added if one waits already.
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

  /// Waits for a request that a client waits for, or until the indexer is to end.
  ///
  /// - Parameters:
  ///   - deadline: when to return without a request.
  ///   - signals: whether the indexer is to end, set before ``summons`` happens because of this.
  ///   - tasks: runs the timeout.
  func waitForSummons(
    until deadline: ContinuousClock.Instant, unless signals: StopSignals,
    on tasks: LoopTaskExecutor
  ) async {
    let calls = summons.count
    // The request, or the end, may have come before `count` was read.
    if signals.isEnding || isAwaited { return }
    await summons.wait(after: calls, until: deadline, on: tasks)
  }

  /// Removes and returns the oldest request; nil if there is none.
  func next() -> Request? {
    state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  /// Refuses all waiting and all later requests, because the indexer ends.
  func close() {
    let requests = state.withLock { state in
      defer { state = State(requests: [], isClosed: true) }
      return state.requests
    }
    for request in requests { Self.refuse(request) }
  }

  private static func refuse(_ request: Request) {
    switch request {
    case .suspect, .checked, .recognized, .encoded, .rebuild, .missing, .distrust: break
    case .adopt(_, let adopted): adopted.happen()
    case .forget(_, let waiter):
      waiter.resume(throwing: Indexer.ForgetFailure.isEnding)
    case .remember(_, let waiter):
      waiter.resume(throwing: Indexer.ForgetFailure.isEnding)
    case .confirm(_, let waiter): waiter?.resume(throwing: CancellationError())
    }
  }
}
