package import SittaSQLite

/// The table `temp.vocabulary`: all words of the index, in the order of their bytes.
///
/// SQLite: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
package struct VocabularyTable {
  package let database: Database

  package init(in database: Database) {
    self.database = database
  }

  /// Creates the table, which only this connection sees.
  func create() throws(SQLiteError) {
    try database.execute(
      "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, row)")
  }

  /// Creates the table on a connection that only reads, unless it exists.
  ///
  /// Not in a transaction, which would remove the table when it is rolled back.
  package func createForReading() throws(SQLiteError) {
    let isThere = try database.first(
      "SELECT 1 FROM temp.sqlite_schema WHERE name = 'vocabulary'"
    ) { _ in true }
    if isThere == true { return }
    try database.execute("PRAGMA query_only=OFF")
    defer { try? database.execute("PRAGMA query_only=ON") }
    try create()
  }

  /// Removes the table.
  func drop() throws(SQLiteError) {
    try database.execute("DROP TABLE temp.vocabulary")
  }
}
