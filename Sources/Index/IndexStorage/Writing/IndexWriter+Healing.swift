public import LinuxSystem
public import SittaSQLite

/// Repairs of parts of an index, from the smallest part to the largest.
extension IndexWriter {
  /// The path of a document's file, and what the index knows of the file; nil if there is no such document.
  public func file(
    ofDocument id: DocumentID
  ) throws(SQLiteError) -> (path: FilePath, stored: StoredFile)? {
    let found = try database.first(
      "SELECT directory, name FROM document WHERE id = ?1", .document(id)
    ) { ($0.folder(at: 0), $0.bytes(at: 1)) }
    guard let (folder, name) = found,
      let stored = try StoredFile(named: name, in: folder, of: database)
    else { return nil }
    var folders = FolderTree(in: database)
    return (try folders.path(of: folder).appending(name), stored)
  }

  /// Replaces the stored text of a document, which cannot be read any more, and changes nothing else.
  ///
  /// - Parameters:
  ///   - id: the document, whose file must not have changed.
  ///   - text: the text that was read from the file.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func mend(_ id: DocumentID, with text: [UInt8]) throws(SQLiteError) {
    try begin()
    if text.isEmpty {
      try database.run("DELETE FROM body WHERE id = ?1", .document(id))
      try meaning.remove(id)
    } else {
      try database.run(
        "UPDATE body SET text = ?2 WHERE id = ?1", .document(id), .blob(stored(text)))
    }
    try database.run(
      "UPDATE document SET digest = ?2, sequence = ?3 WHERE id = ?1 AND digest IS NOT ?2",
      .document(id), .digest(text), .commit(nextSequence))
    changes.hasOthers = true
  }

  /// Removes a document whose text is lost.
  ///
  /// FTS5 cannot remove the postings without the text, so they stay until ``rewritePostings()``.
  public func discard(_ id: DocumentID) throws(SQLiteError) {
    try begin()
    changes.texts.insert(id)
    try database.run("DELETE FROM body WHERE id = ?1", .document(id))
    try meaning.remove(id)
    try database.run("DELETE FROM scan WHERE id = ?1", .document(id))
    try database.run("DELETE FROM part WHERE id = ?1", .document(id))
    try database.run("DELETE FROM document WHERE id = ?1", .document(id))
    try recordRemoval(of: id)
  }

  /// Computes the postings again from the stored texts; O(index).
  ///
  /// SQLite: <https://www.sqlite.org/fts5.html#the_rebuild_command>.
  public func rewritePostings() throws(SQLiteError) {
    try begin()
    try database.run("INSERT INTO search(search) VALUES('rebuild')")
    try commit()
  }

  /// Whether the index has all its tables.
  public func isComplete() throws(SQLiteError) -> Bool {
    try Schema.isComplete(in: database)
  }

  /// Makes this connection stop a check on another connection that blocks it.
  public func stopsWhenBusy(_ check: Interruption) {
    database.raiseWhenBusy(check)
  }
}
