import SQLite

extension IndexReader {
  /// Reads a little of everything that answers need.
  ///
  /// - Throws: what keeps the index from being read.
  func probe() throws(SQLiteError) {
    _ = try statistics()
    let expression = SQLiteValue.text("\"a\" OR \"the\"")
    try database.statement("SELECT rowid FROM search WHERE search MATCH ?1 LIMIT 1")
      .run([expression])
  }
}
