/// How long to wait after failures in succession: a shortest time, and twice that each time, up to a longest
/// one.
public struct Backoff: Equatable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  /// Begins without a failure; both times are positive.
  public init(first: Duration, longest: Duration) {
    (self.first, self.longest) = (first, longest)
  }

  /// The time to wait after a number of failures, from 1.
  public func delay(after failures: Int) -> Duration {
    // Twenty doublings of a second are longer than any wait.
    min(first * (1 << min(max(failures, 1) - 1, 20)), longest)
  }

  /// Counts a failure, and returns the time to wait after it.
  public mutating func next() -> Duration {
    failures = min(failures + 1, 100)
    return delay(after: failures)
  }

  /// Forgets the failures: the work has succeeded.
  public mutating func reset() {
    failures = 0
  }
}
