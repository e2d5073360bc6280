import CSQLite

/// What SQLite refused, and why; see <https://www.sqlite.org/rescode.html>.
public struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code.
  public let code: Int32
  /// SQLite's own words.
  ///
  /// They can quote an argument, so they are not for logs that others read.
  public let message: String
  /// The statement, without the values bound to it.
  public let sql: String?

  /// Makes an error, for example to be thrown out of a function that SQL calls.
  public init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error for stored bytes that make no sense.
  public static func corruption(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message)
  }

  /// The error for work that was stopped because something else is to be done first.
  public static let interruption = SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted")

  /// The result code without its extension.
  public var primaryCode: Int32 { code & 0xff }

  /// Whether the file is damaged or is no database; FTS5 says it with SQLITE_CORRUPT_VTAB.
  ///
  /// A database that is busy, a full disk and a failed read are not corruption.
  public var isCorruption: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether a virtual table says that what it stores is damaged, and not the file that holds it.
  public var isVirtualTableCorruption: Bool { code == SQLITE_CORRUPT | (1 << 8) }

  /// Whether the log of the database is shorter than it was written, or another file: committed changes
  /// may be lost, and every connection has to be closed before the database can be used again.
  ///
  /// Of a database file SQLite takes what is missing for zeros, so only a log is ever too short.
  public var isLostLog: Bool { code == SQLITE_IOERR | (2 << 8) }

  /// Whether SQL names what the database does not have, or asks for what cannot be done: the statement
  /// or the schema is wrong.
  public var isUnknownStatement: Bool { primaryCode == SQLITE_ERROR }

  /// Whether the file, or the file system that it lies on, can only be read.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  /// Whether another connection has the lock that is needed.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether the disk is full.
  public var isDiskFull: Bool { primaryCode == SQLITE_FULL }

  /// Whether what was to be written was refused for its own sake: a value is too long, a constraint
  /// does not hold, or a function or module of SQL failed at it.
  ///
  /// Damage, a full or failing disk, a lock and want of memory are none of that.
  public var isRefusal: Bool {
    [SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE].contains(
      primaryCode)
  }

  /// Whether the statement was stopped because its deadline had passed.
  public var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// SQLite's general words for the code, which never quote data: "database disk image is malformed".
  public var reason: String {
    unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension SQLiteError: CustomStringConvertible {
  /// A sentence with SQLite's words and the statement.
  public var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    return "SQLite says: \(message) (\(code))\(statement)"
  }
}
