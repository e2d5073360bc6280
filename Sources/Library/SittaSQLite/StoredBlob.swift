import CSittaSQLite

/// A stored BLOB that is read in pieces, in the transaction of its connection.
///
/// It must end before the row is written. See <https://www.sqlite.org/c3ref/blob_open.html>.
@safe
public struct StoredBlob: ~Copyable {
  /// The number of bytes.
  public let count: Int
  private let handle: OpaquePointer
  private let connection: Connection

  fileprivate init(_ handle: OpaquePointer, connection: Connection) {
    unsafe self.handle = handle
    self.connection = connection
    count = unsafe Int(sqlite3_blob_bytes(handle))
  }

  deinit {
    unsafe sqlite3_blob_close(handle)
  }

  /// Copies some bytes.
  ///
  /// O(bytes), and O(range.upperBound / page size) for a BLOB of several pages.
  ///
  /// - Parameter range: the offsets, within the BLOB.
  /// - Returns: the bytes.
  /// - Throws: the error of SQLite; corruption if the range reaches beyond the BLOB.
  public func bytes(in range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw .corruption("a stored value is too short")
    }
    var code = SQLITE_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { bytes, count in
      code = unsafe sqlite3_blob_read(
        handle, bytes.baseAddress, Int32(range.count), Int32(range.lowerBound))
      count = code == SQLITE_OK ? range.count : 0
    }
    guard code == SQLITE_OK else { throw connection.error(code, sql: nil) }
    return bytes
  }
}

extension Database {
  /// Opens a BLOB of a table with row ids.
  ///
  /// - Parameters:
  ///   - column: the name of its column.
  ///   - table: the name of the table.
  ///   - row: the row id.
  /// - Returns: the BLOB.
  /// - Throws: the error of SQLite; SQLITE_ERROR if there is no such row, or if its value is neither a BLOB nor
  ///   a text.
  public func blob(
    _ column: String, of table: String, row: Int64
  ) throws(SQLiteError) -> StoredBlob {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_blob_open(connection.handle, "main", table, column, row, 0, &handle)
    guard code == SQLITE_OK, let blob = unsafe handle else {
      throw connection.error(code, sql: nil)
    }
    return unsafe StoredBlob(blob, connection: connection)
  }
}
