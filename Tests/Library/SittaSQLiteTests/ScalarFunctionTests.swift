import CSittaSQLite
import SittaSQLite
import Synchronization
import Testing

struct ScalarFunctionTests {
  let database: Database

  init() throws {
    database = try Database(path: Array(":memory:".utf8))
  }

  func add(
    _ name: String = "f", _ count: Int32 = 0,
    body:
      @escaping @Sendable (borrowing ScalarFunction.Arguments) throws(SQLiteError) ->
      SQLiteValue
  ) throws {
    try database.add(function: ScalarFunction(name, argumentCount: count, body: body))
  }

  @Test(
    arguments: [
      (nil, "NULL"), (.integer(.min), "-9223372036854775808"), (.real(0.5), "0.5"), ("", "''"),
      ("it's é", "'it''s é'"), (.utf8([]), "''"), (.utf8([0x61]), "'a'"), (.blob([]), "X''"),
      (.blob([0xff, 0]), "X'FF00'"),
    ] as [(SQLiteValue, String)])
  func `A function gives any value`(value: SQLiteValue, expected: String) throws {
    try add { _ in value }
    #expect(try database.first("SELECT quote(f())") { $0.text(at: 0) } == expected)
  }

  @Test func `Text with a NUL is given whole`() throws {
    try add { _ in "a\0b" }
    #expect(try database.first("SELECT f()") { $0.text(at: 0) } == "a\0b")
  }

  @Test(
    arguments: [
      ("NULL", 1, 0, []), ("7", 0, 7, [0x37]), ("''", 0, 0, []),
      ("'a' || char(0)", 0, 0, [0x61, 0]),
      ("X'00FF'", 0, 0, [0, 0xff]), ("zeroblob(2)", 0, 0, [0, 0]), ("X''", 0, 0, []),
    ] as [(String, Int64, Int64, [UInt8])])
  func `A function is given its arguments`(
    argument: String, isNull: Int64, integer: Int64, bytes: [UInt8]
  ) throws {
    try add("is_null", 1) { .integer($0.isNull(at: 0) ? 1 : 0) }
    try add("integer", 2) { .integer($0.integer(at: 1)) }
    try add("bytes", 1) { .blob($0.bytes(at: 0)) }
    let sql = "SELECT is_null(\(argument)), integer(1, \(argument)), bytes(\(argument))"
    let found = try database.first(sql) { ($0.integer(at: 0), $0.integer(at: 1), $0.bytes(at: 2)) }
    let reading = try #require(found)
    #expect(reading == (isNull, integer, bytes))
  }

  @Test func `A function may take any number of arguments and count them`() throws {
    try add("f", -1) { .integer(Int64($0.count)) }
    let sql = "SELECT f() || ' ' || f(1) || ' ' || f(1, 2, NULL)"
    #expect(try database.first(sql) { $0.text(at: 0) } == "0 1 3")
  }

  @Test func `An error of a function is the error of its statement`() throws {
    try add { _ throws(SQLiteError) in
      throw SQLiteError(code: SQLITE_CONSTRAINT, message: "not like this")
    }
    let sql = "SELECT f()"
    let expected = SQLiteError(code: SQLITE_CONSTRAINT, message: "not like this", sql: sql)
    #expect(throws: expected) { try database.run(sql) }
    #expect(try database.first("SELECT 1") { $0.integer(at: 0) } == 1)
  }

  @Test func `An error keeps its extended code`() throws {
    let code = SQLITE_IOERR | 5 << 8
    try add { _ throws(SQLiteError) in throw SQLiteError(code: code, message: "broken") }
    let error = #expect(throws: SQLiteError.self) { try database.run("SELECT f()") }
    #expect(error?.code == code)
  }

  @Test func `A view and an index may use a function though the schema is not trusted`() throws {
    try add("twice", 1) { .integer($0.integer(at: 0) * 2) }
    try database.execute(
      """
      CREATE TABLE t(a);
      INSERT INTO t VALUES(21);
      CREATE VIEW v AS SELECT twice(a) AS b FROM t;
      CREATE INDEX i ON t(twice(a));
      """)
    #expect(try database.first("PRAGMA trusted_schema") { $0.integer(at: 0) } == 0)
    #expect(try database.first("SELECT b FROM v") { $0.integer(at: 0) } == 42)
    let sql = "SELECT a FROM t INDEXED BY i WHERE twice(a) = 42"
    #expect(try database.first(sql) { $0.integer(at: 0) } == 21)
  }

  @Test func `A function takes the place of one with as many arguments`() throws {
    try add("f", 0) { _ in "old" }
    try add("f", 1) { _ in "other" }
    try add("f", 0) { _ in "new" }
    let sql = "SELECT f() || ' ' || f(1)"
    #expect(try database.first(sql) { $0.text(at: 0) } == "new other")
    let error = #expect(throws: SQLiteError.self) { try database.run("SELECT f(1, 2)") }
    #expect(error?.code == SQLITE_ERROR)
  }

  @Test func `A function that cannot be registered is an error`() throws {
    let error = #expect(throws: SQLiteError.self) { try add("f", 1_000) { _ in nil } }
    #expect(error?.code == SQLITE_MISUSE)
  }

  @Test func `What a function keeps goes with its connection`() throws {
    final class Token: Sendable {
      let isFree: @Sendable () -> Void
      init(_ isFree: @escaping @Sendable () -> Void) { self.isFree = isFree }
      deinit { isFree() }
    }
    final class Count: Sendable {
      let value = Mutex(0)
    }
    let count = Count()
    do {
      let other = try Database(path: Array(":memory:".utf8))
      for _ in 1...2 {
        let token = Token { count.value.withLock { $0 += 1 } }
        try other.add(
          function: ScalarFunction("f", argumentCount: 0) { _ in
            withExtendedLifetime(token) { nil }
          })
      }
      #expect(count.value.withLock { $0 } == 1)
    }
    #expect(count.value.withLock { $0 } == 2)
  }
}
