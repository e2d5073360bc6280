import SittaSQLite

/// Empty databases in memory, for checking tokenizers, modules and patterns by SQLite itself.
enum Scratch {
  static func open() throws(FullTextError) -> Database {
    do {
      return try Database.inMemory()
    } catch {
      throw .database(error)
    }
  }

  /// Parses a pattern by a query of an empty table.
  static func check(
    _ rawPattern: String, table module: String, columns: [String]
  ) throws(FullTextError) {
    let db = try open()
    do throws(SQLiteError) {
      let columns = columns.map(quotedName).joined(separator: ", ")
      try db.execute("CREATE VIRTUAL TABLE scratch USING \(module)(\(columns))")
    } catch {
      throw .database(error)
    }
    do throws(SQLiteError) {
      try db.run("SELECT 1 FROM scratch WHERE scratch MATCH ?1", .text(rawPattern))
    } catch {
      throw .invalidPattern(rawPattern, reason: error.message, cause: error)
    }
  }
}

extension FullTextError {
  static func invalidPattern(
    _ rawPattern: String, reason: String, cause: SQLiteError? = nil
  ) -> FullTextError {
    FullTextError(
      .invalidPattern, "The pattern '\(rawPattern)' is refused: \(reason).", cause: cause)
  }
}
