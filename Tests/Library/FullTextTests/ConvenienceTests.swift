import FullText
import Testing

/// It imports one module, as a program does that uses the library.
struct ConvenienceTests {
  private let db: Database

  init() throws {
    db = try Database.inMemory()
  }

  @Test func `a temporary table belongs to its connection`() throws {
    try db.create(virtualTable: "t", using: FTS5()) { $0.column("a") }
    try db.create(virtualTable: "t", options: .temporary, using: FTS5()) { $0.column("b") }
    try db.create(virtualTable: "t", options: [.temporary, .ifNotExists], using: FTS4())
    try db.insert(into: "t", ["b": "whale"])
    #expect(
      try db.all("SELECT b FROM temp.t WHERE t MATCH 'whale'") { $0.text(at: 0) } == ["whale"])
    #expect(try db.all("SELECT a FROM main.t") { $0.text(at: 0) } == [])
    #expect(throws: FullTextError.self) {
      try db.create(virtualTable: "t", options: .temporary, using: FTS5()) { $0.column("b") }
    }
  }

  @Test func `a temporary table cannot be synchronized`() throws {
    try db.trustSchema()
    try db.execute("CREATE TABLE note(text)")
    let five = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", options: .temporary, using: FTS5()) { t in
        t.synchronize(withTable: "note")
        t.column("text")
      }
    }
    #expect(five.sentence.contains("other connections change the text"))
    let four = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", options: .temporary, using: FTS4()) { t in
        t.synchronize(withTable: "note")
        t.column("text")
      }
    }
    #expect(four == five)
  }

  @Test func `a module of one's own makes tables`() throws {
    try db.create(virtualTable: "place", using: RTree()) { $0.range("x") }
    try db.insert(into: "place", ["id": 7, "min_x": 1, "max_x": 2])
    #expect(
      try db.all("SELECT id FROM place WHERE min_x <= 1.5 AND max_x >= 1.5") { $0.integer(at: 0) }
        == [7])
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "x", using: Missing())
    }
    #expect(error.sentence.contains("no such module: a \"b"))
    #expect(throws: TestError(number: 5)) {
      try db.create(virtualTable: "x", using: Missing(failure: TestError(number: 5)))
    }
  }

  @Test func `a failing tokenizer leaves nothing of an insert that the library makes`() throws {
    try db.add(tokenizerNamed: "failing") { _, _ in FailingTokenizer() }
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = FTS5TokenizerDescriptor(components: ["failing"])
      t.column("a")
    }
    try db.transaction {
      #expect(throws: SQLiteError.self) { try db.insert(into: "t", ["a": "first bad"]) }
      try db.insert(into: "t", ["a": "good"])
    }
    #expect(try db.all("SELECT a FROM t") { $0.text(at: 0) } == ["good"])
    #expect(try db.all("SELECT a FROM t WHERE t MATCH 'first'") { $0.text(at: 0) } == [])
    try db.execute("INSERT INTO t(t) VALUES('integrity-check')")
    // The SQL in the documentation.
    try db.transaction {
      #expect(throws: SQLiteError.self) { try db.run("INSERT INTO t VALUES('second bad')") }
    }
    #expect(try db.all("SELECT a FROM t") { $0.text(at: 0) }.count == 2)
  }

  @Test func `a synchronized table says what an untrusted connection lacks`() throws {
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
    try db.trustSchema()
    try db.create(virtualTable: "note_text", using: FTS5()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    try db.insert(into: "note", ["text": "whale"])
    guard FullTextModule.distrustedInTriggers.contains(.fts5) else { return }
    try db.execute("PRAGMA trusted_schema=OFF")
    let error = try #require(throws: SQLiteError.self) {
      try db.insert(into: "note", ["text": "ship"])
    }
    #expect(error.message.contains("call Database.trustSchema() first"))
  }
}

private struct RTree: VirtualTableModule {
  let moduleName = "rtree"
  func makeTableDefinition() -> Columns { Columns() }
  func moduleArguments(for columns: Columns, in db: Database) -> [String] { columns.names }

  final class Columns {
    var names = ["id"]
    func range(_ name: String) { names += ["min_\(name)", "max_\(name)"] }
  }
}

private struct Missing: VirtualTableModule {
  let moduleName = "a \"b"
  var failure: TestError?
  func makeTableDefinition() {}
  func moduleArguments(for definition: Void, in db: Database) throws -> [String] {
    if let failure { throw failure }
    return []
  }
}
