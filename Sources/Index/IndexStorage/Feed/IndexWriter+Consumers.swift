public import LinuxSystem
public import SittaSQLite

/// The registered readers of the feed, and how long removals are kept for them.
extension IndexWriter {
  /// The most registered readers; if one more registers, the reader that was silent for the longest
  /// time is dropped.
  static let mostConsumers = 64

  /// Registers a reader of the feed, or records how far it has come.
  ///
  /// It does not advance the clock.
  ///
  /// - Parameters:
  ///   - clock: the state that it has seen; nil, or a clock from which it cannot continue, if it
  ///     begins now.
  ///   - consumer: its name.
  ///   - now: the time.
  /// - Throws: the error of SQLite.
  public func confirm(
    _ clock: IndexClock?, by consumer: String, now: UnixTime
  ) throws(SQLiteError) {
    let current = self.clock
    let history = try FeedHistory(of: database)
    var commit = current.sequence
    if let clock {
      let position = FeedPosition(after: clock)
      if position.isKnown(to: history, at: current) { commit = position.commit }
    }
    try keepingClock { () throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO consumer(name, sequence, day) VALUES(?1, ?2, ?3)
        ON CONFLICT(name) DO UPDATE SET sequence = excluded.sequence, day = excluded.day
        """, .text(consumer), .commit(commit), .integer(now.day))
      try database.run(
        """
        DELETE FROM consumer WHERE name IN (
          SELECT name FROM consumer WHERE name != ?1 ORDER BY day DESC, sequence DESC
          LIMIT -1 OFFSET ?2)
        """, .text(consumer), .integer(Int64(Self.mostConsumers) - 1))
      try dropRemovals(now)
    }
  }

  /// Forgets a registered reader of the feed.
  ///
  /// - Parameters:
  ///   - consumer: its name; an unknown one is no error.
  ///   - now: the time.
  /// - Throws: the error of SQLite.
  public func unregister(_ consumer: String, now: UnixTime) throws(SQLiteError) {
    try keepingClock { () throws(SQLiteError) in
      try database.run("DELETE FROM consumer WHERE name = ?1", .text(consumer))
      try dropRemovals(now)
    }
  }

  /// Once a day, drops the removals that are not kept any longer; it does not advance the clock.
  ///
  /// - Parameter now: the time.
  /// - Throws: the error of SQLite.
  public func pruneRemovals(now: UnixTime) throws(SQLiteError) {
    if pruningDay == now.day { return }
    try keepingClock { () throws(SQLiteError) in try dropRemovals(now) }
    pruningDay = now.day
  }

  /// Drops the removals that are not kept any longer.
  ///
  /// They are kept until every registered reader has confirmed them, at most 30 days. If no reader is
  /// registered, they take up to a hundredth of the index.
  private func dropRemovals(_ now: UnixTime) throws(SQLiteError) {
    var history = try FeedHistory(of: database)
    let before = history
    let expired = history.begin(now.day, at: clock.sequence)
    try database.run(
      "DELETE FROM consumer WHERE day < ?1", .integer(now.day - FeedHistory.keptDays))
    let confirmed = try database.first("SELECT min(sequence) FROM consumer") { row in
      row.isNull(at: 0) ? nil : row.commit(at: 0)
    }
    let last =
      if let confirmed = confirmed.flatMap(\.self) {
        confirmed
      } else {
        try lastUnwantedRemoval()
      }
    let dropped = try database.first(
      "SELECT max(sequence) FROM gone WHERE sequence <= ?1", .commit(max(expired, last))
    ) { row in row.isNull(at: 0) ? nil : row.commit(at: 0) }
    if let dropped = dropped.flatMap(\.self) {
      try database.run("DELETE FROM gone WHERE sequence <= ?1", .commit(dropped))
      history.floor = max(history.floor, dropped)
    }
    if history != before { try history.store(in: database) }
  }

  /// The last removal for which there is no room if no reader is registered; 0 if there is none.
  private func lastUnwantedRemoval() throws(SQLiteError) -> CommitNumber {
    let size =
      try database.first("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") {
        $0.integer(at: 0)
      } ?? 0
    let most = max(Self.fewRemovals, size / 100 / Self.bytesOfRemoval)
    return try database.first(
      "SELECT sequence FROM gone ORDER BY sequence DESC, kind DESC, id DESC LIMIT 1 OFFSET ?1",
      .integer(most)
    ) { $0.commit(at: 0) } ?? 0
  }

  private static let fewRemovals: Int64 = 10_000
  private static let bytesOfRemoval: Int64 = 16

  /// Writes in the open transaction, or in one that readers cannot see.
  private func keepingClock(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    if hasChanges { return try body() }
    try database.transaction(.immediate, body)
  }
}
