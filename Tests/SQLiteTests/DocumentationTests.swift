import SQLite
import Testing

/// The examples of the documentation; a test compares them with the page.
struct DocumentationTests {
  @Test func `Make a schema, write, read`() throws {
    let database = try Database(path: Array(":memory:".utf8))
    try Migrations([
      Migrations.Step("books", sql: "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT)"),
      Migrations.Step("years", sql: "ALTER TABLE book ADD COLUMN year INTEGER"),
    ]).run(on: database)
    try database.run("INSERT INTO book(title, year) VALUES(?1, ?2)", "Moby-Dick", 1851)
    var titles: [String] = []
    try database.forEachRow("SELECT title FROM book WHERE year < ?1", 1900) { row in
      titles.append(row.text(at: 0) ?? "")
    }
    #expect(titles == ["Moby-Dick"])
  }

  @Test func `Call Swift from SQL`() throws {
    let database = try Database(path: Array(":memory:".utf8))
    try database.add(
      function: ScalarFunction("reversed", argumentCount: 1) { arguments throws(SQLiteError) in
        .text(arguments.text(at: 0).map { String($0.reversed()) })
      })
    let reversed = try database.first("SELECT reversed('abc')") { $0.text(at: 0) }
    #expect(reversed == "cba")
  }

  @Test func `Stop a slow statement`() throws {
    let database = try Database(path: Array(":memory:".utf8))
    try database.execute(
      """
      CREATE TABLE book(title TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO book SELECT i FROM n
      """)
    var wasStopped = false
    let interruption = Interruption()
    database.stop(on: interruption)
    interruption.raise()
    do {
      try database.execute("SELECT count(*) FROM book a, book b, book c")
    } catch {
      wasStopped = error.isInterruption
    }
    #expect(wasStopped)
  }
}
