public import LinuxSystem
import SittaSQLite

/// A registered reader of the feed; removals are kept until it has confirmed them.
public struct FeedConsumer: Equatable, Sendable {
  /// The name under which it is registered.
  public let name: String
  /// The last commit that the reader has confirmed.
  public let confirmed: CommitNumber
  /// The day of the last confirmation, at 00:00 UTC.
  public let day: UnixTime
  /// How many commits the reader has not confirmed; 0 if none of them changed anything that it would get.
  public var missing: Int64
  /// A time before which the first of these commits was made; nil if none is known.
  public var missingSince: UnixTime?

  /// Describes a reader.
  public init(
    name: String, confirmed: CommitNumber, day: UnixTime, missing: Int64 = 0,
    missingSince: UnixTime? = nil
  ) {
    (self.name, self.confirmed, self.day) = (name, confirmed, day)
    (self.missing, self.missingSince) = (missing, missingSince)
  }
}

extension FeedConsumer {
  /// Returns all registered readers of an index in the state `clock`, ordered by name.
  static func all(
    in database: Database, at clock: IndexClock
  ) throws(SQLiteError) -> [FeedConsumer] {
    var consumers: [FeedConsumer] = []
    try database.forEachRow("SELECT name, sequence, day FROM consumer ORDER BY name") { row in
      consumers.append(
        FeedConsumer(
          name: row.text(at: 0) ?? "", confirmed: row.commit(at: 1),
          day: UnixTime(day: row.integer(at: 2))))
    }
    let history = try FeedHistory(of: database)
    for index in consumers.indices where consumers[index].confirmed < clock.sequence {
      let confirmed = consumers[index].confirmed
      guard try hasChanges(after: confirmed, in: database) else { continue }
      consumers[index].missing = history.count(from: confirmed, to: clock.sequence)
      consumers[index].missingSince = history.end(ofDayOf: confirmed)
    }
    return consumers
  }

  private static func hasChanges(
    after commit: CommitNumber, in database: Database
  ) throws(SQLiteError) -> Bool {
    try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM gone WHERE sequence > ?1)
        OR EXISTS (SELECT 1 FROM directory WHERE written > ?1)
        OR EXISTS (SELECT 1 FROM document WHERE sequence > ?1)
      """, .commit(commit)
    ) { $0.integer(at: 0) == 1 } ?? false
  }
}

extension UnixTime {
  /// The beginning of a day, given as the number of days since 1970 in UTC.
  init(day: Int64) {
    // Limits the number, because the row may be damaged.
    self.init(seconds: min(max(day, 0), 1 << 24) * 86_400)
  }

  /// The number of the day since 1970, in UTC.
  var day: Int64 { seconds / 86_400 }
}
