import SittaSQLite

/// Triggers that update a full-text table when the table that contains the text changes.
///
/// See <https://www.sqlite.org/fts5.html#external_content_tables> and
/// <https://www.sqlite.org/fts3.html#_external_content_fts4_tables_>.
enum SynchronizationTriggers {
  static func fts5Names(table: String) -> [String] {
    ["ai", "ad", "au"].map { "__\(table)_\($0)" }
  }

  static func fts4Names(table: String) -> [String] {
    ["bu", "bd", "au", "ai"].map { "__\(table)_\($0)" }
  }

  /// Returns the statements that make the triggers of an FTS5 table, or else of an FTS4 table.
  fileprivate static func statements(
    isFTS5: Bool, table: String, content: String, rowID: String, columns: [String]
  ) -> [String] {
    let (quoted, names) = (quotedName(table), columns.map(quotedName))
    let list = names.joined(separator: ", ")
    let values = { (row: String) in
      ([quotedName(rowID)] + names).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let key = isFTS5 ? "rowid" : "docid"
    let insert = "INSERT INTO \(quoted)(\(key), \(list)) VALUES (\(values("new")));"
    let delete =
      isFTS5
      ? "INSERT INTO \(quoted)(\(quoted), rowid, \(list)) VALUES ('delete', \(values("old")));"
      : "DELETE FROM \(quoted) WHERE docid = old.\(quotedName(rowID));"
    let bodies =
      isFTS5
      ? [("AFTER INSERT", insert), ("AFTER DELETE", delete), ("AFTER UPDATE", delete + insert)]
      : [
        ("BEFORE UPDATE", delete), ("BEFORE DELETE", delete), ("AFTER UPDATE", insert),
        ("AFTER INSERT", insert),
      ]
    return zip(isFTS5 ? fts5Names(table: table) : fts4Names(table: table), bodies).map {
      "CREATE TRIGGER \(quotedName($0)) \($1.0) ON \(quotedName(content)) BEGIN \($1.1) END"
    }
  }
}

extension Database {
  /// Makes the triggers, and indexes the existing rows of the table `content`, which contains the text.
  func synchronize(
    _ table: String, using module: FullTextModule, with content: String, columns: [String]
  ) throws(FullTextError) {
    let triggers = SynchronizationTriggers.statements(
      isFTS5: module == .fts5, table: table, content: content,
      rowID: try rowIDName(ofTable: content), columns: columns)
    guard trustsSchema || !FullTextModule.distrustedInTriggers.contains(module) else {
      throw .untrustedSchema
    }
    do throws(SQLiteError) {
      for trigger in triggers { try execute(trigger) }
      try execute("INSERT INTO \(quotedName(table))(\(quotedName(table))) VALUES ('rebuild')")
    } catch {
      throw .database(error)
    }
  }

  private var trustsSchema: Bool {
    (try? first("PRAGMA trusted_schema") { $0.integer(at: 0) }) == 1
  }

  func dropTriggers(_ names: [String]) throws(FullTextError) {
    do throws(SQLiteError) {
      for name in names { try execute("DROP TRIGGER IF EXISTS \(quotedName(name))") }
    } catch {
      throw .database(error)
    }
  }
}

extension FullTextModule {
  /// The modules that triggers can use only if the schema is trusted.
  ///
  /// This depends on SQLite's version (in 3.40, all modules), so each module is tested once.
  package static let distrustedInTriggers: Set<FullTextModule> = Set(
    allCases.filter { module in
      do {
        let db = try Scratch.open()
        try db.execute("CREATE TABLE a(b); CREATE VIRTUAL TABLE c USING \(module.rawValue)(d)")
        try db.execute("CREATE TRIGGER e AFTER INSERT ON a BEGIN INSERT INTO c(d) VALUES('f'); END")
        try db.execute("INSERT INTO a VALUES(1)")
        return false
      } catch {
        return true
      }
    })
}

extension FullTextError {
  static let untrustedSchema = FullTextError(
    .untrustedSchema,
    "Triggers of this connection cannot write to full-text tables. If only trusted programs can "
      + "change the schema, call trustSchema() (PRAGMA trusted_schema=ON) on every connection that "
      + "changes the text.")
}
