import SittaSQLite

/// Records for the readers of the feed; they are written in the transaction of the change itself.
///
/// Triggers would do the same, but with them SQLite opens a savepoint for each statement, at which FTS5
/// flushes its hash table.
extension IndexWriter {
  /// Records that a document was removed.
  func recordRemoval(of document: DocumentID) throws(SQLiteError) {
    try recordRemoval(kind: 0, document.rawValue)
  }

  /// Removes a folder, and records the removal.
  func remove(folder: FolderID) throws(SQLiteError) {
    try database.run("DELETE FROM directory WHERE id = ?1", .folder(folder))
    try recordRemoval(kind: 1, folder.rawValue)
    changes.goneFolders.insert(folder)
    changes.hasOthers = true
  }

  private func recordRemoval(kind: Int64, _ id: Int64) throws(SQLiteError) {
    // OR IGNORE, because the same number can be removed twice in a transaction.
    try database.run(
      "INSERT OR IGNORE INTO gone(sequence, kind, id) VALUES(?1, ?2, ?3)", .commit(nextSequence),
      .integer(kind), .integer(id))
  }

  /// Records that a folder has changed, so that readers of the feed get it again.
  func recordWrite(of folder: FolderID) throws(SQLiteError) {
    try database.run(
      "UPDATE directory SET written = ?2 WHERE id = ?1", .folder(folder), .commit(nextSequence))
  }

  /// Makes the start of this writer survive a crash of the machine; see ``FeedHistory``.
  ///
  /// SQLite: <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>.
  func makeStartDurable() throws(SQLiteError) {
    do throws(SQLiteError) {
      try database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    } catch {
      // On a full disk the index can still be read, and no commit that a reader sees can succeed.
      guard error.isDiskFull else { throw error }
    }
  }
}
