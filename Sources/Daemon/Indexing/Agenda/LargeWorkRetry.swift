/// When large work that changes have interrupted is tried again, and when it is interrupted no more: a
/// value.
///
/// To tokenize a large text can take seconds, in which nothing else can be written. So changes
/// interrupt it, and its unfinished result is lost. It is tried again after a quiet time as long as
/// the attempt: so at most about half of the time is wasted. In a folder that changes all the time,
/// it is interrupted no more after ``longest``, or after ``longestAwaited`` if a barrier waits;
/// then fewer words of a text are read, which takes little time.
struct LargeWorkRetry: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long changes interrupt it at most.
  static let longest = Duration.seconds(120)
  /// The same if a barrier waits; a `Sync` waits for a minute by default.
  static let longestAwaited = Duration.seconds(30)
  /// The shortest and the longest quiet that is waited for.
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
  ///   - time: how long it had taken.
  ///   - now: when.
  mutating func recordInterruption(after time: Duration, at now: Instant) {
    since = since ?? now
    lastChange = now
    quiet = max(quiet, min(max(time, Self.quietTimes.lowerBound), Self.quietTimes.upperBound))
  }

  /// Records a time in which the work was not allowed to run; it counts for nothing.
  mutating func recordRest(_ time: Duration) {
    since = since.map { $0 + time }
  }

  /// Begins anew: the work is done, or there is none any more.
  mutating func reset() {
    let lastChange = lastChange
    self = LargeWorkRetry()
    self.lastChange = lastChange
  }

  /// When the next attempt is due, earlier if a barrier waits for it; nil for at once.
  func due(isAwaited: Bool) -> Instant? {
    guard let end = end(isAwaited), let lastChange else { return nil }
    return min(lastChange + quiet, end)
  }

  /// Whether changes interrupt an attempt that begins now.
  func isInterruptible(at now: Instant, isAwaited: Bool) -> Bool {
    end(isAwaited).map { now < $0 } ?? true
  }

  /// When it is interrupted no more.
  private func end(_ isAwaited: Bool) -> Instant? {
    since.map { $0 + (isAwaited ? Self.longestAwaited : Self.longest) }
  }
}
