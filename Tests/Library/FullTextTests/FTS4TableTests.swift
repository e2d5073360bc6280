import FullText
import SittaSQLite
import Testing

struct FTS4TableTests {
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

  static let definitions: [(String, @Sendable (FTS4TableDefinition) -> Void)] = [
    ("", { _ in }),
    ("\"b\"\"\u{301}, c\"", { $0.column("b\"\u{301}, c") }),
    (
      #""a", tokenize=simple"#,
      { t in
        t.column("a"); t.tokenizer = .simple
      }
    ),
    (#"tokenize=porter"#, { $0.tokenizer = .porter }),
    (
      #"tokenize=unicode61 "remove_diacritics=0""#, { $0.tokenizer = .unicode61(diacritics: .keep) }
    ),
    (
      #"tokenize=unicode61 "separators='x" "tokenchars="".""#,
      {
        $0.tokenizer = .unicode61(separators: Set("x'"), tokenCharacters: Set(".\""))
      }
    ),
    (
      #""a", "b", notindexed="b", prefix="2,4""#,
      { t in
        t.column("a")
        t.column("b").notIndexed()
        t.prefixes = [4, 2]
      }
    ),
    (
      #""a", content="", matchinfo="fts3""#,
      { t in
        t.column("a")
        t.content = ""
        t.matchinfo = "fts3"
      }
    ),
    (
      #""a", languageid="language""#,
      { t in
        t.column("language").asLanguageId()
        t.column("a")
      }
    ),
  ]

  @Test(arguments: 0..<definitions.count)
  func `a definition becomes valid SQL for FTS4`(index: Int) throws {
    let (arguments, define) = Self.definitions[index]
    try db.create(virtualTable: "t", using: FTS4(), define)
    #expect(try sql("t") == #"CREATE VIRTUAL TABLE "t" USING fts4(\#(arguments))"#)
  }

  static let invalidDefinitions: [@Sendable (FTS4TableDefinition) -> Void] = [
    { $0.prefixes = [0] },
    { $0.compress = "zip" },
    { $0.uncompress = "unzip" },
    { $0.synchronize(withTable: "x") },
    { t in
      t.column("a"); t.content = "x"; t.synchronize(withTable: "y")
    },
    { t in
      t.column("a").asLanguageId(); t.column("b").asLanguageId()
    },
  ]

  @Test(arguments: 0..<invalidDefinitions.count)
  func `an invalid definition is a typed error`(index: Int) throws {
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS4(), Self.invalidDefinitions[index])
    }
    #expect(error.code == .invalidDefinition)
  }

  @Test func `a definition of FTS3 has a tokenizer and columns`() throws {
    try db.create(virtualTable: "t", using: FTS3()) { t in
      t.column("a")
      t.column("b")
      t.tokenizer = .unicode61(diacritics: .remove)
    }
    #expect(
      try sql("t")
        == #"CREATE VIRTUAL TABLE "t" USING fts3("a", "b", tokenize=unicode61 "remove_diacritics=2")"#
    )
    try db.run("INSERT INTO t VALUES('Été', 'x')")
    #expect(try count("t", "a:ete") == 1)
  }

  @Test func `uncompress reverses compress`() throws {
    try db.add(
      function: ScalarFunction("backwards", argumentCount: 1) { arguments throws(SQLiteError) in
        .blob(arguments.bytes(at: 0).reversed())
      })
    try db.add(
      function: ScalarFunction("forwards", argumentCount: 1) { arguments throws(SQLiteError) in
        .utf8(arguments.bytes(at: 0).reversed())
      })
    try db.create(virtualTable: "t", using: FTS4()) { t in
      t.column("a")
      t.compress = "backwards"
      t.uncompress = "forwards"
    }
    try db.run("INSERT INTO t VALUES('héllo wörld')")
    #expect(
      try db.first("SELECT a FROM t WHERE t MATCH 'wörld'") { $0.text(at: 0) } == "héllo wörld")
    #expect(
      try db.first("SELECT c0a FROM t_content") { $0.bytes(at: 0) }
        == Array("héllo wörld".utf8.reversed()))
  }

  @Test func `a column that is not indexed is stored but not found`() throws {
    try db.create(virtualTable: "t", using: FTS4()) { t in
      t.column("a")
      t.column("b").notIndexed()
    }
    try db.run("INSERT INTO t VALUES('foo', 'bar')")
    #expect(try count("t", "foo") == 1)
    #expect(try count("t", "bar") == 0)
  }

  @Test func `a synchronized table follows every change`() throws {
    try db.execute("PRAGMA trusted_schema=ON")
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    try db.run("INSERT INTO note VALUES(7, 'foo')")
    try db.create(virtualTable: "note_text", using: FTS4()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    #expect(try count("note_text", "foo") == 1)
    try db.run("UPDATE note SET text = 'bar'")
    #expect(try count("note_text", "foo") == 0)
    #expect(try count("note_text", "bar") == 1)
    try db.run("INSERT INTO note VALUES(9, 'foo')")
    #expect(try count("note_text", "foo") == 1)
    try db.run("DELETE FROM note WHERE id = 7")
    #expect(try count("note_text", "bar") == 0)

    try db.execute("DROP TABLE note_text")
    try db.dropFTS4SynchronizationTriggers(forTable: "note_text")
    try db.run("DELETE FROM note")
  }

  @Test(.enabled(if: FullTextModule.distrustedInTriggers.contains(.fts4)))
  func `the error for an untrusted schema names the remedy`() throws {
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS4()) { t in
        t.synchronize(withTable: "note")
        t.column("text")
      }
    }
    #expect(error.code == .untrustedSchema)
    #expect(error.sentence.contains("PRAGMA trusted_schema=ON"))
    #expect(try sql("t") == nil)
  }
}
