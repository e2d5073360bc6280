/// Why bulk work rests, and until when.
package struct BulkPause: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// It has kept a CPU busy for a long time.
    case cooldown
    /// The computer runs on battery.
    case battery
    /// Programs wait for a CPU.
    case pressure
    /// A person requested it, perhaps only until there is mains power.
    case request(untilPower: Bool)
    /// This many clients hold it.
    case held(Int)
  }

  package let reason: Reason
  /// When it ends at the latest; nil if no time ends it.
  package let until: ContinuousClock.Instant?

  package init(reason: Reason, until: ContinuousClock.Instant?) {
    self.reason = reason
    self.until = until
  }

  /// Whether the pause certainly lasts beyond a moment; pressure may end at any time.
  package func outlasts(_ moment: ContinuousClock.Instant) -> Bool {
    if reason == .pressure { return false }
    return until.map { $0 > moment } ?? true
  }
}
