import Synchronization

extension EventLoop {
  /// Waits until a moment, without blocking a thread; the end of the task does not end the wait.
  ///
  /// - Parameter end: the moment.
  public func wait(until end: ContinuousClock.Instant) async {
    await withCheckedContinuation { continuation in
      _ = schedule(at: end) { continuation.resume() }
    }
  }

  /// Waits until one of some events occurs on a descriptor, without blocking a thread.
  ///
  /// The descriptor has no other handler meanwhile.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open.
  ///   - interest: the events.
  ///   - deadline: when to give up.
  /// - Returns: the events that have occurred; nil at the deadline.
  /// - Throws: the error of epoll_ctl(2).
  public func wait(
    for descriptor: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant
  ) async throws(SystemError) -> Interest? {
    let waiting = OneAnswer()
    let answer: Result<Interest?, SystemError> = await withCheckedContinuation { continuation in
      waiting.begin(continuation)
      let timer = schedule(at: deadline) { waiting.answer(.success(nil)) }
      do throws(SystemError) {
        try addHandler(for: descriptor, interest) { [self] ready in
          removeHandler(for: descriptor)
          waiting.answer(.success(ready))
        }
        waiting.timer = timer
      } catch {
        cancel(timer)
        waiting.answer(.failure(error))
      }
    }
    removeHandler(for: descriptor)
    if let timer = waiting.timer { cancel(timer) }
    return try answer.get()
  }

  /// A continuation that is resumed once, by whichever comes first.
  private final class OneAnswer: Sendable {
    private typealias Continuation = CheckedContinuation<Result<Interest?, SystemError>, Never>

    private struct State {
      var continuation: Continuation?
      var timer: Timer?
    }

    private let state = Mutex(State())

    /// The timer of the deadline.
    var timer: Timer? {
      get { state.withLock(\.timer) }
      set { state.withLock { $0.timer = newValue } }
    }

    func begin(_ continuation: CheckedContinuation<Result<Interest?, SystemError>, Never>) {
      state.withLock { $0.continuation = continuation }
    }

    func answer(_ answer: Result<Interest?, SystemError>) {
      let continuation = state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(returning: answer)
    }
  }
}
