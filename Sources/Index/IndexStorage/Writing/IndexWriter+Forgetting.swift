public import LinuxSystem
public import SittaSQLite

extension IndexWriter {
  /// Removes the documents at or below some paths, and erases every trace of them in the files of the index.
  ///
  /// After a plain removal, the words are still in FTS5's segments until these are merged, in the table of
  /// stems, and in pages of the log. So all segments are merged into one, unused words are removed, and the
  /// log is checkpointed and truncated. `secure_delete` overwrites free space in the file. Traces of earlier
  /// removals are erased, too. O(index).
  /// SQLite: <https://www.sqlite.org/fts5.html#the_optimize_command>,
  /// <https://www.sqlite.org/pragma.html#pragma_secure_delete> and
  /// <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>.
  ///
  /// - Parameter paths: the files or folders; an unknown one is no error.
  /// - Returns: how many documents were removed, and whether the log could be truncated: a long
  ///   query can prevent it.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func forget(_ paths: [FilePath]) throws(SQLiteError) -> (documents: Int, isErased: Bool) {
    let before = try documentCount()
    for path in paths { _ = try remove(path) }
    try begin()
    try database.run("INSERT INTO search(search) VALUES('optimize')")
    try stems.removeUnused()
    try commit()
    merging = MergeSchedule(isBulk: merging.isBulk)
    let isBusy = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(at: 0) != 0 }
    return (before - (try documentCount()), isBusy == false)
  }

  /// The number of documents at a path, or below a folder.
  public func documentCount(at path: FilePath) throws(SQLiteError) -> Int {
    guard let condition = try FolderTree(in: database).documents(at: path) else { return 0 }
    return try database.prepare("SELECT count(*) FROM document WHERE \(condition.sql)")
      .first(condition.values) { Int($0.integer(at: 0)) } ?? 0
  }

  private func documentCount() throws(SQLiteError) -> Int {
    try database.first("SELECT count(*) FROM document") { Int($0.integer(at: 0)) } ?? 0
  }
}

extension StemTable {
  /// Removes the words that no document contains any more, in the open transaction.
  ///
  /// O(words of the index). Recorded words are written to the table first.
  fileprivate func removeUnused() throws(SQLiteError) {
    try write()
    try withVocabulary { () throws(SQLiteError) in
      try database.execute(
        "DELETE FROM stem WHERE term NOT IN (SELECT term FROM temp.vocabulary)")
    }
    // The word at which the current step has to continue may have been removed.
    try restartAdding()
    // A removed word has to be written again when it occurs in a new document.
    clear()
  }
}
