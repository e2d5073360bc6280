/// Why bulk work pauses, and until when.
package struct BulkPause: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Bulk work has used much CPU time.
    case cooldown
    /// The computer runs on battery.
    case battery
    /// Other programs wait for a CPU.
    case pressure
    /// A person has requested the pause, possibly only until mains power is connected.
    case request(untilPower: Bool)
    /// This many clients hold the pause.
    case held(Int)
  }

  package let reason: Reason
  /// When the pause ends at the latest; nil if it does not end by time.
  package let until: ContinuousClock.Instant?

  package init(reason: Reason, until: ContinuousClock.Instant?) {
    self.reason = reason
    self.until = until
  }

  /// Whether the pause certainly ends after a moment; a pause for CPU pressure may end at any time.
  package func outlasts(_ moment: ContinuousClock.Instant) -> Bool {
    if reason == .pressure { return false }
    return until.map { $0 > moment } ?? true
  }
}
