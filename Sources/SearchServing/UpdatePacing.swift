/// When to look at something that changes, for somebody who wants to be told: a value.
///
/// The first look comes at once, the others never sooner than a gap after the one before, and none
/// without a change.
struct UpdatePacing {
  enum Step: Equatable {
    /// Look now.
    case look
    /// Look then, whatever comes until then.
    case wait(until: ContinuousClock.Instant)
    /// A look is planned already.
    case nothing
  }

  private let gap: Duration
  private var last: ContinuousClock.Instant?
  private var isPlanned = false

  init(gap: Duration) {
    self.gap = gap
  }

  /// Notes that something has changed, or that the time for a planned look has come.
  mutating func step(at now: ContinuousClock.Instant) -> Step {
    if let last, now < last + gap {
      if isPlanned { return .nothing }
      isPlanned = true
      return .wait(until: last + gap)
    }
    last = now
    isPlanned = false
    return .look
  }
}
