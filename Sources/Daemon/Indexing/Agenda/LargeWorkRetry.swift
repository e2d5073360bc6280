/// When to retry large work that changes have interrupted, and when they may no longer interrupt
/// it.
///
/// Tokenizing a large text can take seconds, in which nothing else can be written. So changes
/// interrupt large work, and its unfinished result is lost. A retry begins after a quiet time as
/// long as the attempt, so that at most about half of the time is wasted. If changes never cease,
/// they may no longer interrupt after ``longest``, or after ``longestAwaited`` if a barrier waits;
/// then fewer words of a text are read, which takes little time.
struct LargeWorkRetry: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long after the first interruption changes may interrupt the work again.
  static let longest = Duration.seconds(120)
  /// ``longest`` while a barrier waits; by default, a `Sync` call waits for one minute.
  static let longestAwaited = Duration.seconds(30)
  /// The shortest and the longest quiet time before a retry.
  static let quietTimes = Duration.seconds(1)...Duration.seconds(16)

  private var quiet = Duration.zero
  private var lastChange: Instant?
  /// When the first attempt was interrupted.
  private var since: Instant?

  /// Records that something has changed.
  mutating func recordChange(at now: Instant) {
    lastChange = now
  }

  /// Records that an attempt was interrupted.
  ///
  /// - Parameters:
  ///   - time: how long the attempt had taken.
  ///   - now: the current time.
  mutating func recordInterruption(after time: Duration, at now: Instant) {
    since = since ?? now
    lastChange = now
    quiet = max(quiet, min(max(time, Self.quietTimes.lowerBound), Self.quietTimes.upperBound))
  }

  /// Records a rest, in which the work was not allowed to run; this time does not count.
  mutating func recordRest(_ time: Duration) {
    since = since.map { $0 + time }
  }

  /// Starts again without interruptions: the work is done, or there is none any more.
  mutating func reset() {
    let lastChange = lastChange
    self = LargeWorkRetry()
    self.lastChange = lastChange
  }

  /// When to begin the next attempt, earlier if a barrier waits for the work; nil for at once.
  func due(isAwaited: Bool) -> Instant? {
    guard let end = end(isAwaited), let lastChange else { return nil }
    return min(lastChange + quiet, end)
  }

  /// Whether changes may interrupt an attempt that begins now.
  func isInterruptible(at now: Instant, isAwaited: Bool) -> Bool {
    end(isAwaited).map { now < $0 } ?? true
  }

  /// From when on changes may no longer interrupt the work; nil if it was not interrupted.
  private func end(_ isAwaited: Bool) -> Instant? {
    since.map { $0 + (isAwaited ? Self.longestAwaited : Self.longest) }
  }
}
