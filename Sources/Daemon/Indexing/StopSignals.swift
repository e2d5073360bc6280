import SittaSQLite

/// Signals, from any thread, that the indexer is to end, or that a check of the index is to stop.
struct StopSignals: Sendable {
  /// Raised once the indexer is to end.
  private let ending = Interruption()
  /// Stops a running check of the index.
  let check = Interruption()

  /// Whether the indexer is to end.
  var isEnding: Bool { ending.isRaised }

  /// Makes the indexer end after the current document, and stops a running check.
  func end() {
    ending.raise()
    check.raise()
  }

  /// Stops a running check.
  func stopCheck() {
    check.raise()
  }

  /// Allows the next check, unless the indexer is to end.
  func allowCheck() {
    check.lower()
    // Another thread may have called ``end()`` just before.
    if isEnding { check.raise() }
  }
}
