public import SittaSQLite

extension FTS5PhraseCounts {
  /// Returns the number of rows that match an expression, from the cache or by counting.
  ///
  /// Counting takes about a fifth of the time of ranking.
  ///
  /// - Parameters:
  ///   - expression: the expression, in FTS5's query language.
  ///   - table: the FTS5 table.
  ///   - rowCount: the number of rows in the table.
  ///   - db: the connection of the table.
  /// - Returns: the count.
  /// - Throws: the error of SQLite.
  public func count(
    matching expression: String, in table: String, of rowCount: Int64, _ db: Database
  ) throws(SQLiteError) -> Int {
    try count(of: expression, rowCount: rowCount) { () throws(SQLiteError) in
      let name = quotedName(table)
      return try db.statement("SELECT count(*) FROM \(name) WHERE \(name) MATCH ?1")
        .first([.text(expression)]) { Int($0.integer(at: 0)) } ?? 0
    }
  }

  /// Returns the number of rows that match an expression, from the cache or by counting.
  ///
  /// - Parameters:
  ///   - expression: the expression, in FTS5's query language.
  ///   - rowCount: the number of rows in the table.
  ///   - count: counts the rows.
  /// - Returns: the count.
  /// - Throws: the error of `count`.
  public func count(
    of expression: String, rowCount: Int64, by count: () throws(SQLiteError) -> Int
  ) throws(SQLiteError) -> Int {
    if let known = self.count(of: expression, rowCount: rowCount) { return known }
    let count = try count()
    record(count, of: expression, rowCount: rowCount)
    return count
  }
}
