import CSQLite
import CSQLiteVFS

/// A connection to a SQLite database.
///
/// It belongs to one isolation domain (it is not `Sendable`), so SQLite's own mutexes are off. It
/// closes when it is freed. See <https://www.sqlite.org/c3ref/open.html>.
@safe
public final class Database {
  /// How a database is opened.
  public enum Access: Sendable {
    /// Read and write; the file is made where there is none.
    case readWrite
    /// Read only, with `query_only` on top; the file must be there.
    case readOnly
  }

  /// Who else may open the database at the same time.
  public enum Sharing: Sendable {
    /// Any process.
    case everybody
    /// Other connections of this process, which say the same; other processes get SQLITE_BUSY.
    ///
    /// A database in WAL mode has no `-shm` file then: the wal-index lies in this process's memory, as
    /// in SQLite's exclusive locking mode, but for several connections. Readers need no room on a disk.
    /// A log that was truncated, removed or replaced is told by ``SQLiteError/isLostLog``.
    /// SQLite: <https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory>.
    case thisProcess
  }

  let connection: Connection
  private var statements: [String: Statement] = [:]

  /// Opens a database file with the safe settings: DEFENSIVE on, TRUSTED_SCHEMA off, cell sizes
  /// checked, extended result codes, no memory mapping.
  ///
  /// - Parameters:
  ///   - path: the file's path in bytes; `:memory:` for a database in memory.
  ///   - access: whether it may be written.
  ///   - sharing: who else may open it; all connections of this process have to say the same.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: SQLITE_CANTOPEN where the file cannot be opened. A damaged one is often found later.
  public init(
    path: [UInt8], access: Access = .readWrite, sharing: Sharing = .everybody,
    busyTimeout: Int32 = 5_000
  ) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let code = unsafe (path + [0]).withUnsafeBytes { bytes in
      let name = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      if sharing == .everybody { return unsafe sqlite3_open_v2(name, &opened, flags, nil) }
      let registration = csqlite_register_owned_vfs()
      if registration != SQLITE_OK { return registration }
      return unsafe sqlite3_open_v2(name, &opened, flags, csqlite_owned_vfs_name)
    }
    guard let pointer = unsafe opened, code == SQLITE_OK else {
      let message = unsafe opened.flatMap { unsafe sqlite3_errmsg($0) }
        .map { unsafe String(cString: $0) }
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: message ?? "out of memory")
    }
    unsafe connection = Connection(pointer)
    unsafe sqlite3_busy_timeout(handle, busyTimeout)
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    ] as [(Int32, Int32)] {
      unsafe csqlite_db_config_switch(handle, option, value, nil)
    }
    try execute("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0")
    if access == .readOnly { try execute("PRAGMA query_only=ON") }
  }

  /// The open `sqlite3 *`, for the targets that wrap more of SQLite; valid while the database lives.
  @unsafe
  package var handle: OpaquePointer { unsafe connection.handle }

  /// Where a callback written in Swift leaves the words for its failure.
  package var callbackFailure: CallbackFailure { connection.callbackFailure }

  /// The error that belongs to a result code which a call on ``handle`` has just given.
  package func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
    connection.error(code, sql: sql)
  }

  /// Runs one or more statements that take no values and whose rows nobody wants.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sql.withCString { unsafe sqlite3_exec(handle, $0, nil, nil, nil) }
    if code != SQLITE_OK { throw connection.error(code, sql: sql) }
    callbackFailure.forget()
  }

  /// Compiles a statement.
  ///
  /// - Parameter sql: exactly one statement.
  /// - Returns: the statement, ready to run.
  /// - Throws: SQLITE_ERROR where it is not understood, SQLITE_MISUSE where it is empty.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var pointer: OpaquePointer?
    let code = unsafe sql.withCString {
      unsafe sqlite3_prepare_v3(handle, $0, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
    guard let pointer = unsafe pointer else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the statement is empty", sql: sql)
    }
    return unsafe Statement(pointer, sql: sql, connection: connection)
  }

  /// A statement compiled at its first use and kept: 0.4 µs instead of 2.7 the next time.
  ///
  /// Inside a loop over its own rows it is refused with SQLITE_MISUSE.
  public func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Runs a kept statement to its end.
  public func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    try statement(sql).run(values)
  }

  /// The value in the first column of the first row, read by `read`; nil where there is no row.
  public func first<Value>(
    _ sql: String, _ values: SQLiteValue..., read: (borrowing Row) -> Value
  ) throws(SQLiteError) -> Value? {
    try statement(sql).first(values, read: read)
  }

  /// Calls `body` for each row of a kept statement.
  public func forEachRow(
    _ sql: String, _ values: SQLiteValue..., body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    try statement(sql).forEachRow(values, body: body)
  }

  /// The rowid of the last row that this connection inserted.
  public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// The number of rows that this connection has changed since it was opened.
  public var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Stops every statement that is still running at `deadline` with SQLITE_INTERRUPT.
  ///
  /// The clock is looked at every 1,000 operations of SQLite's virtual machine.
  /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
  public func setDeadline(_ deadline: ContinuousClock.Instant?) {
    connection.stopCondition.deadline = deadline
  }

  /// Stops every statement with SQLITE_INTERRUPT during which a condition is found to hold.
  ///
  /// It is asked every 1,000 operations of SQLite's virtual machine, on the statement's thread.
  /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
  public func setStopCondition(_ isTrue: (() -> Bool)?) {
    connection.stopCondition.isTrue = isTrue
  }

  /// Gives back memory that is not needed now, such as the page cache.
  public func releaseMemory() {
    unsafe sqlite3_db_release_memory(handle)
  }
}
