public import LinuxSystem
public import SittaSQLite

/// Keeps the registered readers of the feed, and the removals that they have not confirmed.
extension IndexWriter {
  /// The most registered readers; when one more registers, the reader with the oldest confirmation is
  /// dropped.
  static let mostConsumers = 64

  /// Registers a reader of the feed, or records up to which commit it has come.
  ///
  /// This does not advance the clock.
  ///
  /// - Parameters:
  ///   - clock: the state that the reader has confirmed; nil, or a clock from which it cannot continue, if it
  ///     begins now.
  ///   - consumer: the reader's name.
  ///   - now: the current time.
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

  /// Removes a registered reader of the feed.
  ///
  /// - Parameters:
  ///   - consumer: the reader's name; nothing happens if it is unknown.
  ///   - now: the current time.
  /// - Throws: the error of SQLite.
  public func unregister(_ consumer: String, now: UnixTime) throws(SQLiteError) {
    try keepingClock { () throws(SQLiteError) in
      try database.run("DELETE FROM consumer WHERE name = ?1", .text(consumer))
      try dropRemovals(now)
    }
  }

  /// Drops old removals, once a day; this does not advance the clock.
  ///
  /// - Parameter now: the current time.
  /// - Throws: the error of SQLite.
  public func pruneRemovals(now: UnixTime) throws(SQLiteError) {
    if pruningDay == now.day { return }
    try keepingClock { () throws(SQLiteError) in try dropRemovals(now) }
    pruningDay = now.day
  }

  /// Drops the removals that need not be kept any longer.
  ///
  /// A removal is kept until every registered reader has confirmed it, but at most 30 days. If no reader is
  /// registered, removals may take up to a hundredth of the index.
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

  /// The last removal that does not fit into the room for removals without a reader; 0 if all fit.
  private func lastUnwantedRemoval() throws(SQLiteError) -> CommitNumber {
    let size = try IndexStatistics.size(of: database)
    let most = max(Self.fewRemovals, size / 100 / Self.bytesOfRemoval)
    return try database.first(
      "SELECT sequence FROM gone ORDER BY sequence DESC, kind DESC, id DESC LIMIT 1 OFFSET ?1",
      .integer(most)
    ) { $0.commit(at: 0) } ?? 0
  }

  private static let fewRemovals: Int64 = 10_000
  private static let bytesOfRemoval: Int64 = 16

  /// Runs `body` in the open transaction, or else in one of its own, which does not advance the clock.
  private func keepingClock(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    if hasChanges { return try body() }
    try database.transaction(.immediate, body)
  }
}
