package import SittaSQLite

/// What an index needs that is filled for each search anew, with documents that another engine has found.
extension IndexWriter {
  /// Removes all documents and folders at once; stems stay.
  ///
  /// Readers have to be opened again, because the numbers of documents begin anew.
  ///
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  package func removeAll() throws(SQLiteError) {
    try begin()
    clearFolderIDs()
    // SQLite: <https://www.sqlite.org/fts5.html#the_delete_all_command>.
    try database.execute(
      """
      INSERT INTO search(search) VALUES('delete-all');
      DELETE FROM document; DELETE FROM body; DELETE FROM part; DELETE FROM scan; DELETE FROM gone;
      DELETE FROM directory WHERE id > 1
      """)
    try commit()
    restartLog()
  }

  /// Adds the stems of words that documents of the other engine have.
  ///
  /// - Parameter words: the words, as tokens of documents.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  package func addStems(of words: [[UInt8]]) throws(SQLiteError) {
    try begin()
    stems.isRecording = true
    defer { stems.isRecording = false }
    for word in words { stems.record(word.span) }
    try commit()
  }
}
