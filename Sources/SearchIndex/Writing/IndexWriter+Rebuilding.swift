public import SQLite

/// What the index remembers of being built anew and of being mended.
extension IndexWriter {
  /// Notes that everything is in the index, so that it may take the place of the old one.
  public func markRebuilt() throws(SQLiteError) {
    try meta.set(.rebuilt, to: 1)
  }

  /// Writes the log into the file, so that nothing is missed where the file gets another name.
  public func fold() throws(SQLiteError) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// How many documents there are, unless many were removed; O(1).
  public func approximateCount() throws(SQLiteError) -> Int64 {
    try database.first("SELECT max(id) FROM document") { $0.integer(at: 0) } ?? 0
  }

  /// What was done about damage, the newest last.
  public func recoveries() throws(SQLiteError) -> [Recovery] {
    (try meta.text(.recoveries) ?? "").split(separator: "\n").compactMap(Recovery.init(storedLine:))
  }

  /// Remembers what was done about damage, and of what was done before the latest only.
  public func note(_ recovery: Recovery) throws(SQLiteError) {
    let lines = (try recoveries() + [recovery]).suffix(Self.recoveriesKept).map(\.storedLine)
    try meta.set(.recoveries, to: .text(lines.joined(separator: "\n")))
  }

  /// When the index was found to be sound, in seconds since 1970; nil where it never was.
  public func lastCheck() throws(SQLiteError) -> Int64? {
    try meta.integer(.checked)
  }

  /// Notes that the index was found to be sound.
  public func noteCheck(at second: Int64) throws(SQLiteError) {
    try meta.set(.checked, to: .integer(second))
  }

  private static let recoveriesKept = 8

  func rebuild() throws(SQLiteError) -> Rebuild? {
    try meta.text(.rebuild).flatMap(Rebuild.init(storedText:))
  }

  func isRebuilt() throws(SQLiteError) -> Bool {
    try meta.contains(.rebuilt)
  }

  /// Forgets what the index was built for, now that it serves and has everything.
  ///
  /// Nothing may wait to be committed.
  ///
  /// - Parameters:
  ///   - store: the files of the index.
  ///   - now: when.
  /// - Returns: what has been done about damage, which is remembered; nil where there was none.
  /// - Throws: what SQLite fails with.
  public func endRebuild(
    _ store: IndexStore, _ now: IndexStore.Timestamp
  ) throws(SQLiteError) -> Recovery? {
    try database.transaction { () throws(SQLiteError) -> Recovery? in
      var recovery: Recovery?
      if let rebuild = try rebuild(), rebuild.cause == .damage {
        recovery = Recovery(
          at: now.seconds, because: rebuild.reason, .file, setAside: store.setAside)
      }
      if let recovery { try note(recovery) }
      try meta.remove(.rebuild)
      try meta.remove(.rebuilt)
      return recovery
    }
  }
}
