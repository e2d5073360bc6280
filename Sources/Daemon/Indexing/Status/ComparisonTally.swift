/// Counts the files that are indexed while all roots are compared with the disk: a value.
package struct ComparisonTally {
  /// A comparison that has ended.
  package struct Result: Equatable, Sendable {
    /// The number of files that were read into the index.
    package let files: Int
    /// The time from its beginning to its end.
    package let duration: Duration

    /// The result as a sentence for people, such as "Indexed 3,413 files in 9 s".
    package var sentence: String {
      "Indexed \(files.inGroups) \(files == 1 ? "file" : "files") in \(duration.inWholeUnits)."
    }
  }

  private var begin: ContinuousClock.Instant?
  private var files = 0

  /// Begins a comparison; one that is under way goes on.
  mutating func begin(at now: ContinuousClock.Instant) {
    if begin == nil { (begin, files) = (now, 0) }
  }

  /// Counts files that were committed.
  mutating func add(files count: Int) {
    files += count
  }

  /// Ends the comparison.
  ///
  /// - Returns: nil if there was none, or if it has indexed nothing.
  mutating func end(at now: ContinuousClock.Instant) -> Result? {
    defer { begin = nil }
    guard let begin, files > 0 else { return nil }
    return Result(files: files, duration: begin.duration(to: now))
  }
}

extension Int {
  /// The number with a comma between thousands: "3,413".
  package var inGroups: String {
    self < 1_000 ? "\(self)" : (self / 1_000).inGroups + "," + "\(self % 1_000 + 1_000)".dropFirst()
  }
}

extension Duration {
  /// The duration in its largest units, rounded up: "9 s", "3 min 20 s", "2 h 5 min".
  fileprivate var inWholeUnits: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }
}
