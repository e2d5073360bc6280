public import LinuxSystem
public import SittaSQLite

/// What the index records about its own rebuilds, repairs and checks.
extension IndexWriter {
  /// Records that the new index is complete and may replace the old one.
  public func markRebuilt() throws(SQLiteError) {
    try meta.set(.rebuilt, to: 1)
  }

  /// Whether the index is new and not all files have been compared with it yet.
  public func isFirst() throws(SQLiteError) -> Bool {
    try meta.contains(.first)
  }

  /// Records that all files have been compared with the index.
  ///
  /// - Returns: whether this was not recorded before.
  /// - Throws: the error of SQLite.
  public func markComplete() throws(SQLiteError) -> Bool {
    guard try meta.contains(.first) else { return false }
    try meta.remove(.first)
    return true
  }

  /// Writes the log into the database file and truncates it, so that the file can be renamed.
  public func checkpoint() throws(SQLiteError) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The highest document number, which is about the number of documents; O(1).
  public func approximateCount() throws(SQLiteError) -> Int64 {
    try database.first("SELECT max(id) FROM document") { $0.integer(at: 0) } ?? 0
  }

  /// The last recoveries, the newest last.
  public func recoveries() throws(SQLiteError) -> [Recovery] {
    (try meta.text(.recoveries) ?? "").split(separator: "\n").compactMap(Recovery.init(storedLine:))
  }

  /// Adds a recovery, and removes the oldest ones.
  public func record(_ recovery: Recovery) throws(SQLiteError) {
    let lines = (try recoveries() + [recovery]).suffix(Self.recoveriesKept).map(\.storedLine)
    try meta.set(.recoveries, to: .text(lines.joined(separator: "\n")))
  }

  /// When the index was last found to be sound; nil if it was never checked.
  public func lastCheck() throws(SQLiteError) -> UnixTime? {
    try meta.integer(.checked).map(UnixTime.init(seconds:))
  }

  /// Records that the index was found to be sound.
  public func recordCheck(at time: UnixTime) throws(SQLiteError) {
    try meta.set(.checked, to: .unixTime(time))
  }

  private static let recoveriesKept = 8

  func rebuild() throws(SQLiteError) -> Rebuild? {
    try meta.text(.rebuild).flatMap(Rebuild.init(storedText:))
  }

  func isRebuilt() throws(SQLiteError) -> Bool {
    try meta.contains(.rebuilt)
  }

  /// Ends a rebuild: removes its record, and records a recovery if the old index was damaged.
  ///
  /// There must be no uncommitted changes.
  ///
  /// - Parameters:
  ///   - store: the files of the index.
  ///   - now: the current time.
  /// - Returns: the recorded recovery; nil if there was no damage.
  /// - Throws: the error of SQLite.
  public func endRebuild(
    _ store: IndexStore, _ now: UnixTime
  ) throws(SQLiteError) -> Recovery? {
    try database.transaction { () throws(SQLiteError) -> Recovery? in
      let damage = try rebuild().flatMap { $0.cause == .damage ? $0.reason : nil }
      let recovery = damage.map { reason in
        Recovery(at: now, because: reason, .file, setAside: store.setAside)
      }
      if let recovery { try record(recovery) }
      try meta.remove(.rebuild)
      try meta.remove(.rebuilt)
      return recovery
    }
  }
}
