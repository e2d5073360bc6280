/// Decides when a client that follows the status gets the next update.
///
/// The first update is sent at once. A later update follows a change, at least one gap after the
/// previous update.
struct UpdatePacing {
  enum Step: Equatable {
    /// Send an update now.
    case update
    /// Call ``UpdatePacing/step(at:)`` again at this time.
    case wait(until: ContinuousClock.Instant)
    /// An update is planned already.
    case nothing
  }

  private let gap: Duration
  private var last: ContinuousClock.Instant?
  private var isPlanned = false

  init(gap: Duration) {
    self.gap = gap
  }

  /// Decides what to do after a change, or when the time of a planned update has come.
  mutating func step(at now: ContinuousClock.Instant) -> Step {
    if let last, now < last + gap {
      if isPlanned { return .nothing }
      isPlanned = true
      return .wait(until: last + gap)
    }
    last = now
    isPlanned = false
    return .update
  }
}
