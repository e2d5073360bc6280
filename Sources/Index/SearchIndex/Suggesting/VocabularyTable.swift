import SittaSQLite

/// The table `temp.vocabulary`: all words of the index, in the order of their bytes.
///
/// SQLite: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
struct VocabularyTable {
  /// The limits of a search for words with a prefix.
  private static let scanLimit = (time: Duration.milliseconds(2), words: 500)

  private let database: Database

  init(in database: Database) {
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
  func createForReading() throws(SQLiteError) {
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

  /// The first words after a word, at most `limit`.
  func words(after word: [UInt8], limit: Int) throws(SQLiteError) -> [WordList.Entry] {
    var found: [WordList.Entry] = []
    try database.forEachRow(
      "SELECT term, doc FROM temp.vocabulary WHERE term > ?1 LIMIT ?2", .utf8(word),
      .integer(Int64(limit))
    ) { found.append(WordList.Entry($0)) }
    return found
  }

  /// Words with a prefix: the first ones that are found in a moment.
  func words(withPrefix prefix: [UInt8]) throws(SQLiteError) -> [WordList.Entry] {
    var found: [WordList.Entry] = []
    database.setDeadline(.now + Self.scanLimit.time)
    defer { database.setDeadline(nil) }
    do throws(SQLiteError) {
      try database.forEachRow(
        "SELECT term, doc FROM temp.vocabulary WHERE term > ?1 AND term < ?2 LIMIT ?3",
        .utf8(prefix), .utf8(prefix + Array("\u{10ffff}".utf8)),
        .integer(Int64(Self.scanLimit.words))
      ) { found.append(WordList.Entry($0)) }
    } catch {
      guard error.isInterruption else { throw error }
    }
    return found
  }
}

extension WordList.Entry {
  /// Reads `term` and `doc`.
  fileprivate init(_ row: borrowing Row) {
    self.init(word: row.bytes(at: 0), documents: Int(row.integer(at: 1)))
  }
}
