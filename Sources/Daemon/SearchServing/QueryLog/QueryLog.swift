import IndexStorage
package import LinuxSystem
import SittaSQLite
import SearchIndex
import Synchronization

/// The log of queries and opened hits, for a person who wants to tune their searches.
///
/// It is kept only with `QueryLog=yes`, in a separate file that only its owner can read. It has its
/// own thread, because SQLite blocks. The file is not synced to the disk.
package actor QueryLog {
  /// A search.
  struct Search: Equatable, Sendable {
    var query: String
    /// The number of hits in the reply.
    var hits: Int
    /// Whether there were more hits.
    var hasMore: Bool
    var duration: Duration
  }

  /// Counts of what the log contains.
  struct Statistics: Equatable, Sendable {
    var searches = 0
    var opened = 0
    /// The time of the earliest recorded search.
    var since: UnixTime?
    var popular: [Asked] = []
    var failing: [Asked] = []
  }

  /// A query and the number of its searches.
  struct Asked: Equatable, Sendable {
    var query: String
    var count: Int
    /// The number of hits in the reply to its last search.
    var hits: Int
    var hasMore: Bool
    var opened: Int
    /// The time of its last search.
    var last: UnixTime
    /// The mean duration of its searches, in milliseconds.
    var milliseconds: Double
  }

  /// Whether queries are recorded.
  nonisolated var isOn: Bool { recording.withLock(\.self) }
  private nonisolated let recording: Mutex<Bool>
  /// The number of searches that are not recorded yet.
  private nonisolated let pending = Atomic<Int>(0)
  /// The most searches that wait while the disk does not answer; further ones are not recorded.
  private static let pendingLimit = 1_000
  private nonisolated let loop: EventLoop
  private let database: SideDatabase
  /// The most recently opened hits; nil if they are not loaded.
  ///
  /// Only this actor changes it. Searches read it without waiting for the actor, which may be writing.
  private nonisolated let history = Mutex<OpenedHistory?>(nil)
  /// The most searches, and the most opened hits, in the log; older ones are deleted.
  private let capacity: Int
  /// The most characters of a query that are recorded.
  private static let lengthLimit = 1_000

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  package init(in folder: FilePath, isOn: Bool, capacity: Int = 10_000) throws(SystemError) {
    loop = try EventLoop(name: "sitta-log")
    database = SideDatabase(folder.appending("queries.sqlite"), schema: Self.schema)
    recording = Mutex(isOn)
    self.capacity = capacity
  }

  deinit {
    loop.stop()
  }

  /// Starts or stops recording.
  ///
  /// Earlier records stay until ``forget()``. A search that still waits when recording stops is not
  /// recorded.
  package nonisolated func setRecording(_ isOn: Bool) {
    recording.withLock { $0 = isOn }
  }

  /// Records a search.
  func record(_ search: Search, now: UnixTime) {
    guard isOn else { return }
    _ = try? database.use { database throws(SQLiteError) in
      try database.run(
        "INSERT INTO search(query, time, hits, more, milliseconds) VALUES(?1, ?2, ?3, ?4, ?5)",
        .text(Self.cut(search.query)), .unixTime(now), .integer(Int64(search.hits)),
        .integer(search.hasMore ? 1 : 0), .real(search.duration / .milliseconds(1)))
      try self.dropOldest(of: "search", in: database)
    }
  }

  /// Records a search without waiting for the disk.
  nonisolated func enqueue(_ search: Search, now: UnixTime, on tasks: LoopTaskExecutor) {
    guard isOn, pending.load(ordering: .relaxed) < Self.pendingLimit else { return }
    pending.add(1, ordering: .relaxed)
    Task(executorPreference: tasks) {
      await self.record(search, now: now)
      self.pending.subtract(1, ordering: .relaxed)
    }
  }

  /// Records that a hit was opened.
  func recordOpened(_ uri: String, query: String, now: UnixTime) {
    guard isOn else { return }
    _ = try? database.use { database throws(SQLiteError) in
      try database.run(
        "INSERT INTO opened(query, uri, time) VALUES(?1, ?2, ?3)", .text(Self.cut(query)),
        .text(uri), .unixTime(now))
      try self.dropOldest(of: "opened", in: database)
    }
    history.withLock { $0?.add(uri, query: Self.cut(query), at: now) }
  }

  /// The hits that were opened before; hits opened from the same query come first.
  ///
  /// Only the first call reads the log and waits for it.
  ///
  /// - Parameters:
  ///   - query: the query that is searched.
  ///   - limit: the most hits; at most ``OpenedHits/capacity`` are returned.
  ///   - now: the time of the search.
  /// - Returns: the hits; none if the log is off.
  nonisolated func opened(
    for query: String, limit: Int = OpenedHits.capacity, now: UnixTime
  ) async -> OpenedHits {
    guard isOn else { return OpenedHits() }
    let known = history.withLock(\.self)
    let history = if let known { known } else { await loadHistory() }
    return history.hits(for: Self.cut(query), limit: limit, now: now)
  }

  /// Erases the records of opened hits at and below some paths, on the disk as well.
  ///
  /// - Throws: the error of SQLite, or of removing a damaged file.
  package func forgetOpened(_ paths: [FilePath]) throws {
    history.withLock { history in
      for path in paths { history?.remove(inside: path) }
    }
    guard database.exists else { return }
    _ = try database.use { database throws(SQLiteError) in
      try database.execute("PRAGMA synchronous=FULL")
      for path in paths {
        let (folder, members) = (path.uri + "/", path.uri + "#")
        try database.run(
          """
          DELETE FROM opened WHERE uri = ?1 OR substr(uri, 1, length(?2)) = ?2
          OR substr(uri, 1, length(?3)) = ?3
          """, .text(path.uri), .text(folder), .text(members))
      }
      try database.execute("PRAGMA synchronous=OFF")
    }
  }

  /// Counts the content of the log, with at most `limit` queries per list; zeros if there is no log.
  func statistics(limit: Int) throws(SQLiteError) -> Statistics {
    guard database.exists else { return Statistics() }
    let statistics = try database.use { database throws(SQLiteError) in
      try self.statistics(limit, in: database)
    }
    return statistics ?? Statistics()
  }

  private func statistics(
    _ limit: Int, in database: Database
  ) throws(SQLiteError) -> Statistics {
    var statistics = Statistics()
    try database.forEachRow("SELECT count(*), min(time) FROM search") { row in
      statistics.searches = Int(row.integer(at: 0))
      statistics.since = row.isNull(at: 1) ? nil : row.unixTime(at: 1)
    }
    try database.forEachRow("SELECT count(*) FROM opened") {
      statistics.opened = Int($0.integer(at: 0))
    }
    statistics.popular = try asked(where: "1", limit, in: database)
    statistics.failing = try asked(where: "hits = 0", limit, in: database)
    return statistics
  }

  /// Erases the whole log by removing its files.
  ///
  /// - Returns: the number of searches that were in it; 0 if it could not be read.
  /// - Throws: an error if a file cannot be removed.
  func forget() throws(SystemError) -> Int {
    let count = (try? statistics(limit: 0).searches) ?? 0
    // Cleared first, because removing a file can fail.
    history.withLock { $0 = nil }
    try database.removeFiles()
    return count
  }
}

extension QueryLog {
  private func loadHistory() -> OpenedHistory {
    // An earlier call may have loaded it.
    if let known = history.withLock(\.self) { return known }
    var loaded = OpenedHistory()
    if database.exists {
      _ = try? database.use { database throws(SQLiteError) in
        var read = OpenedHistory()
        try database.forEachRow(
          "SELECT uri, query, time FROM (SELECT * FROM opened ORDER BY id DESC LIMIT ?1) ORDER BY id",
          .integer(Int64(OpenedHistory.capacity))
        ) { read.add($0.text(at: 0) ?? "", query: $0.text(at: 1) ?? "", at: $0.unixTime(at: 2)) }
        loaded = read
      }
    }
    history.withLock { $0 = loaded }
    return loaded
  }

  private static func cut(_ query: String) -> String {
    String(query.prefix(lengthLimit))
  }

  /// Reads the most frequent queries.
  ///
  /// With `max(time)`, the other columns are those of the newest row in a group; see "Bare columns
  /// in an aggregate query" at <https://www.sqlite.org/lang_select.html>.
  private func asked(
    where condition: String, _ limit: Int, in database: Database
  ) throws(SQLiteError) -> [Asked] {
    var asked: [Asked] = []
    try database.forEachRow(
      """
      SELECT query, count, hits, more, last, milliseconds,
        (SELECT count(*) FROM opened WHERE opened.query = grouped.query)
      FROM (
        SELECT query, count(*) AS count, hits, more, max(time) AS last,
          avg(milliseconds) AS milliseconds
        FROM search GROUP BY query) AS grouped
      WHERE \(condition) ORDER BY count DESC, last DESC, query LIMIT ?1
      """, .integer(Int64(limit))
    ) { row in
      asked.append(
        Asked(
          query: row.text(at: 0) ?? "", count: Int(row.integer(at: 1)),
          hits: Int(row.integer(at: 2)), hasMore: row.integer(at: 3) == 1,
          opened: Int(row.integer(at: 6)), last: row.unixTime(at: 4),
          milliseconds: row.real(at: 5)))
    }
    return asked
  }

  private func dropOldest(of table: String, in database: Database) throws(SQLiteError) {
    try database.run(
      "DELETE FROM \(table) WHERE id <= (SELECT max(id) FROM \(table)) - ?1",
      .integer(Int64(capacity)))
  }

  private static let schema = """
    PRAGMA synchronous=OFF;
    CREATE TABLE IF NOT EXISTS search(
      id INTEGER PRIMARY KEY, query TEXT NOT NULL, time INTEGER NOT NULL, hits INTEGER NOT NULL,
      more INTEGER NOT NULL, milliseconds REAL NOT NULL);
    CREATE TABLE IF NOT EXISTS opened(
      id INTEGER PRIMARY KEY, query TEXT NOT NULL, uri TEXT NOT NULL, time INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS opened_query ON opened(query);
    """
}
