import SittaSQLite

/// Signals the indexer from any thread to end, and stops checks of the index.
struct StopSignals: Sendable {
  /// Raised once the indexer is to end.
  private let ending = Interruption()
  /// Stops the check of the index that runs.
  let check = Interruption()

  /// Whether the indexer is to end.
  var isEnding: Bool { ending.isRaised }

  /// Ends the indexer after the current document, and the check that runs.
  func end() {
    ending.raise()
    check.raise()
  }

  /// Stops the check that runs.
  func stopCheck() {
    check.raise()
  }

  /// Allows the next check, unless the indexer is to end.
  func allowCheck() {
    check.lower()
    // Another thread can have asked for the end just before.
    if isEnding { check.raise() }
  }
}
