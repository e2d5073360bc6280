public import LinuxSystem
public import SittaSQLite

/// The records of the index about its rebuilds and repairs.
extension IndexWriter {
  /// Records that the new index is complete, so that it may replace the old one.
  public func markRebuilt() throws(SQLiteError) {
    try meta.set(.rebuilt, to: 1)
  }

  /// Whether not all files have been compared with the index since it was created.
  public func isFirst() throws(SQLiteError) -> Bool {
    try meta.contains(.first)
  }

  /// Records that all files were compared with the index once.
  ///
  /// - Returns: whether that was new.
  /// - Throws: the error of SQLite.
  public func markComplete() throws(SQLiteError) -> Bool {
    guard try meta.contains(.first) else { return false }
    try meta.remove(.first)
    return true
  }

  /// Writes the log into the file and truncates it, so that the file can be renamed.
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

  /// Stores a recovery, and drops the oldest ones.
  public func record(_ recovery: Recovery) throws(SQLiteError) {
    let lines = (try recoveries() + [recovery]).suffix(Self.recoveriesKept).map(\.storedLine)
    try meta.set(.recoveries, to: .text(lines.joined(separator: "\n")))
  }

  /// When the index was last found to be sound; nil for never.
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

  /// Ends a rebuild: removes its record, and stores a recovery if the old index was damaged.
  ///
  /// There must be no uncommitted changes.
  ///
  /// - Parameters:
  ///   - store: the files of the index.
  ///   - now: when.
  /// - Returns: the recovery that was stored; nil if there was no damage.
  /// - Throws: the error of SQLite.
  public func endRebuild(
    _ store: IndexStore, _ now: UnixTime
  ) throws(SQLiteError) -> Recovery? {
    try database.transaction { () throws(SQLiteError) -> Recovery? in
      var recovery: Recovery?
      if let rebuild = try rebuild(), rebuild.cause == .damage {
        recovery = Recovery(
          at: now, because: rebuild.reason, .file, setAside: store.setAside)
      }
      if let recovery { try record(recovery) }
      try meta.remove(.rebuild)
      try meta.remove(.rebuilt)
      return recovery
    }
  }
}
