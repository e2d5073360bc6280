import CSittaSQLite
import SittaSQLite

/// The C interface of FTS5 for one connection; see <https://www.sqlite.org/fts5.html#extending_fts5>.
@safe
struct FTS5API {
  let pointer: UnsafeMutablePointer<fts5_api>

  init(_ db: Database) throws(FullTextError) {
    var found: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    var code = unsafe sqlite3_prepare_v2(db.handle, "SELECT fts5(?1)", -1, &statement, nil)
    defer { unsafe sqlite3_finalize(statement) }
    if code == SQLITE_OK {
      code = unsafe withUnsafeMutablePointer(to: &found) { found in
        unsafe csqlite_bind_fts5_api(statement, 1, found)
        return unsafe sqlite3_step(statement)
      }
    }
    guard let pointer = unsafe found, code == SQLITE_ROW else {
      throw FullTextError(
        .missingModule,
        "This connection has no FTS5: use an SQLite library built with SQLITE_ENABLE_FTS5.",
        cause: code == SQLITE_ROW ? nil : db.error(code))
    }
    unsafe self.pointer = pointer
  }

  /// Finds the C functions of a tokenizer and the context for its constructor; nil if its name is unknown.
  func find(tokenizer name: String) -> (
    functions: fts5_tokenizer, context: UnsafeMutableRawPointer?
  )? {
    var functions = fts5_tokenizer()
    var context: UnsafeMutableRawPointer?
    let code = unsafe pointer.pointee.xFindTokenizer(pointer, name, &context, &functions)
    return code == SQLITE_OK ? unsafe (functions, context) : nil
  }
}
