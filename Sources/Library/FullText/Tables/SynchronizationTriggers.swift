import SittaSQLite

/// Triggers that update a full-text table when the table that contains the text changes.
///
/// See <https://www.sqlite.org/fts5.html#external_content_tables> and
/// <https://www.sqlite.org/fts3.html#_external_content_fts4_tables_>.
enum SynchronizationTriggers {
  static func fts5(table: String, content: String, rowID: String, columns: [String]) -> [String] {
    let names = columns.map(quotedName)
    let list = names.joined(separator: ", ")
    let values = { (row: String) in
      ([quotedName(rowID)] + names).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let quoted = quotedName(table)
    let insert = "INSERT INTO \(quoted)(rowid, \(list)) VALUES (\(values("new")));"
    let delete =
      "INSERT INTO \(quoted)(\(quoted), rowid, \(list)) VALUES ('delete', \(values("old")));"
    return triggers(
      fts5Names(table: table), content: content,
      [("AFTER INSERT", insert), ("AFTER DELETE", delete), ("AFTER UPDATE", delete + " " + insert)])
  }

  static func fts5Names(table: String) -> [String] {
    ["ai", "ad", "au"].map { "__\(table)_\($0)" }
  }

  static func fts4(table: String, content: String, rowID: String, columns: [String]) -> [String] {
    let names = columns.map(quotedName)
    let values = ([quotedName(rowID)] + names).map { "new.\($0)" }.joined(separator: ", ")
    let insert =
      "INSERT INTO \(quotedName(table))(docid, \(names.joined(separator: ", "))) VALUES (\(values));"
    let delete = "DELETE FROM \(quotedName(table)) WHERE docid = old.\(quotedName(rowID));"
    return triggers(
      fts4Names(table: table), content: content,
      [
        ("BEFORE UPDATE", delete), ("BEFORE DELETE", delete), ("AFTER UPDATE", insert),
        ("AFTER INSERT", insert),
      ])
  }

  static func fts4Names(table: String) -> [String] {
    ["bu", "bd", "au", "ai"].map { "__\(table)_\($0)" }
  }

  private static func triggers(
    _ names: [String], content: String, _ bodies: [(event: String, statements: String)]
  ) -> [String] {
    zip(names, bodies).map { name, body in
      "CREATE TRIGGER \(quotedName(name)) \(body.event) ON \(quotedName(content)) "
        + "BEGIN \(body.statements) END"
    }
  }
}

extension Database {
  /// Makes the triggers, and indexes the existing rows of the table that contains the text.
  func synchronize(
    _ triggers: [String], table: String, module: FullTextModule
  ) throws(FullTextError) {
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
