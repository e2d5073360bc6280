import CSittaSQLite

extension SQLiteValue {
  /// Makes this value the result of the running SQL function.
  @unsafe
  package func give(to context: OpaquePointer) {
    switch self {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let integer): unsafe sqlite3_result_int64(context, integer)
    case .real(let number): unsafe sqlite3_result_double(context, number)
    case .text(var text):
      text.withUTF8 {
        unsafe csqlite_result_text_copy(context, $0.baseAddress, UInt64($0.count))
      }
    case .utf8(let bytes):
      unsafe bytes.withUnsafeBytes {
        unsafe csqlite_result_text_copy(context, $0.baseAddress, UInt64($0.count))
      }
    case .blob(let bytes):
      unsafe bytes.withUnsafeBytes {
        unsafe csqlite_result_blob_copy(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}

extension SQLiteError {
  /// Makes this error the result of the running SQL function.
  @unsafe
  package func give(to context: OpaquePointer) {
    unsafe sqlite3_result_error(context, message, -1)
    unsafe sqlite3_result_error_code(context, code)
  }
}
