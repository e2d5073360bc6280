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
}

extension FeedConsumer {
  /// Returns all registered readers, ordered by name.
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
  /// The beginning of a day, given as the number of days since 1970 in UTC.
  init(day: Int64) {
    // Limits the number, because the row may be damaged.
    self.init(seconds: min(max(day, 0), 1 << 24) * 86_400)
  }

  /// The number of the day since 1970, in UTC.
  var day: Int64 { seconds / 86_400 }
}
