import LinuxSystem

/// The schedule of the weekly check of the index: a value.
struct CheckSchedule {
  typealias Instant = ContinuousClock.Instant

  /// A check is valid for a week.
  static let interval = Duration.seconds(7 * 86_400)
  /// So long after a check that could not be made the next is tried.
  static let delay = Duration.seconds(60)

  /// When the next check is due.
  private(set) var due: Instant

  /// Plans the first check.
  ///
  /// - Parameters:
  ///   - lastCheck: when the index was found to be sound; nil for never.
  ///   - wasInterrupted: whether the last daemon that wrote the index did not end normally.
  ///   - now: this moment.
  ///   - second: the same by the clock of the calendar.
  init(lastCheck: UnixTime?, wasInterrupted: Bool, now: Instant, second: UnixTime) {
    let age: Duration = max(.zero, second - (lastCheck ?? second))
    due = wasInterrupted ? now : now + max(.zero, Self.interval - age)
  }

  /// Plans the check after one that has found out whether the index is sound.
  init(checkedAt now: Instant) {
    due = now + Self.interval
  }

  /// Whether the index is to be checked as soon as nothing else is to do.
  func isDue(at now: Instant) -> Bool { due <= now }

  /// Records that a check could not be made.
  mutating func postpone(at now: Instant) {
    due = now + Self.delay
  }
}
