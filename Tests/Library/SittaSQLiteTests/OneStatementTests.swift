import CSittaSQLite
import Testing

@testable import SittaSQLite

@Suite struct OneStatementTests {
  private let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES(1, 'x'), (2, 'y')")
  }

  private func count() throws -> Int64? {
    try db.first("SELECT count(*) FROM t") { $0.integer(at: 0) }
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "DELETE FROM t; DELETE FROM t", "SELECT 1; nonsense",
    "SELECT 1;; -- comment\n SELECT 2", "DELETE FROM t WHERE id = 1; DROP TABLE t;",
  ])
  func `SQL behind the first statement is an error, and nothing runs`(sql: String) throws {
    let error = #expect(throws: SQLiteError.self) { try db.run(sql) }
    #expect(error?.code == SQLITE_MISUSE)
    #expect(error?.message == "something follows the first statement")
    #expect(try count() == 2)
  }

  @Test(arguments: [
    "SELECT 1;", "SELECT 1 ; ; ", "SELECT 1; -- a comment", "SELECT 1 /* é */ ; /* b",
    "-- before\nSELECT 1\n", " SELECT ';'", "SELECT 'é;日'; -- 日本語",
  ])
  func `Comments and blanks may follow`(sql: String) throws {
    try db.run(sql)
  }

  @Test(arguments: ["", " ", ";", "-- nothing", "/* SELECT 1 */;"])
  func `A statement that is none is an error`(sql: String) {
    let error = #expect(throws: SQLiteError.self) { try db.run(sql) }
    #expect(error?.message == "the statement is empty")
  }

  @Test(arguments: [
    "DELETE FROM t\0 WHERE id = 1", "\0DELETE FROM t", "DELETE FROM t\0", "DELETE FROM t -- \0",
  ])
  func `A NUL is an error, and nothing runs`(sql: String) throws {
    for call in [{ try db.run(sql) }, { try db.execute(sql) }] as [() throws -> Void] {
      let error = #expect(throws: SQLiteError.self) { try call() }
      #expect(error?.message == "the SQL contains a NUL")
    }
    #expect(try count() == 2)
  }

  @Test(arguments: [([] as [SQLiteValue], 0), ([.integer(1)], 1), ([.null, .null, .null], 3)])
  func `Each parameter has one value`(values: [SQLiteValue], given: Int) throws {
    let statement = try db.prepare("INSERT INTO t VALUES(?1, ?2)")
    let error = #expect(throws: SQLiteError.self) { try statement.run(values) }
    #expect(error?.code == SQLITE_MISUSE)
    #expect(
      error?.message == "the statement has 2 parameters, and \(given) values are given")
    #expect(try count() == 2)
    try statement.run([.null, .null])
    #expect(try count() == 3)
  }

  @Test func `A path with a NUL is no other path`() {
    let error = #expect(throws: SQLiteError.self) {
      try Database(path: Array(":memory:\0.sqlite".utf8))
    }
    #expect(error?.code == SQLITE_CANTOPEN)
  }

  @Test func `The cache keeps what was used last`() throws {
    var cache = StatementCache()
    for number in 0..<1_000 {
      cache.insert(try db.prepare("SELECT \(number)"))
      #expect(cache["SELECT 0"] != nil)
    }
    #expect(cache.count == StatementCache.capacity)
    #expect(cache["SELECT 999"] != nil && cache["SELECT 1"] == nil)
  }
}
