import CSittaSQLite

extension Database {
  /// Opens a database file; see ``init(path:access:sharing:busyTimeout:)``.
  ///
  /// - Parameters:
  ///   - path: the path of the file; it is used as UTF-8.
  ///   - access: whether it can be written.
  ///   - sharing: who else may open it; all connections of this process must use the same value.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: SQLITE_CANTOPEN if the file cannot be opened, or its path contains a NUL.
  public convenience init(
    path: String, access: Access = .readWrite, sharing: Sharing = .everybody,
    busyTimeout: Int32 = 5_000
  ) throws(SQLiteError) {
    try self.init(
      path: Array(path.utf8), access: access, sharing: sharing, busyTimeout: busyTimeout)
  }

  /// Opens a new database in memory, which is gone when the connection is freed.
  public static func inMemory() throws(SQLiteError) -> Database {
    try Database(path: ":memory:")
  }

  /// Lets triggers and views of the schema use virtual tables and functions that can do harm.
  ///
  /// With SQLite before 3.44 a trigger can write to a full-text table only after this call, on each
  /// connection that changes the text. The schema is a part of the file: call it only if every
  /// writer of the file is trusted. It is `PRAGMA trusted_schema=ON`.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
  public func trustSchema() throws(SQLiteError) {
    try execute("PRAGMA trusted_schema=ON")
  }

  /// Calls `body` with the `sqlite3 *`, for functions of C that this library does not have.
  ///
  /// It registers an extension in C, for example. The pointer is valid only during the call. The
  /// connection is not to be closed, and its progress handler and busy handler belong to this library.
  @unsafe
  public func withUnsafeHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(handle)
  }
}
