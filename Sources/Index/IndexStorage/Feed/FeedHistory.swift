import LinuxSystem
package import SittaSQLite

/// The commits from which a reader of the feed can continue; stored in the table `meta`.
///
/// After a crash of the machine, an index may lack its last commits, which a reader of the feed may have
/// seen. So after each interruption the numbers of commits skip a range, and a reader whose clock is in this
/// range has to begin again.
package struct FeedHistory: Equatable {
  /// A skipped range: commits with these numbers may have existed and been lost.
  struct Gap: Equatable {
    /// The last commit that was still in the index after the interruption.
    var last: CommitNumber
    /// The number at which the commits continued.
    var next: CommitNumber
  }

  /// The commit up to which removals are no longer all kept.
  var floor: CommitNumber = 0
  /// The skipped ranges, in ascending order.
  private(set) var gaps: [Gap] = []
  /// For up to ``keptDays`` days, the last commit before the first look on that day; in ascending order.
  private(set) var days: [(day: Int64, commit: CommitNumber)] = []

  /// The most days for which removals are kept, counted from the end of their day.
  static let keptDays: Int64 = 29
  /// An upper bound for the number of commits that a crash can lose.
  private static let skipped: Int64 = 1 << 20
  private static let mostGaps = 32

  /// Whether a reader that has seen everything up to a commit can continue, or has to begin again.
  ///
  /// A reader that began with nothing at the commit `start`, and has not seen everything since then, does
  /// not need removals before that.
  func isKnown(
    _ commit: CommitNumber, loadingSince start: CommitNumber? = nil, upTo current: CommitNumber
  ) -> Bool {
    max(commit, start ?? commit) >= floor && exists(commit, upTo: current)
      && (start.map { exists($0, upTo: current) } ?? true)
  }

  /// Whether a commit exists in this index, so that it was not lost.
  func exists(_ commit: CommitNumber, upTo current: CommitNumber) -> Bool {
    commit <= current && !gaps.contains { $0.last < commit && commit < $0.next }
  }

  /// The number of commits between two states, without those that were skipped.
  func count(from old: CommitNumber, to new: CommitNumber) -> Int64 {
    gaps.filter { $0.last >= old && $0.next <= new }.reduce(new.rawValue - old.rawValue) {
      $0 - ($1.next.rawValue - $1.last.rawValue)
    }
  }

  /// The end of a day on which the first commit after this one existed already; nil if none is known.
  func end(ofDayOf commit: CommitNumber) -> UnixTime? {
    days.first { $0.commit > commit }.map { UnixTime(day: $0.day + 1) }
  }

  /// Skips a range of numbers after an interruption, and returns the number at which the commits continue.
  mutating func skip(after last: CommitNumber) -> CommitNumber {
    // Nothing was committed since the last interruption.
    if let gap = gaps.last, gap.next == last { return last }
    let next = CommitNumber(rawValue: last.rawValue + Self.skipped)
    gaps.append(Gap(last: last, next: next))
    if gaps.count > Self.mostGaps { floor = max(floor, gaps.removeFirst().next) }
    return next
  }

  /// Records the last commit at the beginning of a day, given as the number of days since 1970.
  ///
  /// Returns the last commit whose removals are too old to be kept; 0 if there is none.
  mutating func begin(_ day: Int64, at commit: CommitNumber) -> CommitNumber {
    if days.last.map({ $0.day < day }) ?? true { days.append((day, commit)) }
    let expired = days.last { $0.day <= day - Self.keptDays }
    days.removeAll { $0.day <= day - Self.keptDays }
    return expired?.commit ?? 0
  }

  package static func == (first: FeedHistory, second: FeedHistory) -> Bool {
    first.storedText == second.storedText
  }
}

extension FeedHistory {
  /// The form that is stored: lines of a word and numbers.
  var storedText: String {
    (["floor \(floor)"] + gaps.map { "gap \($0.last) \($0.next)" }
      + days.map { "day \($0.day) \($0.commit)" }).joined(separator: "\n")
  }

  /// Reads the stored form, and ignores lines that it does not understand.
  init(storedText: String) {
    for line in storedText.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int64($0) }
      switch (words.first, numbers.count) {
      case ("floor", 1): floor = CommitNumber(rawValue: numbers[0])
      case ("gap", 2):
        gaps.append(
          Gap(last: CommitNumber(rawValue: numbers[0]), next: CommitNumber(rawValue: numbers[1])))
      case ("day", 2): days.append((numbers[0], CommitNumber(rawValue: numbers[1])))
      default: break
      }
    }
  }

  /// Reads the history that an index stores.
  package init(of database: Database) throws(SQLiteError) {
    self.init(storedText: try MetaTable(of: database).text(.feed) ?? "")
  }

  func store(in database: Database) throws(SQLiteError) {
    try MetaTable(of: database).set(.feed, to: .text(storedText))
  }

  /// Skips a range of numbers after an interruption, so that the next commit gets none of a lost commit.
  static func skipLostCommits(of database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      let meta = MetaTable(of: database)
      var history = try FeedHistory(of: database)
      let next = history.skip(after: try meta.clock().sequence)
      try meta.set(.sequence, to: .commit(next))
      try history.store(in: database)
    }
  }
}
