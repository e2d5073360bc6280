import SittaSQLite
import Testing

struct MigrationsTests {
  let database: Database
  static let steps = [
    Migrations.Step("first", sql: "CREATE TABLE t(a); INSERT INTO t VALUES(1)"),
    Migrations.Step("another", sql: "ALTER TABLE t ADD COLUMN b; UPDATE t SET b = a + 1"),
    Migrations.Step("last", sql: "INSERT INTO t SELECT a + 10, b + 10 FROM t"),
  ]

  init() throws {
    database = try Database(path: Array(":memory:".utf8))
  }

  func list(_ sql: String) throws -> [String?] {
    var list: [String?] = []
    try database.prepare(sql).forEachRow { row in list.append(row.text(at: 0)) }
    return list
  }

  var done: [String?] {
    get throws { try list("SELECT name FROM migration ORDER BY name") }
  }

  @Test func `Steps are done in the order in which they are registered`() throws {
    try Migrations(Self.steps).run(on: database)
    #expect(try list("SELECT a || ' ' || b FROM t ORDER BY a") == ["1 2", "11 12"])
    #expect(try done == ["another", "first", "last"])
  }

  @Test func `Each step is done once`() throws {
    for _ in 1...3 { try Migrations(Self.steps).run(on: database) }
    #expect(try list("SELECT count(*) FROM t") == ["2"])
  }

  @Test(arguments: ["first", "another", "last"])
  func `From each older schema the way leads to the newest`(name: String) throws {
    try Migrations(Self.steps).run(on: database, upTo: name)
    #expect(try done.contains(name))
    let count = Self.steps.firstIndex { $0.name == name }.map { $0 + 1 }
    #expect(try done.count == count)
    try Migrations(Self.steps).run(on: database)
    #expect(try list("SELECT a || ' ' || b FROM t ORDER BY a") == ["1 2", "11 12"])
  }

  @Test func `No step is no error`() throws {
    try Migrations([]).run(on: database)
    #expect(try done.isEmpty)
  }

  @Test func `A step that fails leaves nothing behind and can be done later`() throws {
    let broken = Migrations.Step("another", sql: "ALTER TABLE t ADD COLUMN b; SELECT nonsense")
    let steps = [Self.steps[0], broken, Self.steps[2]]
    let error = #expect(throws: SQLiteError.self) { try Migrations(steps).run(on: database) }
    #expect(error?.sql == broken.sql)
    #expect(!database.isInTransaction)
    #expect(try done == ["first"])
    #expect(try list("SELECT name FROM pragma_table_info('t')") == ["a"])
    try Migrations(Self.steps).run(on: database)
    #expect(try list("SELECT count(*) FROM t") == ["2"])
  }

  @Test func `A database from the future is refused and stays as it is`() throws {
    try Migrations(Self.steps + [.init("someday", sql: "CREATE TABLE u(a)")]).run(on: database)
    let more = Self.steps + [.init("more", sql: "DROP TABLE t")]
    let error = #expect(throws: Migrations.UnknownStep.self) {
      try Migrations(more).run(on: database)
    }
    #expect(error?.name == "someday")
    #expect(
      error?.description
        == "The database was made by a newer version: the migration 'someday' is unknown.")
    #expect(try done == ["another", "first", "last", "someday"])
    #expect(try list("SELECT count(*) FROM t") == ["2"])
  }
}
