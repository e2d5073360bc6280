/// Whether jailed programs have work in idle time, apart from the load and power supply of the machine.
enum JailedWorkNeed: Equatable {
  /// Nothing waits, or the work is off or under way.
  case nothing
  /// Something waits, and can be tried again at this moment.
  case later(ContinuousClock.Instant)
  /// Something can be done now.
  case ready
}
