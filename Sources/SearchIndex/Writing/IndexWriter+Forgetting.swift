public import LinuxSystem
public import SQLite

extension IndexWriter {
  /// Removes the document at a path, or all below a folder, with every trace in the files.
  ///
  /// Removing alone leaves much behind. FTS5 keeps the words of a removed text in its segments until
  /// they are merged, words stay in the table of stems, and pages that were written stay in the log.
  /// So all segments are merged into one, words that nothing holds any more are removed, and the log
  /// is folded in and emptied; free space in the file has been overwritten by `secure_delete` all
  /// along. What was removed at another time goes with it. O(index).
  /// SQLite: <https://www.sqlite.org/fts5.html#the_optimize_command>,
  /// <https://www.sqlite.org/pragma.html#pragma_secure_delete> and
  /// <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>.
  ///
  /// - Parameter path: the file or folder; one that the index does not know is no error.
  /// - Returns: how many documents were removed, and whether the log could be emptied: a query that
  ///   takes long can be in its way.
  /// - Throws: what SQLite fails with; the transaction is then to be rolled back.
  public func forget(_ path: FilePath) throws(SQLiteError) -> (documents: Int, isErased: Bool) {
    let before = try documentCount()
    _ = try remove(path)
    try begin()
    try database.run("INSERT INTO search(search) VALUES('optimize')")
    try stems.removeUnused()
    try commit()
    (needsMerging, isMerging, removals) = (isBulk, false, 0)
    let isBusy = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(at: 0) != 0 }
    return (before - (try documentCount()), isBusy == false)
  }

  private func documentCount() throws(SQLiteError) -> Int {
    try database.first("SELECT count(*) FROM document") { Int($0.integer(at: 0)) } ?? 0
  }
}

extension StemTable {
  /// Removes the words that no document holds, as a part of the open transaction.
  ///
  /// O(words of the index). What is noted and not written yet is written first.
  fileprivate func removeUnused() throws(SQLiteError) {
    try write()
    try withVocabulary { () throws(SQLiteError) in
      try database.execute(
        "DELETE FROM stem WHERE term NOT IN (SELECT term FROM temp.vocabulary)")
    }
    // A word that was known before has to be written again when it comes again.
    forget()
  }
}
