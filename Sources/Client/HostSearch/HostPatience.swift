/// How long a host may still take for its first answer, and how long it has been waited for.
///
/// A search calls a host several times. The time for the connection and the first answer is counted
/// once for all these calls.
struct HostPatience: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// When it was asked first since its last answer; nil if it was not asked since then.
  private var asked: Instant?
  /// When the time for the connection and the first answer ends; nil if a connection existed already.
  private var end: Instant?
  /// Whether the host has ever answered.
  private(set) var hasAnswered = false

  /// Records that the host is asked.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - limit: the time for the connection and the first answer; nil if a connection exists.
  /// - Returns: how much of this time is left; nil if a connection exists, or if the host has answered.
  mutating func ask(at now: Instant, connectingWithin limit: Duration?) -> Duration? {
    asked = asked ?? now
    guard let limit, !hasAnswered else { return nil }
    let end = self.end ?? now + limit
    self.end = end
    return max(.zero, now.duration(to: end))
  }

  /// Records that the host has answered.
  mutating func answer() {
    (asked, end, hasAnswered) = (nil, nil, true)
  }

  /// Whether the time for the connection and the first answer has ended.
  func isOver(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }

  /// How long the host has been waited for since its last answer.
  func waited(until now: Instant) -> Duration { asked.map { $0.duration(to: now) } ?? .zero }
}
