package import LinuxSystem
package import SittaSQLite

/// A small database beside the index whose contents may be lost: a damaged file is replaced by an empty one.
///
/// SQLite overwrites deleted rows, so that no text remains in free pages. Its journal is a file, so a crash
/// cannot leave a page half overwritten. Only one isolation domain may use it.
package final class SideDatabase {
  private let file: FilePath
  private let schema: String
  private var opened: Database?

  /// Remembers the path and the schema; opens nothing yet.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - schema: the SQL that is run whenever the file is opened: `PRAGMA synchronous`, and `CREATE TABLE IF
  ///     NOT EXISTS` for the tables.
  package init(_ file: FilePath, schema: String) {
    (self.file, self.schema) = (file, schema)
  }

  /// Whether the file exists.
  package var exists: Bool { (try? FileStatus(of: file)) != nil }

  /// Runs `body` with the database; creates the file if it is missing.
  ///
  /// - Parameter body: the work.
  /// - Returns: the result of `body`; nil if the file was damaged and has been removed.
  /// - Throws: any other error; also the damage if the file cannot be removed. After any error the next use
  ///   opens the file anew.
  package func use<Value>(
    _ body: (Database) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    do throws(SQLiteError) {
      return try body(database())
    } catch {
      opened = nil
      guard error.isCorruption, (try? removeFiles()) != nil else { throw error }
      return nil
    }
  }

  /// Runs `body` like ``use(_:)``; nil after any error.
  package func attempt<Value>(_ body: (Database) throws(SQLiteError) -> Value?) -> Value? {
    (try? use(body)) ?? nil
  }

  /// Removes the file, and the files that SQLite keeps beside it.
  package func removeFiles() throws(SystemError) {
    opened = nil
    let journal = file.parent.appending(file.name + Array("-journal".utf8))
    for path in [file, journal] + file.databaseCompanions { try path.removeFile() }
  }

  private func database() throws(SQLiteError) -> Database {
    if let opened { return opened }
    let database = try Database(path: file.bytes)
    try database.execute(
      "PRAGMA secure_delete=ON; PRAGMA journal_mode=DELETE; PRAGMA cache_size=-500; \(schema)")
    opened = database
    return database
  }
}
