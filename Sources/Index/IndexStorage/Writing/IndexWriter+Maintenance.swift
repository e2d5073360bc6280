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

  /// Performs one step of maintenance, of about 20 ms; a long text of an earlier version takes longer.
  ///
  /// It goes towards the languages that were chosen, merges segments after a bulk, after many removals, whose
  /// postings stay until then, and if there are many, stores long texts of earlier versions with their layouts, makes
  /// vectors of documents anew for another table, and gives free pages back to the file system. There must be no uncommitted changes.
  /// SQLite: <https://www.sqlite.org/fts5.html#the_merge_command> and
  /// <https://www.sqlite.org/pragma.html#pragma_incremental_vacuum>.
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
    if try takeLayoutStep() { return true }
    if try meaning.takeStep() { return true }
    if try takeMergeStep() { return true }
    let free = try pageCounts().free
    try database.execute("PRAGMA incremental_vacuum(2000)")
    return try pageCounts().free < free
  }

  /// Whether ``maintain()`` has anything to do; O(segments) after a commit, else O(1).
  public func needsMaintenance() throws(SQLiteError) -> Bool {
    if stems.needsSteps || layoutsDue != nil || meaning.due != nil { return true }
    try merging.plan(documents: approximateCount)
    if merging.isDue { return true }
    if try hasManySegments() { return true }
    let (free, all) = try pageCounts()
    return free > Self.freePagesKept && free > all / 8
  }

  // MARK: - Segments

  /// Each segment costs a search a look-up for each word, so no more are left while there is time.
  private static let mostSegments = 8
  /// The fewest segments of a level that FTS5 merges in one step, instead of its four.
  private static let mergedSegments: Int64 = 2

  /// Whether FTS5 has many segments; O(segments), and O(1) if there was no commit since the last count.
  private func hasManySegments() throws(SQLiteError) -> Bool {
    if countedSegments.commit != clock.sequence {
      let count = try database.first(
        """
        WITH RECURSIVE segment(id) AS (
          SELECT min(segid) FROM search_idx
          UNION ALL SELECT (SELECT min(segid) FROM search_idx WHERE segid > id) FROM segment
          WHERE id IS NOT NULL)
        SELECT count(id) FROM segment
        """
      ) { Int($0.integer(at: 0)) }
      countedSegments = (clock.sequence, count ?? 0)
    }
    return countedSegments.count > Self.mostSegments
  }

  /// Merges the segments of one level further; returns false if there are few.
  private func takeMergeStep() throws(SQLiteError) -> Bool {
    guard try hasManySegments() else { return false }
    let merged = try database.first("SELECT v FROM search_config WHERE k = 'usermerge'") {
      $0.integer(at: 0)
    }
    if merged != Self.mergedSegments {
      try database.run(
        "INSERT INTO search(search, rank) VALUES('usermerge', ?1)", .integer(Self.mergedSegments))
    }
    let start = database.totalChanges
    try database.run("INSERT INTO search(search, rank) VALUES('merge', 500)")
    if database.totalChanges - start < 2 {
      // No level has two segments, so there cannot be fewer.
      countedSegments.count = 0
    } else {
      countedSegments.commit = -1
    }
    return true
  }

  // MARK: - Pages

  /// The number of free pages that are not returned to the file system.
  private static let freePagesKept: Int64 = 256

  private func pageCounts() throws(SQLiteError) -> (free: Int64, all: Int64) {
    let free = try database.first("PRAGMA freelist_count") { $0.integer(at: 0) }
    let all = try database.first("PRAGMA page_count") { $0.integer(at: 0) }
    return (free ?? 0, all ?? 0)
  }
}
