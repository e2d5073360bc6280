public import LinuxSystem
import SittaSQLite

/// A registered reader of the feed, for which removals are kept.
public struct FeedConsumer: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// The last commit that it has confirmed.
  public let confirmed: CommitNumber
  /// The day of its last confirmation, at 00:00 UTC.
  public let day: UnixTime
}

extension FeedConsumer {
  /// All of them, in the order of their names.
  static func all(in database: Database) throws(SQLiteError) -> [FeedConsumer] {
    var consumers: [FeedConsumer] = []
    try database.forEachRow("SELECT name, sequence, day FROM consumer ORDER BY name") { row in
      consumers.append(
        FeedConsumer(
          name: row.text(at: 0) ?? "", confirmed: row.commit(at: 1),
          day: UnixTime(day: row.integer(at: 2))))
    }
    return consumers
  }
}

extension UnixTime {
  /// The beginning of a day, by its number since 1970 in UTC.
  init(day: Int64) {
    // The row of the table may be damaged.
    self.init(seconds: min(max(day, 0), 1 << 24) * 86_400)
  }

  /// The number of the day since 1970, in UTC.
  var day: Int64 { seconds / 86_400 }
}
