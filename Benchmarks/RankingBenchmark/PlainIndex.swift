import LinuxSystem
import SittaSQLite

/// The same documents in plain FTS5, ordered by bm25 as it is.
struct PlainIndex {
  private let database: Database

  /// Opens the database, and fills it if it does not have the same documents.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - documents: its documents.
  /// - Throws: the error of SQLite.
  init(at file: FilePath, of documents: IndexedDocuments) throws {
    database = try Database(path: file.bytes)
    let key = try documents.key
    try database.execute("CREATE TABLE IF NOT EXISTS source(key TEXT)")
    let stored = try database.first("SELECT key FROM source") { $0.text(at: 0) ?? "" }
    if stored == key { return }
    try database.execute(
      """
      DELETE FROM source;
      DROP TABLE IF EXISTS plain;
      DROP TABLE IF EXISTS document;
      CREATE TABLE document(id INTEGER PRIMARY KEY, path TEXT NOT NULL);
      CREATE VIRTUAL TABLE plain USING fts5(
        name, title, body, tokenize='porter unicode61 remove_diacritics 2');
      """)
    try database.begin()
    var number: Int64 = 0
    try documents.forEach { document in
      number += 1
      try database.statement("INSERT INTO document VALUES(?1, ?2)").run([
        .integer(number), .text(document.path),
      ])
      try database.statement(
        "INSERT INTO plain(rowid, name, title, body) VALUES(?1, ?2, ?3, ?4)"
      ).run([
        .integer(number), .text(document.name), document.title.map { .text($0) } ?? .null,
        .utf8(document.text),
      ])
    }
    try database.run("INSERT INTO source VALUES(?1)", .text(key))
    try database.commit()
  }

  /// The paths of the best documents for the words of a query, which other characters separate.
  func search(_ query: String, requiresAll: Bool, limit: Int) throws -> [String] {
    let words = query.split { !($0.isLetter || $0.isNumber) }.map { "\"\($0)\"" }
    var paths: [String] = []
    try database.statement(
      """
      SELECT path FROM plain JOIN document ON document.id = plain.rowid
      WHERE plain MATCH ?1 ORDER BY rank, document.id LIMIT ?2
      """
    ).forEachRow([
      .text(words.joined(separator: requiresAll ? " AND " : " OR ")), .integer(Int64(limit)),
    ]) { row in
      paths.append(row.text(at: 0) ?? "")
    }
    return paths
  }
}
