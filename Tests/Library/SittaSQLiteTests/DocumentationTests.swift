import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

private struct Declined: Error {}

/// The examples of the documentation; a test compares them with the page.
struct DocumentationTests {
  @Test func `Make a schema, write, read`() throws {
    let database = try Database.inMemory()
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

    let (title, year, cover): (String, Int, [UInt8]?) = ("Middlemarch", 1871, nil)
    try database.run("INSERT INTO book(title, year) VALUES(?1, ?2)", arguments: [title, year])
    try database.execute("ALTER TABLE book ADD COLUMN cover BLOB")
    try database.insert(into: "book", ["title": "Walden", "year": 1854, "cover": cover])
    let books = try database.all("SELECT * FROM book WHERE year > ?1", arguments: [1851]) { row in
      try row.text(named: "title") ?? ""
    }
    #expect(books == ["Middlemarch", "Walden"])

    var used: [String] = []
    var isEnough: Bool { used.count == 2 }
    func use(_ title: String?) throws { used.append(try #require(title)) }
    try database.step(through: "SELECT title FROM book ORDER BY year") { row in
      try use(row.text(named: "title"))
      return isEnough ? .stop : .next
    }
    #expect(used == ["Moby-Dick", "Walden"])

    try database.transaction {
      try database.run("UPDATE book SET year = year + 1")
      try? database.savepoint {
        try database.run("DELETE FROM book")
        throw Declined()
      }
    }
    #expect(try database.first("SELECT max(year) FROM book") { $0.integer(at: 0) } == 1872)
  }

  @Test func `Prepare each connection alike`() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/library.sqlite"
    let library = DatabaseSource(path: path) { db in
      try db.execute("PRAGMA journal_mode=WAL")
      try db.add(function: ScalarFunction("same", argumentCount: 1) { $0.value(at: 0) })
    }
    let writer = try library.open()
    let readers = try (0..<4).map { _ in try library.open(.readOnly) }
    for database in readers + [writer] {
      #expect(try database.first("SELECT same(1)") { $0.integer(at: 0) } == 1)
    }
  }

  @Test func `Call Swift from SQL`() throws {
    let database = try Database.inMemory()
    try database.add(
      function: ScalarFunction("reversed", argumentCount: 1) { arguments throws(SQLiteError) in
        .text(arguments.text(at: 0).map { String($0.reversed()) })
      })
    let reversed = try database.first("SELECT reversed('abc')") { $0.text(at: 0) }
    #expect(reversed == "cba")
  }

  @Test func `Stop a slow statement`() throws {
    let database = try Database.inMemory()
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
