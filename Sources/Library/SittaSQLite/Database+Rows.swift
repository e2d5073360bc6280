extension Database {
  /// Whether a loop over rows goes on.
  public enum RowStep: Sendable {
    /// The next row is read.
    case next
    /// No more rows are read.
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
  ///   - arguments: the values of its parameters, in order; nil is NULL.
  /// - Throws: the error of SQLite.
  public func run(
    _ sql: String, arguments: [(any SQLiteConvertible)?]
  ) throws(SQLiteError) {
    try statement(sql).run(arguments.map { $0?.sqliteValue ?? .null })
  }

  /// The result of `read` for the first row; nil if there is no row.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - values: the values of its parameters, in order.
  ///   - read: reads the row.
  /// - Returns: the result of `read`.
  /// - Throws: the error of `read` or of SQLite.
  public func first<Value>(
    _ sql: String, _ values: SQLiteValue..., read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try statement(sql).first(values, read: read)
  }

  /// The result of `read` for the first row; nil if there is no row.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - arguments: the values of its parameters, in order; nil is NULL.
  ///   - read: reads the row.
  /// - Returns: the result of `read`.
  /// - Throws: the error of `read` or of SQLite.
  public func first<Value>(
    _ sql: String, arguments: [(any SQLiteConvertible)?], read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try statement(sql).first(arguments.map { $0?.sqliteValue ?? .null }, read: read)
  }

  /// The results of `read` for all rows, in their order.
  ///
  /// ```swift
  /// let titles = try database.all("SELECT title FROM book") { try $0.text(named: "title") }
  /// ```
  ///
  /// - Parameters:
  ///   - sql: exactly one statement, which is cached.
  ///   - arguments: the values of its parameters, in order; nil is NULL.
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

  /// Calls `body` for each row of a cached statement, until it throws.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement.
  ///   - values: the values of its parameters, in order.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func forEachRow(
    _ sql: String, _ values: SQLiteValue..., body: (borrowing Row) throws -> Void
  ) throws {
    try statement(sql).forEachRow(values, body: body)
  }

  /// Calls `body` for each row of a cached statement, until it throws or stops.
  ///
  /// The statement is free again afterwards, and holds no lock on the database.
  ///
  /// - Parameters:
  ///   - sql: exactly one statement.
  ///   - arguments: the values of its parameters, in order; nil is NULL.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func step(
    through sql: String, arguments: [(any SQLiteConvertible)?] = [],
    _ body: (borrowing Row) throws -> RowStep
  ) throws {
    try statement(sql).step(arguments.map { $0?.sqliteValue ?? .null }, body)
  }

  /// Inserts a row in a savepoint: if it fails, nothing of it stays, also in a transaction.
  ///
  /// A plain INSERT into a full-text table leaves the row and some tokens in the transaction if the
  /// tokenizer fails: for a statement that changes one row of a virtual table SQLite keeps no record with
  /// which it could undo a part of it.
  ///
  /// ```swift
  /// try database.insert(into: "book", ["title": "Moby-Dick", "year": 1851])
  /// ```
  ///
  /// - Parameters:
  ///   - table: the table or view.
  ///   - values: the values by the names of their columns; nil is NULL.
  /// - Returns: the rowid.
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

/// A name quoted for SQL, byte by byte: a quote with a combining accent is one `Character`.
private func quotedSQLName(_ name: String) -> String {
  let quote = UInt8(ascii: "\"")
  let doubled = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
  return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
}
