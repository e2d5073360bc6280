import CSittaSQLite

/// A compiled SQL statement of one connection; see <https://www.sqlite.org/c3ref/stmt.html>.
@safe
public final class Statement {
  /// The SQL from which the statement was compiled.
  public let sql: String
  private let handle: OpaquePointer
  private let connection: Connection

  init(_ handle: OpaquePointer, sql: String, connection: Connection) {
    unsafe self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Runs the statement to its end; rows are ignored.
  ///
  /// - Parameter values: the values of the parameters, in order.
  /// - Throws: the error of SQLite.
  public func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
    try forEachRow(values) { _ in }
  }

  /// Reads the first row.
  ///
  /// - Parameters:
  ///   - values: the values of the parameters, in order.
  ///   - read: reads the row.
  /// - Returns: the result of `read`; nil if there is no row.
  /// - Throws: the error of SQLite.
  public func first<Value>(
    _ values: [SQLiteValue] = [], read: (borrowing Row) -> Value
  ) throws(SQLiteError) -> Value? {
    try bind(values)
    defer { reset() }
    return try step() ? unsafe read(Row(handle)) : nil
  }

  /// Calls `body` for each row.
  ///
  /// Using this statement inside `body` throws SQLITE_MISUSE.
  ///
  /// - Parameters:
  ///   - values: the values of the parameters, in order.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of SQLite.
  public func forEachRow(
    _ values: [SQLiteValue] = [], body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    try bind(values)
    defer { reset() }
    while try step() { unsafe body(Row(handle)) }
  }

  /// Reads the first row with a closure that may throw any error; nil if there is no row.
  ///
  /// - Parameters:
  ///   - values: the values of the parameters, in order.
  ///   - read: reads the row.
  /// - Returns: the result of `read`.
  /// - Throws: the error of `read` or of SQLite.
  public func first<Value>(
    _ values: [SQLiteValue] = [], read: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try bind(values)
    defer { reset() }
    return try step() ? unsafe try read(Row(handle)) : nil
  }

  /// Calls `body` for each row, until it throws an error.
  ///
  /// - Parameters:
  ///   - values: the values of the parameters, in order.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func forEachRow(
    _ values: [SQLiteValue] = [], body: (borrowing Row) throws -> Void
  ) throws {
    try bind(values)
    defer { reset() }
    while try step() { unsafe try body(Row(handle)) }
  }

  /// Calls `body` for each row, until it throws an error or returns ``RowStep/stop``.
  ///
  /// - Parameters:
  ///   - values: the values of the parameters, in order.
  ///   - body: called with each row, which is valid only during the call.
  /// - Throws: the error of `body` or of SQLite.
  public func step(
    _ values: [SQLiteValue] = [], _ body: (borrowing Row) throws -> Database.RowStep
  ) throws {
    try bind(values)
    defer { reset() }
    while try step() {
      if unsafe try body(Row(handle)) == .stop { return }
    }
  }

  /// Calls `body` with the `sqlite3_stmt *`, for C functions that this library does not wrap.
  ///
  /// The pointer is valid only during the call; `body` must reset the statement at its end.
  @unsafe
  public func withUnsafeHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(handle)
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    // Running the statement inside its own loop would reset the loop, which would never end.
    guard unsafe sqlite3_stmt_busy(handle) == 0 else {
      throw SQLiteError(
        code: SQLITE_MISUSE, message: "the statement is used in the loop over its rows", sql: sql)
    }
    let count = unsafe sqlite3_bind_parameter_count(handle)
    guard values.count == count else {
      // SQLite would use NULL for missing values.
      throw SQLiteError(
        code: SQLITE_MISUSE,
        message: "the statement has \(count) parameters, and \(values.count) values are given",
        sql: sql)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else {
        let error = connection.error(code, sql: sql)
        reset()
        throw error
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(handle, index)
    case .integer(let integer):
      return unsafe sqlite3_bind_int64(handle, index, integer)
    case .real(let number):
      return unsafe sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe csqlite_bind_text_copy(handle, index, bytes.baseAddress, UInt64(bytes.count))
      }
    case .utf8(let bytes):
      return unsafe bytes.withUnsafeBytes {
        unsafe csqlite_bind_text_copy(handle, index, $0.baseAddress, UInt64($0.count))
      }
    case .blob(let bytes):
      return unsafe bytes.withUnsafeBytes {
        unsafe csqlite_bind_blob_copy(handle, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  private func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      connection.callbackFailure.forget()
      return false
    default: throw connection.error(code, sql: sql)
    }
  }

  /// Resets the statement and drops its bound values, so that a cached statement holds no text and no lock.
  private func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }
}
