/// Computes how long to wait after successive failures: the time doubles with each failure, up to a maximum.
public struct Backoff: Equatable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  /// Creates a state without failures; both times must be positive.
  public init(first: Duration, longest: Duration) {
    (self.first, self.longest) = (first, longest)
  }

  /// Returns the time to wait after a number of successive failures, at least 1.
  public func delay(after failures: Int) -> Duration {
    // Twenty doublings are enough for any maximum, and avoid an overflow.
    min(first * (1 << min(max(failures, 1) - 1, 20)), longest)
  }

  /// Counts a failure, and returns the time to wait after it.
  public mutating func next() -> Duration {
    failures = min(failures + 1, 100)
    return delay(after: failures)
  }

  /// Forgets all failures, after a success.
  public mutating func reset() {
    failures = 0
  }
}
