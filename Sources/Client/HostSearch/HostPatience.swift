/// How long a host may still take for its first answer, and how long it was waited for: a value.
///
/// A search calls a host several times. The time for its connection and its first answer is one
/// time for all of these calls.
struct HostPatience: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// Since when it has not answered; nil if it was not asked since its last answer.
  private var asked: Instant?
  /// When the time for the connection and the first answer is over; nil if there was a connection before.
  private var end: Instant?
  /// Whether it has answered at all.
  private(set) var hasAnswered = false

  /// The host is asked.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - limit: how long a connection and the first answer may take, if there is no connection yet.
  /// - Returns: how much of that time is left; nil if the host needs no connection, or has answered.
  mutating func ask(at now: Instant, connectingWithin limit: Duration?) -> Duration? {
    asked = asked ?? now
    guard let limit, !hasAnswered else { return nil }
    let end = self.end ?? now + limit
    self.end = end
    return max(.zero, now.duration(to: end))
  }

  /// The host has answered.
  mutating func answer() {
    (asked, end, hasAnswered) = (nil, nil, true)
  }

  /// Whether the time for the connection and the first answer is over.
  func isOver(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }

  /// How long the host was waited for.
  func waited(until now: Instant) -> Duration { asked.map { $0.duration(to: now) } ?? .zero }
}
