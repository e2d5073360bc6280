import CSittaSQLite

/// A row of a running statement; columns are numbered from 0.
///
/// It is valid only during the call that gets it. See <https://www.sqlite.org/c3ref/column_blob.html>.
@safe
public struct Row: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// The number of columns.
  public var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// The name of a column, or the name after AS if there is one; empty if there is no such column.
  public func name(ofColumn column: Int32) -> String {
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// The value with its SQL type, so that it can be bound or returned unchanged.
  ///
  /// Text is `.text`, or `.utf8` if it is not valid UTF-8.
  public func value(at column: Int32) -> SQLiteValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(real(at: column))
    case SQLITE_TEXT: SQLiteValue(validating: bytes(at: column))
    case SQLITE_BLOB: .blob(bytes(at: column))
    default: .null
    }
  }

  /// Whether the value is NULL.
  public func isNull(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The value as an integer, converted as SQLite does; 0 for NULL.
  public func integer(at column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// The value as a number, converted as SQLite does; 0 for NULL.
  public func real(at column: Int32) -> Double {
    unsafe sqlite3_column_double(handle, column)
  }

  /// The value as text, including any NUL; nil for NULL.
  public func text(at column: Int32) -> String? {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Whether the value is a BLOB.
  public func isBlob(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB
  }

  /// Calls `body` with the value's bytes, without a copy; empty for NULL.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - body: the bytes are valid only during the call.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  public func withBytes<Result, Failure: Error>(
    at column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let blob = unsafe sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
    let count = unsafe blob == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return unsafe try body(UnsafeBufferPointer(start: blob, count: count).span)
  }

  /// The value as bytes, of text or of a BLOB; empty for NULL.
  public func bytes(at column: Int32) -> [UInt8] {
    guard let blob = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: blob, count: count))
  }
}
