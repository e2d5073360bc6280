import CSittaSQLite

/// An error of SQLite; see <https://www.sqlite.org/rescode.html>.
public struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code.
  public let code: Int32
  /// The message from SQLite.
  ///
  /// The message can quote an argument, so it must not be written to a log that others can read.
  public let message: String
  /// The SQL of the statement, without bound values; nil if there is none.
  public let sql: String?

  /// Makes an error, for example to throw it from an SQL function.
  public init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error for stored bytes that are not valid.
  public static func corruption(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message)
  }

  /// The error of work that was interrupted by other work.
  public static let interruption = SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted")

  /// The result code without its extension.
  public var primaryCode: Int32 { code & 0xff }

  /// Whether the file is damaged or not a database; FTS5 reports damage with SQLITE_CORRUPT_VTAB.
  ///
  /// A busy database, a full disk and a failed read are not corruption.
  public var isCorruption: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether a virtual table reports that its content is damaged, although the file is sound.
  public var isVirtualTableCorruption: Bool { code == SQLITE_CORRUPT | (1 << 8) }

  /// Whether the log of the database was truncated or replaced.
  ///
  /// Committed changes may be lost, and all connections must be closed before the database can be used again.
  /// Only a log causes this error: SQLite reads missing pages of a database file as zeros.
  public var isLostLog: Bool { code == SQLITE_IOERR | (2 << 8) }

  /// Whether the statement or the schema is wrong, so that the SQL cannot be compiled or run.
  public var isUnknownStatement: Bool { primaryCode == SQLITE_ERROR }

  /// Whether the file or its file system is read-only.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  /// Whether another connection holds a lock that is needed.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether the disk is full.
  public var isDiskFull: Bool { primaryCode == SQLITE_FULL }

  /// Whether SQLite refused a value that was to be written: it is too long, violates a constraint, or made an
  /// SQL function or a module fail.
  ///
  /// Damage, a full or failing disk, a lock and a lack of memory are other errors.
  public var isRefusal: Bool {
    [SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE].contains(
      primaryCode)
  }

  /// Whether the statement was interrupted: by a deadline, a stop condition or an ``Interruption``.
  public var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// SQLite's general message for the code, such as "database disk image is malformed"; it quotes no data.
  public var reason: String {
    unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension SQLiteError: CustomStringConvertible {
  /// A sentence with the message and the SQL.
  public var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    return "SQLite says: \(message) (\(code))\(statement)"
  }
}
