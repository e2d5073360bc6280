import CSittaSQLite
public import Foundation
import LinuxSystem
public import SittaSQLite
import TestSupport
import Testing

extension Data: SQLiteConvertible {}

private struct Refusal: Error {}

private enum Shelf: String, SQLiteConvertible {
  case upper, lower
}

struct ConvenienceTests {
  private let db: Database

  init() throws {
    db = try Database.inMemory()
    try db.execute("CREATE TABLE t(a, B, \"c d\")")
  }

  @Test func `values come from variables of any type`() throws {
    let nothing: String? = nil
    let values: [((any SQLiteConvertible)?, SQLiteValue)] = [
      (1 as Int, 1), (2 as UInt8, 2), (UInt64.max, .real(0x1p64)),
      (Int64.min, .integer(.min)), (true, 1), (1.5 as Float, .real(1.5)), ("é\0x", "é\0x"),
      ("abc".dropFirst(), "bc"), ([1, 0, 2] as [UInt8], .blob([1, 0, 2])),
      (([1, 2, 3] as [UInt8])[1...], .blob([2, 3])), (Data([7]), .blob([7])), (Data(), .blob([])),
      (Shelf.lower, "lower"), (nothing, nil), (nil, nil), (3 as Int?, 3), (SQLiteValue.null, nil),
    ]
    for (value, expected) in values {
      let stored = try db.first("SELECT ?1", arguments: [value]) { $0.value(at: 0) }
      #expect(stored == expected)
    }
    #expect(SQLiteValue(Data([1])) == .blob([1]))
    let error = #expect(throws: SQLiteError.self) { try db.run("SELECT ?1", arguments: []) }
    #expect(error?.code == SQLITE_MISUSE)
  }

  @Test func `columns have names`() throws {
    try db.run("INSERT INTO t VALUES(1, 'x', NULL)")
    let row = try db.first("SELECT a, b, \"c d\", a + 1 AS sum, 2 AS sum, x'00ff' AS f FROM t") {
      row in
      #expect(try row.integer(named: "A") == 1)
      #expect(try row.text(named: "b") == "x")
      #expect(try row.isNull(named: "c d"))
      #expect(try row.integer(named: "sum") == 2 && row.real(named: "sum") == 2)
      #expect(try row.bytes(named: "f") == [0, 0xff])
      #expect(row.columnCount == 6 && row.name(ofColumn: 2) == "c d" && row.name(ofColumn: 9) == "")
      return try row.value(named: "f")
    }
    #expect(row == .blob([0, 0xff]))
    let error = #expect(throws: SQLiteError.self) {
      try db.first("SELECT a, b FROM t") { try $0.text(named: "title") }
    }
    #expect(error?.message == "the row has no column 'title', only 'a', 'B'")
  }

  @Test func `a loop over rows may throw, and its statement is free again`() throws {
    for number in 0..<10 { try db.run("INSERT INTO t(a) VALUES(?1)", arguments: [number]) }
    let sql = "SELECT a FROM t ORDER BY a"
    for _ in 0..<2 {
      var seen: [Int64] = []
      #expect(throws: Refusal.self) {
        try db.forEachRow(sql) { row in
          seen.append(row.integer(at: 0))
          if seen.count == 3 { throw Refusal() }
        }
      }
      #expect(seen == [0, 1, 2])
    }
    var seen: [Int64] = []
    try db.step(through: sql) { row in
      seen.append(row.integer(at: 0))
      return seen.count == 4 ? .stop : .next
    }
    #expect(seen == [0, 1, 2, 3])
    #expect(throws: Refusal.self) { try db.first(sql) { _ in throw Refusal() } }
    // No statement holds a lock on the table any more.
    try db.execute("DROP TABLE t")
  }

  @Test func `all rows are read in order`() throws {
    for number in [3, 1, 2] { try db.insert(into: "t", ["a": number]) }
    #expect(
      try db.all("SELECT a FROM t WHERE a > ?1 ORDER BY a", arguments: [1]) { $0.integer(at: 0) }
        == [2, 3])
    #expect(throws: Refusal.self) { try db.all("SELECT a FROM t") { _ in throw Refusal() } }
  }

  @Test func `a value passes through a function unchanged`() throws {
    try db.add(function: ScalarFunction("same", argumentCount: 1) { $0.value(at: 0) })
    let values: [SQLiteValue] = [
      .null, .integer(.min), .real(0.1), .text("é\0x"), .text(""), .utf8([0xff, 0x61]),
      .blob([0, 0xff]), .blob([]),
    ]
    for value in values {
      let (result, type) = try #require(
        try db.first("SELECT same(?1), typeof(same(?1)) = typeof(?1)", value) {
          ($0.value(at: 0), $0.integer(at: 1))
        })
      #expect(result == value && type == 1)
    }
  }

  @Test func `an insert names its columns, and its table needs quotes`() throws {
    try db.execute("CREATE TABLE \"a \"\"b\"\"\"(\"x y\", z DEFAULT 5)")
    #expect(try db.insert(into: "a \"b\"", ["x y": "v"]) == 1)
    #expect(try db.insert(into: "a \"b\"", [:]) == 2)
    #expect(
      try db.all("SELECT * FROM \"a \"\"b\"\"\"") { [$0.value(at: 0), $0.value(at: 1)] }
        == [["v", 5], [nil, 5]])
    #expect(throws: SQLiteError.self) { try db.insert(into: "t", ["none": 1]) }
    #expect(!db.isInTransaction)
  }

  @Test func `any error rolls a transaction back`() throws {
    #expect(throws: Refusal.self) {
      try db.transaction {
        try db.insert(into: "t", ["a": 1])
        throw Refusal()
      }
    }
    try db.transaction {
      try db.insert(into: "t", ["a": 2])
      #expect(throws: Refusal.self) {
        try db.savepoint {
          try db.insert(into: "t", ["a": 3])
          throw Refusal()
        }
      }
    }
    #expect(try db.all("SELECT a FROM t") { $0.integer(at: 0) } == [2])
  }

  @Test func `a source prepares each connection`() throws {
    let folder = try TemporaryDirectory()
    let source = DatabaseSource(path: "\(folder.path)/library.sqlite") { db in
      try db.execute("PRAGMA journal_mode=WAL")
      try db.add(function: ScalarFunction("seven", argumentCount: 0) { _ in 7 })
    }
    let writer = try source.open()
    try writer.execute("CREATE TABLE t AS SELECT seven() AS a")
    let readers = try (0..<3).map { _ in try source.open(.readOnly) }
    for reader in readers {
      #expect(try reader.all("SELECT a FROM t WHERE a = seven()") { $0.integer(at: 0) } == [7])
      #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM t") }
    }
    let failing = DatabaseSource(path: ":memory:") { _ in throw Refusal() }
    #expect(throws: Refusal.self) { try failing.open() }
  }

  @Test func `C gets the handles`() throws {
    let version = unsafe db.withUnsafeHandle { handle in unsafe sqlite3_db_readonly(handle, "main")
    }
    #expect(version == 0)
    let count = unsafe try db.prepare("SELECT 1, 2").withUnsafeHandle { handle in
      unsafe sqlite3_column_count(handle)
    }
    #expect(count == 2)
  }

  @Test func `what an untrusted schema may not do names the remedy`() throws {
    try db.execute(
      """
      CREATE VIRTUAL TABLE r USING rtree(id, low, high);
      CREATE TRIGGER i AFTER INSERT ON t BEGIN SELECT load_extension('x'); END
      """)
    let error = #expect(throws: SQLiteError.self) { try db.insert(into: "t", ["a": 1]) }
    #expect(error?.message.contains("call Database.trustSchema() first") == true)
    try db.trustSchema()
    #expect(try db.first("PRAGMA trusted_schema") { $0.integer(at: 0) } == 1)
  }
}
