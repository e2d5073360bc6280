import CSittaSQLite
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct DatabaseTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test(
    arguments: [
      ("trusted_schema", 0), ("cell_size_check", 1), ("mmap_size", 0), ("query_only", 0),
    ])
  func `The safe settings are on`(pragma: String, value: Int64) throws {
    let database = try Database(path: folder["db"].bytes)
    let found = try database.first("PRAGMA \(pragma)") { $0.integer(at: 0) }
    #expect(found == value)
  }

  @Test func `The schema cannot be written by hand`() throws {
    let database = try Database(path: folder["db"].bytes)
    try database.execute("CREATE TABLE t(a); PRAGMA writable_schema=ON")
    #expect(throws: SQLiteError.self) {
      try database.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a, b)'")
    }
  }

  @Test func `A file may have any name`() throws {
    let path = folder[[0xff, 0xfe, 0x0a, 0x3f]]
    try Database(path: path.bytes).execute("CREATE TABLE t(a)")
    #expect(try FileStatus(of: path).size > 0)
  }

  @Test(arguments: [
    "INSERT INTO t VALUES(2)", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u(a)",
  ])
  func `Who may only read cannot write`(sql: String) throws {
    let path = folder["db"].bytes
    try Database(path: path).execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    let reader = try Database(path: path, access: .readOnly)
    let error = #expect(throws: SQLiteError.self) { try reader.execute(sql) }
    #expect(error?.primaryCode == SQLITE_READONLY)
    #expect(try reader.first("SELECT a FROM t") { $0.integer(at: 0) } == 1)
    #expect(try reader.first("PRAGMA query_only") { $0.integer(at: 0) } == 1)
  }

  @Test func `Reading makes no file`() throws {
    let path = folder["missing"]
    let error = #expect(throws: SQLiteError.self) {
      try Database(path: path.bytes, access: .readOnly)
    }
    #expect(error?.primaryCode == SQLITE_CANTOPEN)
    #expect(error?.isCorruption == false)
    #expect(!path.exists)
  }

  @Test func `A transaction, a rowid and the changes can be asked for`() throws {
    let database = try Database(path: folder["db"].bytes)
    try database.execute("CREATE TABLE t(a)")
    #expect(!database.isInTransaction)
    try database.execute("BEGIN")
    #expect(database.isInTransaction)
    let before = database.totalChanges
    try database.run("INSERT INTO t(rowid, a) VALUES(?1, 1)", .integer(.max))
    try database.run("UPDATE t SET a = 2")
    #expect(database.lastInsertedRowID == .max)
    #expect(database.totalChanges == before + 2)
    try database.execute("COMMIT")
    #expect(!database.isInTransaction)
    database.releaseMemory()
    #expect(try database.first("SELECT a FROM t") { $0.integer(at: 0) } == 2)
  }

  @Test func `A database that is freed is closed`() throws {
    let path = folder["db"].bytes
    do {
      let database = try Database(path: path)
      try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(a)")
      try database.run("INSERT INTO t VALUES(?1)", 1)
      #expect(folder["db-wal"].exists)
    }
    #expect(!folder["db-wal"].exists)
  }
}
