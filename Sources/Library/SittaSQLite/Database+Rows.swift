extension Database {
  /// Whether a loop over rows continues.
  public enum RowStep: Sendable {
    /// The next row is read.
    case next
    /// The loop ends.
    case stop
  }

  /// Runs a cached statement to its end.
  ///
  /// ```swift
  /// try database.run("INSERT INTO book VALUES(?1, ?2)", arguments: [title, year])
  /// ```
  ///
  /// - Parameters:
  ///   - sql: exactly one statement.
  ///   - arguments: the values of the parameters, in order; nil is NULL.
  /// - Throws: the error of SQLite.
  public func run(
    _ sql: String, arguments: [(any SQLiteConvertible)?]
  ) throws(SQLiteError) {
    try statement(sql).run(arguments.map { $0?.sqliteValue ?? .null })
  }

  /// Returns the result of `read` for the first row; nil if there is no row.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - values: the values of the parameters, in order.
  ///   - read: reads the row.
  /// - Returns: the result of `read`.
  /// - Throws: the error of `read` or of SQLite.
  public func first<Value>(
    _ sql: String, _ values: SQLiteValue..., read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try statement(sql).first(values, read: read)
  }

  /// Returns the result of `read` for the first row; nil if there is no row.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - arguments: the values of the parameters, in order; nil is NULL.
  ///   - read: reads the row.
  /// - Returns: the result of `read`.
  /// - Throws: the error of `read` or of SQLite.
  public func first<Value>(
    _ sql: String, arguments: [(any SQLiteConvertible)?], read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try statement(sql).first(arguments.map { $0?.sqliteValue ?? .null }, read: read)
  }

  /// Returns the results of `read` for all rows, in order.
  ///
  /// ```swift
  /// let titles = try database.all("SELECT title FROM book") { try $0.text(named: "title") }
  /// ```
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - arguments: the values of the parameters, in order; nil is NULL.
  ///   - read: reads a row.
  /// - Returns: the results.
  /// - Throws: the error of `read` or of SQLite.
  public func all<Value>(
    _ sql: String, arguments: [(any SQLiteConvertible)?] = [],
    read: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try step(through: sql, arguments: arguments) { row in
      values.append(try read(row))
      return .next
    }
    return values
  }

  /// Calls `body` for each row of a cached statement, until it throws an error.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement.
  ///   - values: the values of the parameters, in order.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func forEachRow(
    _ sql: String, _ values: SQLiteValue..., body: (borrowing Row) throws -> Void
  ) throws {
    try statement(sql).forEachRow(values, body: body)
  }

  /// Calls `body` for each row of a cached statement, until it throws an error or returns ``RowStep/stop``.
  ///
  /// Afterwards the statement is reset, so it holds no lock on the database.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement.
  ///   - arguments: the values of the parameters, in order; nil is NULL.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func step(
    through sql: String, arguments: [(any SQLiteConvertible)?] = [],
    _ body: (borrowing Row) throws -> RowStep
  ) throws {
    try statement(sql).step(arguments.map { $0?.sqliteValue ?? .null }, body)
  }

  /// Inserts a row in a savepoint: if this fails, nothing of the row remains, even inside a transaction.
  ///
  /// If a tokenizer fails, a plain INSERT into a full-text table leaves the row and some tokens in the
  /// transaction: SQLite keeps no record for undoing a statement that changes one row of a virtual table.
  ///
  /// ```swift
  /// try database.insert(into: "book", ["title": "Moby-Dick", "year": 1851])
  /// ```
  ///
  /// - Parameters:
  ///   - table: the table or view.
  ///   - values: the values, by the names of their columns; nil is NULL.
  /// - Returns: the rowid of the new row.
  /// - Throws: the error of SQLite.
  @discardableResult
  public func insert(
    into table: String, _ values: KeyValuePairs<String, (any SQLiteConvertible)?>
  ) throws(SQLiteError) -> Int64 {
    let columns = values.map { quotedSQLName($0.key) }.joined(separator: ", ")
    let parameters = repeatElement("?", count: values.count).joined(separator: ", ")
    let row = values.isEmpty ? "DEFAULT VALUES" : "(\(columns)) VALUES(\(parameters))"
    let statement = try statement("INSERT INTO \(quotedSQLName(table)) \(row)")
    return try savepoint { () throws(SQLiteError) in
      try statement.run(values.map { $0.value?.sqliteValue ?? .null })
      return lastInsertedRowID
    }
  }
}

/// Returns a name quoted for SQL; it works on bytes, because a quote with an accent is one `Character`.
private func quotedSQLName(_ name: String) -> String {
  let quote = UInt8(ascii: "\"")
  let doubled = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
  return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
}
