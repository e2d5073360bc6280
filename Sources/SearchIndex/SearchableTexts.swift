import SQLite

/// The texts of one document as FTS5 has them.
///
/// FTS5 keeps no text itself, so to remove a document it must be told the same texts again; bound
/// one by one, because `INSERT … SELECT` costs a flush of its hash.
/// See <https://www.sqlite.org/fts5.html#the_delete_command>.
struct SearchableTexts {
  let id: Int64
  var title: SQLiteValue
  var name: SQLiteValue
  var tags: SQLiteValue
  var body: SQLiteValue
}

extension SearchableTexts {
  /// Reads the texts that are stored; nil where there is no such document.
  init?(of id: Int64, in database: Database) throws(SQLiteError) {
    let texts = try database.first(
      "SELECT title, name, tags, body FROM searchable WHERE id = ?1", .integer(id)
    ) { row in
      (0..<4).map { row.isNull(at: $0) ? SQLiteValue.null : .utf8(row.bytes(at: $0)) }
    }
    guard let texts else { return nil }
    self.init(id: id, title: texts[0], name: texts[1], tags: texts[2], body: texts[3])
  }

  func insert(into database: Database) throws(SQLiteError) {
    try database.run(
      "INSERT INTO search(rowid, title, name, tags, body) VALUES(?1, ?2, ?3, ?4, ?5)",
      .integer(id), title, name, tags, body)
  }

  func remove(from database: Database) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO search(search, rowid, title, name, tags, body)
      VALUES('delete', ?1, ?2, ?3, ?4, ?5)
      """, .integer(id), title, name, tags, body)
  }
}
