import LinuxSystem

/// Counts the files that are indexed while all roots are compared with the disk.
package struct ComparisonTally {
  /// A finished comparison of all roots.
  package struct Result: Equatable, Sendable {
    /// The number of files that were read and committed.
    package let files: Int
    /// The time that the comparison took.
    package let duration: Duration

    /// The result as a sentence for people, such as "Indexed 3,413 files in 9 s".
    package var sentence: String {
      "Indexed \(files.inGroups) \(files == 1 ? "file" : "files") in \(duration.inWords)."
    }
  }

  private var begin: ContinuousClock.Instant?
  private var files = 0

  /// Begins a comparison; does nothing if one is under way.
  mutating func begin(at now: ContinuousClock.Instant) {
    if begin == nil { (begin, files) = (now, 0) }
  }

  /// Counts files that were committed.
  mutating func add(files count: Int) {
    files += count
  }

  /// Ends the comparison.
  ///
  /// - Returns: nil if there was no comparison, or if no file was indexed.
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
