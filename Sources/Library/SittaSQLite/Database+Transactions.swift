extension Database {
  /// When a transaction takes its lock on the database; see <https://www.sqlite.org/lang_transaction.html>.
  public enum TransactionKind: String, Sendable {
    /// With the first statement that reads or writes.
    case deferred = "DEFERRED"
    /// At once, so that no later statement fails because another connection writes.
    case immediate = "IMMEDIATE"
    /// At once; other connections cannot even read, except in WAL mode.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs `body` in a transaction: commits if it returns; rolls back if it or the commit throws an error.
  ///
  /// ```swift
  /// try database.transaction { () throws(SQLiteError) in
  ///   try database.run("INSERT INTO book VALUES(?1)", "Moby-Dick")
  ///   try database.run("UPDATE shelf SET books = books + 1")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: when the lock is taken.
  ///   - body: the work; it must not end the transaction.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or of SQLite: for a transaction inside another one (use
  ///   ``savepoint(_:)``), for a lock, or for the commit.
  @discardableResult
  public func transaction<Value>(
    _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try begin(kind)
    do throws(SQLiteError) {
      let value = try body()
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` in a savepoint: a transaction that can be nested.
  ///
  /// If `body` throws an error, only its own changes are rolled back.
  /// See <https://www.sqlite.org/lang_savepoint.html>.
  ///
  /// - Parameter body: the work; it must not end the transaction.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body` or of SQLite.
  @discardableResult
  public func savepoint<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // If savepoints have the same name, SQLite uses the innermost.
    try execute("SAVEPOINT body")
    do throws(SQLiteError) {
      let value = try body()
      try execute("RELEASE body")
      return value
    } catch {
      // Some errors have already ended the whole transaction, together with the savepoint.
      if isInTransaction { try? execute("ROLLBACK TO body; RELEASE body") }
      throw error
    }
  }

  /// Runs `body`, which may throw any error, in a transaction: commits if it returns, else rolls back.
  ///
  /// ```swift
  /// try database.transaction {
  ///   try importBooks(from: folder, into: database)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: when the lock is taken.
  ///   - body: the work; it must not end the transaction.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or of SQLite.
  @discardableResult
  public func transaction<Value>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Value
  ) throws -> Value {
    try begin(kind)
    do {
      let value = try body()
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body`, which may throw any error, in a savepoint: a transaction that can be nested.
  ///
  /// - Parameter body: the work; it must not end the transaction.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body` or of SQLite.
  @discardableResult
  public func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("SAVEPOINT body")
    do {
      let value = try body()
      try execute("RELEASE body")
      return value
    } catch {
      if isInTransaction { try? execute("ROLLBACK TO body; RELEASE body") }
      throw error
    }
  }

  /// Begins a transaction that several later calls use; where possible, use ``transaction(_:_:)``.
  public func begin(_ kind: TransactionKind = .immediate) throws(SQLiteError) {
    try execute("BEGIN \(kind.rawValue)")
  }

  /// Commits the open transaction; after an error it may still be open.
  public func commit() throws(SQLiteError) {
    try execute("COMMIT")
  }

  /// Rolls back the open transaction, if there is one.
  ///
  /// SQLite may have rolled it back itself, for example because the disk was full.
  public func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
