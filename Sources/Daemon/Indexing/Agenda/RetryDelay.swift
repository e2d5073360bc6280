/// How long to wait after a failure before the next try: 1 s, and twice that each time, up to 30 s.
struct RetryDelay {
  private var delay = Duration.seconds(1)

  /// The time to wait now.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, .seconds(30)) }
    return delay
  }

  /// Begins again with the shortest delay, because the work has succeeded.
  mutating func reset() {
    self = RetryDelay()
  }
}
