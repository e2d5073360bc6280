import LinuxSystem

/// Decides when the weekly check of the index is due.
struct CheckSchedule {
  typealias Instant = ContinuousClock.Instant

  /// How long after a check the next one is due.
  static let interval = Duration.seconds(7 * 86_400)
  /// How long after a check that could not be made the next attempt is due.
  static let delay = Duration.seconds(60)

  /// When the next check is due.
  private(set) var due: Instant

  /// Plans the first check.
  ///
  /// - Parameters:
  ///   - lastCheck: when a check last found no damage; nil for never.
  ///   - wasInterrupted: whether the previous daemon that wrote the index ended without a clean shutdown.
  ///   - now: the current time, by the monotonic clock.
  ///   - second: the current time, as time of day.
  init(lastCheck: UnixTime?, wasInterrupted: Bool, now: Instant, second: UnixTime) {
    let age: Duration = max(.zero, second - (lastCheck ?? second))
    due = wasInterrupted ? now : now + max(.zero, Self.interval - age)
  }

  /// Plans the next check after one that was completed.
  init(checkedAt now: Instant) {
    due = now + Self.interval
  }

  /// Whether the check is due; it begins when nothing else is left to do.
  func isDue(at now: Instant) -> Bool { due <= now }

  /// Records that a check could not be made.
  mutating func postpone(at now: Instant) {
    due = now + Self.delay
  }
}
