public import SQLite

/// Maintenance of the file: a bulk is written without merging segments, which are merged in small steps
/// afterwards.
extension IndexWriter {
  /// Prepares for many documents, or for few.
  ///
  /// In bulk FTS5 gathers more in memory and merges nothing; ``tidy()`` does that afterwards.
  /// SQLite: <https://www.sqlite.org/fts5.html#the_automerge_configuration_option>.
  public func setBulk(_ isBulk: Bool) throws(SQLiteError) {
    guard isBulk != self.isBulk else { return }
    try database.run(
      "INSERT INTO search(search, rank) VALUES('automerge', ?1)", .integer(isBulk ? 0 : 4))
    try database.run(
      "INSERT INTO search(search, rank) VALUES('hashsize', ?1)",
      .integer(isBulk ? 4 << 20 : 1 << 20))
    self.isBulk = isBulk
    if isBulk { needsMerging = true }
  }

  /// Does one step of maintenance, which takes about 20 ms.
  ///
  /// After a bulk or many removals it merges FTS5's segments, which hold removed texts until then.
  /// Otherwise it gives free pages back to the file system. All changes must have been committed.
  /// SQLite: <https://www.sqlite.org/fts5.html#the_merge_command> and
  /// <https://www.sqlite.org/pragma.html#pragma_incremental_vacuum>.
  ///
  /// - Returns: whether there is more to do.
  /// - Throws: what SQLite fails with.
  public func tidy() throws(SQLiteError) -> Bool {
    guard try needsTidying() else { return false }
    if needsMerging {
      removals = 0
      // A negative number marks all segments for merging into one, and must come only once.
      let pages: Int64 = isMerging ? 500 : -500
      let start = database.totalChanges
      try database.run("INSERT INTO search(search, rank) VALUES('merge', ?1)", .integer(pages))
      isMerging = true
      if database.totalChanges - start < 2 { (needsMerging, isMerging) = (false, false) }
      return true
    }
    let free = try pageCounts().free
    try database.execute("PRAGMA incremental_vacuum(2000)")
    return try pageCounts().free < free
  }

  /// Whether ``tidy()`` has anything to do; reads a few counters.
  public func needsTidying() throws(SQLiteError) -> Bool {
    if removals > Self.removalsKept, try removals > approximateCount() / 8 { needsMerging = true }
    if needsMerging { return true }
    let (free, all) = try pageCounts()
    return free > Self.freePagesKept && free > all / 8
  }

  /// So few removals are worth no merging.
  private static let removalsKept: Int64 = 64
  /// So many free pages are worth no write.
  private static let freePagesKept: Int64 = 256

  /// Takes up a bulk that was cut off: FTS5 keeps its settings in the database.
  func resumeBulk() throws(SQLiteError) {
    let automerge = try database.first("SELECT v FROM search_config WHERE k = 'automerge'") {
      $0.integer(at: 0)
    }
    isBulk = automerge == 0
    needsMerging = isBulk
  }

  private func pageCounts() throws(SQLiteError) -> (free: Int64, all: Int64) {
    let free = try database.first("PRAGMA freelist_count") { $0.integer(at: 0) }
    let all = try database.first("PRAGMA page_count") { $0.integer(at: 0) }
    return (free ?? 0, all ?? 0)
  }
}
