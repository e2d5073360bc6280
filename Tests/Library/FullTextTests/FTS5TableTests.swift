import FullText
import SittaSQLite
import Testing

struct FTS5TableTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
  }

  private func sql(_ name: String) throws -> String? {
    try db.first("SELECT sql FROM sqlite_master WHERE name = ?1", .text(name)) {
      $0.text(at: 0) ?? ""
    }
  }

  private func count(_ table: String, _ pattern: String) throws -> Int64? {
    try db.first("SELECT count(*) FROM \(table) WHERE \(table) MATCH ?1", .text(pattern)) {
      $0.integer(at: 0)
    }
  }

  static let definitions: [(String, @Sendable (FTS5TableDefinition) -> Void)] = [
    (#""a""#, { _ in }),
    (#""a", tokenize='ascii'"#, { $0.tokenizer = .ascii() }),
    (#""a", tokenize='porter'"#, { $0.tokenizer = .porter() }),
    (#""a", tokenize='porter ascii'"#, { $0.tokenizer = .porter(wrapping: .ascii()) }),
    (
      #""a", tokenize='unicode61 remove_diacritics 0'"#,
      { $0.tokenizer = .unicode61(diacritics: .keep) }
    ),
    (
      #""a", tokenize='unicode61 remove_diacritics 2'"#,
      { $0.tokenizer = .unicode61(diacritics: .remove) }
    ),
    (
      #""a", tokenize='unicode61 tokenchars ''-.'''"#,
      { $0.tokenizer = .unicode61(tokenCharacters: Set(".-")) }
    ),
    (
      #""a", tokenize='unicode61 separators '''''''''"#,
      { $0.tokenizer = .unicode61(separators: ["'"]) }
    ),
    (
      #""a", tokenize='trigram case_sensitive 1'"#,
      { $0.tokenizer = .trigram(matching: .caseSensitive) }
    ),
    (#""a", "b" UNINDEXED"#, { $0.column("b").notIndexed() }),
    (#""a", "odd "" name""#, { $0.column("odd \" name") }),
    ("\"a\", \"b\"\"\u{301}, c\"", { $0.column("b\"\u{301}, c") }),
    (
      "\"a\", tokenize='unicode61 separators ''''''\u{301}'''",
      { $0.tokenizer = .unicode61(separators: ["'\u{301}"]) }
    ),
    (
      #""a", content='', prefix='2 4', columnsize=0, detail=column"#,
      {
        $0.content = ""
        $0.prefixes = [4, 2]
        $0.columnSize = 0
        $0.detail = .column
      }
    ),
    (
      #""a", content='source', content_rowid='id'"#,
      {
        $0.content = "source"
        $0.contentRowID = "id"
      }
    ),
    (
      #""a", columnsize=1, detail=none"#,
      {
        $0.columnSize = 1
        $0.detail = .none
      }
    ),
  ]

  @Test(arguments: 0..<definitions.count)
  func `a definition becomes valid SQL for FTS5`(index: Int) throws {
    let (arguments, define) = Self.definitions[index]
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("a")
      define(t)
    }
    #expect(try sql("t") == #"CREATE VIRTUAL TABLE "t" USING fts5(\#(arguments))"#)
  }

  static let invalidDefinitions: [@Sendable (FTS5TableDefinition) -> Void] = [
    { _ in },
    { t in
      t.column("a"); t.prefixes = [0]
    },
    { t in
      t.column("a"); t.prefixes = [1000]
    },
    { t in
      t.column("a"); t.columnSize = 2
    },
    { t in
      t.column("a"); t.contentRowID = "id"
    },
    { t in
      t.column("a"); t.content = "x"; t.synchronize(withTable: "y")
    },
  ]

  @Test(arguments: 0..<invalidDefinitions.count)
  func `an invalid definition is a typed error`(index: Int) throws {
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5(), Self.invalidDefinitions[index])
    }
    #expect(error.code == .invalidDefinition)
    #expect(try sql("t") == nil)
  }

  @Test(arguments: [
    ("t\u{0}", "a", FullTextError.Code.invalidArgument), ("t", "a\u{0}b", .invalidArgument),
    ("t", "rank", .databaseFailed), ("", "rowid", .databaseFailed),
  ])
  func `an invalid name is a typed error`(
    table: String, column: String, code: FullTextError.Code
  ) throws {
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: table, using: FTS5()) { $0.column(column) }
    }
    #expect(error.code == code)
  }

  @Test func `an error of the closure is rethrown and no table is made`() throws {
    #expect(throws: TestError(number: 1)) {
      try db.create(virtualTable: "t", using: FTS5()) { _ in throw TestError(number: 1) }
    }
    #expect(try sql("t") == nil)
  }

  @Test func `an existing table is kept with ifNotExists, and an error without it`() throws {
    try db.create(virtualTable: "t", using: FTS5()) { $0.column("a") }
    try db.run("INSERT INTO t VALUES('x')")
    try db.create(virtualTable: "t", ifNotExists: true, using: FTS5()) { $0.column("b") }
    #expect(try count("t", "x") == 1)
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5()) { $0.column("a") }
    }
    #expect(error.code == .databaseFailed)
  }

  @Test func `a synchronized table follows every change`() throws {
    try db.execute("PRAGMA trusted_schema=ON")
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, kind TEXT)")
    try db.run("INSERT INTO note VALUES(7, 'foo', 'x')")
    try db.create(virtualTable: "note_text", using: FTS5()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    #expect(try count("note_text", "foo") == 1)
    try db.run("UPDATE note SET text = 'bar'")
    #expect(try count("note_text", "foo") == 0)
    #expect(try count("note_text", "bar") == 1)
    try db.run("INSERT INTO note VALUES(9, 'foo', 'y')")
    #expect(
      try db.first("SELECT rowid, text FROM note_text WHERE note_text MATCH 'foo'") {
        "\($0.integer(at: 0)) \($0.text(at: 1) ?? "")"
      } == "9 foo")
    try db.run("DELETE FROM note WHERE id = 7")
    #expect(try count("note_text", "bar") == 0)
    try db.execute("INSERT INTO note_text(note_text, rank) VALUES('integrity-check', 1)")

    try db.execute("DROP TABLE note_text")
    #expect(throws: SQLiteError.self) { try db.run("DELETE FROM note") }
    try db.dropFTS5SynchronizationTriggers(forTable: "note_text")
    try db.run("INSERT INTO note VALUES(10, 'foo', 'x')")
    try db.create(virtualTable: "note_text", using: FTS5()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    #expect(try count("note_text", "foo") == 2)
  }

  @Test func `names that need quoting are synchronized too`() throws {
    try db.execute("PRAGMA trusted_schema=ON")
    try db.execute(#"CREATE TABLE "the ""notes"""("my id" INTEGER PRIMARY KEY, "a 'text'" TEXT)"#)
    try db.create(virtualTable: "its \"index\"", using: FTS5()) { t in
      t.synchronize(withTable: "the \"notes\"")
      t.column("a 'text'")
    }
    try db.execute(#"INSERT INTO "the ""notes"""("a 'text'") VALUES('foo')"#)
    try db.execute(#"UPDATE "the ""notes""" SET "a 'text'" = 'bar'"#)
    #expect(
      try db.first(#"SELECT count(*) FROM "its ""index""" WHERE "its ""index""" MATCH 'bar'"#) {
        $0.integer(at: 0)
      } == 1)
    try db.dropFTS5SynchronizationTriggers(forTable: "its \"index\"")
    #expect(try db.first("SELECT 1 FROM sqlite_master WHERE type = 'trigger'") { _ in true } == nil)
  }

  @Test func `a table without an integer key is synchronized by its rowid`() throws {
    try db.execute("PRAGMA trusted_schema=ON")
    try db.execute("CREATE TABLE note(name TEXT PRIMARY KEY, text TEXT)")
    try db.create(virtualTable: "note_text", using: FTS5()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    try db.run("INSERT INTO note VALUES('n', 'foo')")
    #expect(try count("note_text", "foo") == 1)
  }

  @Test(arguments: ["nothing", "note"])
  func `a failed synchronization leaves no table and no trigger`(table: String) throws {
    try db.execute("PRAGMA trusted_schema=ON")
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    #expect(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5()) { t in
        t.synchronize(withTable: table)
        t.column("no such column")
      }
    }
    #expect(try db.first("SELECT count(*) FROM sqlite_master") { $0.integer(at: 0) } == 1)
    #expect(!db.isInTransaction)
  }

  @Test func `a contentless table finds rows but stores no text`() throws {
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.content = ""
      t.column("a")
    }
    try db.run("INSERT INTO t(rowid, a) VALUES(3, 'foo')")
    #expect(try db.first("SELECT a FROM t WHERE t MATCH 'foo'") { $0.isNull(at: 0) } == true)
  }

  @Test func `an external content table reads its text from the other table`() throws {
    try db.execute("CREATE TABLE source(id INTEGER PRIMARY KEY, a TEXT)")
    try db.run("INSERT INTO source VALUES(3, 'foo')")
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.content = "source"
      t.contentRowID = "id"
      t.column("a")
    }
    try db.execute("INSERT INTO t(t) VALUES('rebuild')")
    #expect(try db.first("SELECT a FROM t WHERE t MATCH 'foo'") { $0.text(at: 0) } == "foo")
  }

  @Test(.enabled(if: FullTextModule.distrustedInTriggers.contains(.fts5)))
  func `the error for an untrusted schema names the remedy`() throws {
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5()) { t in
        t.synchronize(withTable: "note")
        t.column("text")
      }
    }
    #expect(error.code == .untrustedSchema)
    #expect(error.sentence.contains("PRAGMA trusted_schema=ON"))
    #expect(try sql("t") == nil)
  }
}
