import CSittaSQLite
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct SQLiteErrorTests {
  let folder: TemporaryDirectory
  let path: [UInt8]

  init() throws {
    folder = try TemporaryDirectory()
    path = folder["db"].bytes
  }

  func failure(_ body: () throws -> Void) throws -> SQLiteError {
    try #require(#expect(throws: SQLiteError.self) { try body() })
  }

  @Test(
    arguments: [
      (SQLITE_CORRUPT, true), (SQLITE_NOTADB, true), (SQLITE_CORRUPT | 1 << 8, true),
      (SQLITE_BUSY, false), (SQLITE_FULL, false), (SQLITE_IOERR | 1 << 8, false),
      (SQLITE_ERROR, false), (SQLITE_INTERRUPT, false), (SQLITE_CANTOPEN, false),
    ])
  func `Only a damaged file is corruption`(code: Int32, isCorruption: Bool) {
    let error = SQLiteError(code: code, message: "")
    #expect(error.isCorruption == isCorruption)
    #expect(error.isDiskFull == (code == SQLITE_FULL))
    #expect(error.isInterruption == (code == SQLITE_INTERRUPT))
  }

  @Test(
    arguments: [
      ("INSERT INTO t VALUES(1, 2)", 2067), ("INSERT INTO t(a, b) VALUES(NULL, 3)", 1299),
      ("INSERT INTO t VALUES(-1, 3)", 275),
    ] as [(String, Int32)])
  func `A constraint says which kind it is`(sql: String, code: Int32) throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t(a NOT NULL CHECK(a > 0), b UNIQUE)")
    try database.execute("INSERT INTO t VALUES(1, 2)")
    for error in [
      try failure { try database.run(sql) }, try failure { try database.execute(sql) },
    ] {
      #expect(error.code == code)
      #expect(error.primaryCode == SQLITE_CONSTRAINT)
      #expect(error.reason == "constraint failed")
    }
  }

  @Test func `An error brings the statement, not the values`() throws {
    let database = try Database(path: path)
    let error = try failure { try database.run("SELECT abs(?1)", .integer(.min)) }
    #expect(error.sql == "SELECT abs(?1)")
    #expect(error.description == "SQLite says: integer overflow (1) in: SELECT abs(?1)")
  }

  @Test func `A statement that is not understood is quoted with what is wrong`() throws {
    let database = try Database(path: path)
    let error = try failure { _ = try database.prepare("SELECT nonsense") }
    #expect(error.code == SQLITE_ERROR)
    #expect(error.description == "SQLite says: no such column: nonsense (1) in: SELECT nonsense")
  }

  @Test func `A file that is no database is corruption`() throws {
    try folder["db"].write(String(repeating: "garbage ", count: 1_000))
    let error = try failure {
      let database = try Database(path: path)
      try database.run("SELECT * FROM sqlite_schema")
    }
    #expect(error.code == SQLITE_NOTADB)
    #expect(error.isCorruption)
  }

  @Test func `A damaged page is corruption`() throws {
    try Database(path: path).execute("CREATE TABLE t(a); INSERT INTO t VALUES('words')")
    var bytes = try folder["db"].contents()
    // The second page holds the table: its header becomes nonsense.
    for index in 4_096..<4_196 { bytes[index] = 0xff }
    try folder["db"].write(bytes)
    let error = try failure { try Database(path: path).run("SELECT * FROM t") }
    #expect(error.primaryCode == SQLITE_CORRUPT)
    #expect(error.isCorruption)
  }

  @Test func `A full disk is no corruption`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t(a); PRAGMA max_page_count = 4")
    let error = try failure { try database.run("INSERT INTO t VALUES(zeroblob(1000000))") }
    #expect(error.isDiskFull)
    #expect(!error.isCorruption)
    try database.run("INSERT INTO t VALUES(?1)", "small")
  }

  @Test func `A database that another connection writes is busy`() throws {
    let first = try Database(path: path)
    let second = try Database(path: path, busyTimeout: 0)
    try first.execute("BEGIN IMMEDIATE")
    let error = try failure { try second.execute("BEGIN IMMEDIATE") }
    #expect(error.primaryCode == SQLITE_BUSY)
    #expect(!error.isCorruption)
    try first.execute("COMMIT")
    try second.execute("BEGIN IMMEDIATE")
  }
}
