/// Decides when a standing search may notify of hits again, so that a storm of changes starts few programs.
struct StandingPace: Equatable, Sendable {
  /// The shortest time between two starts.
  static let gap = Duration.seconds(10)
  /// The most starts in an hour.
  static let hourly = 60

  /// When programs were started in the last hour, the newest last.
  private var starts: [ContinuousClock.Instant] = []

  /// When the next start is permitted; it is counted.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the time, which may have come already.
  mutating func nextStart(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    starts.removeAll { $0 + .seconds(3_600) <= now }
    var due = now
    if let last = starts.last { due = max(due, last + Self.gap) }
    if starts.count >= Self.hourly {
      due = max(due, starts[starts.count - Self.hourly] + .seconds(3_600))
    }
    starts.append(due)
    return due
  }
}
