/// Why bulk work rests, and how long.
package struct BulkPause: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// It has kept a CPU busy for long.
    case cooldown
    /// The computer runs on battery.
    case battery
    /// Others wait for a CPU.
    case pressure
    /// A person asked for it, perhaps only until there is mains power.
    case request(untilPower: Bool)
    /// So many clients hold it.
    case held(Int)
  }

  package let reason: Reason
  /// When it ends at the latest; nil where no time ends it.
  package let until: ContinuousClock.Instant?

  package init(reason: Reason, until: ContinuousClock.Instant?) {
    self.reason = reason
    self.until = until
  }

  /// Whether it is certain that it will last longer; pressure may end at any moment.
  package func outlasts(_ moment: ContinuousClock.Instant) -> Bool {
    if reason == .pressure { return false }
    return until.map { $0 > moment } ?? true
  }
}
