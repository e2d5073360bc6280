import SQLite

extension IndexReader {
  /// Stops what runs with an interruption as soon as a condition is found to hold; see
  /// ``SQLite/Database/setStopCondition(_:)``.
  func setStopCondition(_ isTrue: (() -> Bool)?) {
    database.setStopCondition(isTrue)
  }
}
