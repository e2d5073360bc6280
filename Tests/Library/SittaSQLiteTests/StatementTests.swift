import CSittaSQLite
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct StatementTests {
  let folder: TemporaryDirectory
  let database: Database

  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder["db"].bytes)
    try database.execute("CREATE TABLE t(a, b UNIQUE)")
  }

  @Test func `Rows come one after another`() throws {
    for number in 1...3 as ClosedRange<Int64> {
      try database.run("INSERT INTO t VALUES(?1, ?2)", 7, .integer(number))
    }
    var seen: [Int64] = []
    try database.forEachRow("SELECT b FROM t WHERE a = ?1 ORDER BY b DESC", 7) { row in
      seen.append(row.integer(at: 0))
    }
    #expect(seen == [3, 2, 1])
  }

  @Test func `Where there is no row there is no value`() throws {
    #expect(try database.first("SELECT a FROM t") { $0.text(at: 0) } == nil)
  }

  @Test func `The values of the last run are forgotten`() throws {
    let statement = try database.prepare("SELECT ?1 IS NULL, ?2 IS NULL")
    let read = { (row: borrowing Row) in [row.integer(at: 0), row.integer(at: 1)] }
    #expect(try statement.first(["x", "y"], read: read) == [0, 0])
    #expect(try statement.first(["x", .null], read: read) == [0, 1])
    #expect(throws: SQLiteError.self) { try statement.first(["x"], read: read) }
  }

  @Test func `One value too many is an error, and the statement goes on working`() throws {
    let statement = try database.prepare("SELECT ?1")
    let error = #expect(throws: SQLiteError.self) { try statement.run([1, 2]) }
    #expect(error?.code == SQLITE_MISUSE)
    #expect(try statement.first([3]) { $0.integer(at: 0) } == 3)
  }

  @Test func `A statement that failed runs again`() throws {
    let insert = "INSERT INTO t VALUES(?1, ?2)"
    try database.run(insert, 1, 1)
    #expect(throws: SQLiteError.self) { try database.run(insert, 2, 1) }
    try database.run(insert, 2, 2)
    #expect(try database.first("SELECT count(*) FROM t") { $0.integer(at: 0) } == 2)
  }

  @Test func `A kept statement is compiled once and follows the schema`() throws {
    let select = "SELECT * FROM t"
    let statement = try database.statement(select)
    #expect(try database.statement(select) === statement)
    try database.run("INSERT INTO t VALUES(1, 2)")
    try database.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")
    #expect(try statement.first { $0.integer(at: 2) } == 3)
  }

  @Test func `A row that was read holds no lock`() throws {
    try database.run("INSERT INTO t VALUES(1, 1), (2, 2)")
    #expect(try database.first("SELECT a FROM t ORDER BY a") { $0.integer(at: 0) } == 1)
    #expect(!database.isInTransaction)
    let other = try Database(path: folder["db"].bytes, busyTimeout: 0)
    try other.execute("DELETE FROM t")
  }

  @Test(arguments: ["", " ", "-- nothing", ";"])
  func `Nothing is no statement`(sql: String) throws {
    let error = #expect(throws: SQLiteError.self) { try database.prepare(sql) }
    #expect(error?.code == SQLITE_MISUSE)
  }

  @Test(.timeLimit(.minutes(15)))
  func `A statement cannot be used inside the loop over its own rows`() throws {
    try database.run("INSERT INTO t VALUES(1, 1), (2, 2)")
    let select = "SELECT b FROM t"
    var failures: [SQLiteError?] = []
    var seen: [Int64] = []
    try database.forEachRow(select) { row in
      seen.append(row.integer(at: 0))
      guard seen.count < 10 else { return }
      failures.append(#expect(throws: SQLiteError.self) { try database.run(select) })
      let first = #expect(throws: SQLiteError.self) {
        try database.first(select) { $0.integer(at: 0) }
      }
      failures.append(first)
    }
    #expect(seen == [1, 2])
    #expect(failures.map(\.?.code) == [21, 21, 21, 21])
    #expect(try database.first(select) { $0.integer(at: 0) } == 1)
  }

  @Test func `A statement outlives its database object`() throws {
    let path = folder["other"]
    func open() throws -> Statement {
      let database = try Database(path: path.bytes)
      try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(a)")
      return try database.prepare("INSERT INTO t VALUES(?1)")
    }
    do {
      let statement = try open()
      try statement.run([7])
      #expect(folder["other-wal"].exists)
    }
    // The last to go closes the connection, which takes the log into the database.
    #expect(!folder["other-wal"].exists)
    let database = try Database(path: path.bytes, access: .readOnly)
    #expect(try database.first("SELECT a FROM t") { $0.integer(at: 0) } == 7)
  }
}
