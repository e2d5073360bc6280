package import LinuxSystem
package import SittaSQLite

/// A small database beside the index, whose loss does no harm: a damaged file is replaced by an empty one.
///
/// Deleted rows are overwritten, so that nothing of them remains in free pages. With a journal on the disk, a
/// death leaves no page that is half deleted. It belongs to one isolation domain.
package final class SideDatabase {
  private let file: FilePath
  private let schema: String
  private var opened: Database?

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - schema: the SQL that is run whenever the file is opened: `PRAGMA synchronous`, and the tables that may
  ///     be missing.
  package init(_ file: FilePath, schema: String) {
    (self.file, self.schema) = (file, schema)
  }

  /// Whether there is a file.
  package var exists: Bool { (try? FileStatus(of: file)) != nil }

  /// Runs `body` with the database; a missing file is created.
  ///
  /// - Parameter body: the work.
  /// - Returns: nil if the file was damaged, and was removed.
  /// - Throws: another error of SQLite, after which the file is opened again; also damage if the file cannot be
  ///   removed.
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
  ///
  /// - Throws: the error of the first file that cannot be removed.
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
