import FullText
import SittaSQLite
import Testing

struct SmallDefectTests {
  private let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
  }

  @Test(arguments: [
    (FTS5.Detail.none, "\"white whale\""), (.none, "a + b"), (.none, "NEAR(a b)"), (.none, "a:b"),
    (.none, "^a"), (.column, "\"white whale\""), (.column, "NEAR(a b)"), (.column, "^a"),
  ])
  func `a pattern that a table cannot run is refused when it is made`(
    detail: FTS5.Detail, pattern: String
  ) throws {
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.detail = detail
      t.column("a")
    }
    #expect(throws: FullTextError.self) {
      try db.makeFTS5Pattern(rawPattern: pattern, forTable: "t")
    }
    _ = try db.makeFTS5Pattern(rawPattern: "white OR whale*", forTable: "t")
  }

  @Test func `a view with the name is no table that exists already`() throws {
    try db.execute("CREATE VIEW v AS SELECT 1 AS a")
    for ifNotExists in [false, true] {
      let error = try #require(throws: FullTextError.self) {
        try db.create(virtualTable: "V", ifNotExists: ifNotExists, using: FTS5()) { t in
          t.column("a")
        }
      }
      #expect(error.sentence == "There is already a view 'V'.")
    }
  }

  @Test func `a descriptor without components is refused`() throws {
    let none = FTS5TokenizerDescriptor(components: [])
    let error = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5()) { t in
        t.tokenizer = none
        t.column("a")
      }
    }
    #expect(error.code == .invalidDefinition)
    #expect(throws: FullTextError.self) { try db.makeTokenizer(none) }
  }

  @Test(arguments: [
    ("a", "y", "has no column 'y'"), ("w", "x", "is made WITHOUT ROWID"),
    ("p", "x", "is a temporary table"), ("v", "x", "is a view"), ("f", "x", "is a virtual table"),
    ("none", "x", "There is no table 'none'"),
  ])
  func `synchronize says what it cannot do`(table: String, column: String, words: String) throws {
    try db.execute(
      """
      PRAGMA trusted_schema=ON;
      CREATE TABLE a(x); CREATE TABLE w(x PRIMARY KEY) WITHOUT ROWID; CREATE TEMP TABLE p(x);
      CREATE VIEW v AS SELECT 1 AS x; CREATE VIRTUAL TABLE f USING fts5(x)
      """)
    let five = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS5()) { t in
        t.synchronize(withTable: table)
        t.column(column)
      }
    }
    #expect(five.sentence.contains(words), "\(five.sentence)")
    let four = try #require(throws: FullTextError.self) {
      try db.create(virtualTable: "t", using: FTS4()) { t in
        t.synchronize(withTable: table)
        t.column(column)
      }
    }
    #expect(four.sentence.contains(words), "\(four.sentence)")
  }

  @Test func `names are compared as SQLite does`() throws {
    try db.execute(
      "PRAGMA trusted_schema=ON; CREATE TABLE \"Böok\"(Title, rowid_ INTEGER PRIMARY KEY)")
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.synchronize(withTable: "Böok")
      t.column("TITLE")
    }
  }

  @Test func `more words than SQLite can combine give no pattern`() {
    let words = (0..<30_000).map { "word\($0)" }
    #expect(FTS3Pattern(matchingAnyTokenIn: words.joined(separator: " ")) == nil)
    #expect(FTS3Pattern(matchingAllPrefixesIn: words.joined(separator: " ")) == nil)
    #expect(FTS3Pattern(matchingAnyTokenIn: words.prefix(1_000).joined(separator: " ")) != nil)
  }
}
