public import SittaSQLite

/// Maintenance of the file: many documents are written without merging, and merged later in small steps.
extension IndexWriter {
  /// Prepares for many documents, or for few again.
  ///
  /// While there are many, FTS5 collects more in memory and merges nothing; ``maintain()`` merges later.
  /// SQLite: <https://www.sqlite.org/fts5.html#the_automerge_configuration_option>.
  public func setBulk(_ isBulk: Bool) throws(SQLiteError) {
    guard isBulk != merging.isBulk else { return }
    try database.run(
      "INSERT INTO search(search, rank) VALUES('automerge', ?1)", .integer(isBulk ? 0 : 4))
    try database.run(
      "INSERT INTO search(search, rank) VALUES('hashsize', ?1)",
      .integer(isBulk ? 4 << 20 : 1 << 20))
    merging.isBulk = isBulk
  }

  /// Performs one step of maintenance, of about 20 ms.
  ///
  /// It goes towards the languages that were chosen, merges segments after a bulk and after many
  /// removals, whose postings stay until then, and gives free pages back to the file system. There
  /// must be no uncommitted changes. SQLite: <https://www.sqlite.org/fts5.html#the_merge_command>
  /// and <https://www.sqlite.org/pragma.html#pragma_incremental_vacuum>.
  ///
  /// - Returns: whether there is more to do.
  /// - Throws: the error of SQLite.
  public func maintain() throws(SQLiteError) -> Bool {
    guard try needsMaintenance() else { return false }
    if try takeLanguageStep() { return true }
    if merging.isDue {
      let start = database.totalChanges
      try database.run(
        "INSERT INTO search(search, rank) VALUES('merge', ?1)", .integer(merging.beginStep()))
      if database.totalChanges - start < 2 { merging.finish() }
      return true
    }
    let free = try pageCounts().free
    try database.execute("PRAGMA incremental_vacuum(2000)")
    return try pageCounts().free < free
  }

  /// Whether ``maintain()`` has anything to do; O(1).
  public func needsMaintenance() throws(SQLiteError) -> Bool {
    if stems.needsSteps { return true }
    try merging.plan(documents: approximateCount)
    if merging.isDue { return true }
    let (free, all) = try pageCounts()
    return free > Self.freePagesKept && free > all / 8
  }

  /// The number of free pages that are not returned to the file system.
  private static let freePagesKept: Int64 = 256

  private func pageCounts() throws(SQLiteError) -> (free: Int64, all: Int64) {
    let free = try database.first("PRAGMA freelist_count") { $0.integer(at: 0) }
    let all = try database.first("PRAGMA page_count") { $0.integer(at: 0) }
    return (free ?? 0, all ?? 0)
  }
}
