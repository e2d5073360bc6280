/// When large work is tried again that was left for changes, and when it is left no more: a value.
///
/// To take a large text apart can take seconds, in which nothing else can be written. So the work is
/// left when changes come, and what it has done is lost. It is tried again once nothing has changed
/// for as long as the attempt had taken: so at most about half of the time is spent in vain. In a
/// folder that changes all the time, it is left no more after ``longest``, or after
/// ``longestAwaited`` where a barrier waits; then fewer words of a text are read, which takes little
/// time.
struct Patience: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long it is left for changes at most.
  static let longest = Duration.seconds(120)
  /// The same where a barrier waits; a `Sync` does so for a minute unless told otherwise.
  static let longestAwaited = Duration.seconds(30)
  /// The shortest and the longest quiet that is waited for.
  static let quietTimes = Duration.seconds(1)...Duration.seconds(16)

  private var quiet = Duration.zero
  private var lastChange: Instant?
  /// When the first attempt was left.
  private var since: Instant?

  /// Records that something has changed.
  mutating func noteChange(at now: Instant) {
    lastChange = now
  }

  /// Records that an attempt was left.
  ///
  /// - Parameters:
  ///   - time: how long it had taken.
  ///   - now: when.
  mutating func noteInterruption(after time: Duration, at now: Instant) {
    since = since ?? now
    lastChange = now
    quiet = max(quiet, min(max(time, Self.quietTimes.lowerBound), Self.quietTimes.upperBound))
  }

  /// Records a time in which the work was not allowed to run; it counts for nothing.
  mutating func noteRest(_ time: Duration) {
    since = since.map { $0 + time }
  }

  /// Begins anew: the work is done, or there is none any more.
  mutating func reset() {
    let lastChange = lastChange
    self = Patience()
    self.lastChange = lastChange
  }

  /// When the next attempt is due.
  ///
  /// - Parameter isAwaited: whether a barrier waits for it.
  /// - Returns: nil for at once.
  func due(isAwaited: Bool) -> Instant? {
    guard let end = end(isAwaited), let lastChange else { return nil }
    return min(lastChange + quiet, end)
  }

  /// Whether an attempt that begins now is left for changes.
  func givesWay(at now: Instant, isAwaited: Bool) -> Bool {
    end(isAwaited).map { now < $0 } ?? true
  }

  /// When it is left no more.
  private func end(_ isAwaited: Bool) -> Instant? {
    since.map { $0 + (isAwaited ? Self.longestAwaited : Self.longest) }
  }
}
