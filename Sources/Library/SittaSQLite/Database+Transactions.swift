extension Database {
  /// When a transaction takes its lock; see
  /// <https://www.sqlite.org/lang_transaction.html>.
  public enum TransactionKind: String, Sendable {
    /// With the first statement that reads or writes.
    case deferred = "DEFERRED"
    /// At once, so that no statement in it fails because another connection writes.
    case immediate = "IMMEDIATE"
    /// At once; other connections cannot read either, except in WAL mode.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs `body` in a transaction: commits after it returns, rolls back if it or the commit throws.
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
  ///   - body: the work; it must leave the transaction open.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or of SQLite: for a transaction in another one (use
  ///   ``savepoint(_:)``), a lock, or the commit.
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
  /// If `body` throws, only its own changes are rolled back.
  /// See <https://www.sqlite.org/lang_savepoint.html>.
  ///
  /// - Parameter body: the work; it must leave the transaction open.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body` or of SQLite.
  @discardableResult
  public func savepoint<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // Of several savepoints with one name, SQLite uses the innermost.
    try execute("SAVEPOINT body")
    do throws(SQLiteError) {
      let value = try body()
      try execute("RELEASE body")
      return value
    } catch {
      // Some errors have ended the whole transaction already, and the savepoint with it.
      if isInTransaction { try? execute("ROLLBACK TO body; RELEASE body") }
      throw error
    }
  }

  /// Runs `body`, which may throw any error, in a transaction: commits after it returns, or rolls back.
  ///
  /// ```swift
  /// try database.transaction {
  ///   try importBooks(from: folder, into: database)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: when the lock is taken.
  ///   - body: the work; it must leave the transaction open.
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
  /// - Parameter body: the work; it must leave the transaction open.
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

  /// Begins a transaction that several calls use; prefer ``transaction(_:_:)``.
  public func begin(_ kind: TransactionKind = .immediate) throws(SQLiteError) {
    try execute("BEGIN \(kind.rawValue)")
  }

  /// Commits the open transaction; after an error it may still be open.
  public func commit() throws(SQLiteError) {
    try execute("COMMIT")
  }

  /// Rolls back the open transaction, if there is one.
  ///
  /// SQLite may have rolled it back already, for example because the disk is full.
  public func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
