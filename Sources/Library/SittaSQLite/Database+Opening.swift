import CSittaSQLite

extension Database {
  /// Opens a database file; see ``init(path:access:sharing:busyTimeout:)``.
  ///
  /// - Parameters:
  ///   - path: the path of the file; it is used as UTF-8.
  ///   - access: whether the connection may write.
  ///   - sharing: which others may open it; all connections of this process must use the same value.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: SQLITE_CANTOPEN if the file cannot be opened, or its path contains a NUL.
  public convenience init(
    path: String, access: Access = .readWrite, sharing: Sharing = .everybody,
    busyTimeout: Int32 = 5_000
  ) throws(SQLiteError) {
    try self.init(
      path: Array(path.utf8), access: access, sharing: sharing, busyTimeout: busyTimeout)
  }

  /// Opens a new database in memory; it is lost when the connection is freed.
  public static func inMemory() throws(SQLiteError) -> Database {
    try Database(path: ":memory:")
  }

  /// Allows triggers and views of the schema to use virtual tables and functions that can do harm.
  ///
  /// Before SQLite 3.44, a trigger can write to a full-text table only after this call, on each connection
  /// that changes the text. The schema is a part of the file, so call it only if every program that writes
  /// the file is trusted. It runs `PRAGMA trusted_schema=ON`.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
  public func trustSchema() throws(SQLiteError) {
    try execute("PRAGMA trusted_schema=ON")
  }

  /// Calls `body` with the `sqlite3 *`, for C functions that this library does not wrap.
  ///
  /// One use is to register an extension in C. The pointer is valid only during the call. `body` must not
  /// close the connection, nor replace its progress handler and busy handler, which this library uses.
  @unsafe
  public func withUnsafeHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(handle)
  }
}
