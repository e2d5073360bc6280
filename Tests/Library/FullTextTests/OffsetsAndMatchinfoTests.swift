import FullText
import SittaSQLite
import Testing

/// Compares our functions for FTS5 with the built-in functions of FTS4, on the same documents.
struct OffsetsAndMatchinfoTests {
  let db: Database

  static let documents = [
    ("Moby-Dick", "Call me Ishmael. Some years ago, never mind how long"),
    ("a b c", "a b c d e a b x a c b"),
    ("Éden, Éden", "les soldats casqués — les Éden soldats"),
    ("", "c d e a c d e"),
    ("e d c b a", ""),
  ]

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "four", using: FTS4()) { t in
      t.column("title")
      t.column("body")
      t.tokenizer = .unicode61()
    }
    try db.create(virtualTable: "five", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    for table in ["four", "five"] {
      for (title, body) in Self.documents {
        try db.run("INSERT INTO \(table) VALUES(?1, ?2)", .text(title), .text(body))
      }
    }
    try db.add(auxiliaryFunction: .offsets())
    try db.add(auxiliaryFunction: .matchinfo())
  }

  private func rows(_ call: String, of table: String, _ pattern: String) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    let statement = try db.prepare(
      "SELECT \(call) FROM \(table) WHERE \(table) MATCH ?1 ORDER BY rowid")
    try statement.forEachRow([.text(pattern)]) { row in rows.append(row.bytes(at: 0)) }
    return rows
  }

  static let patterns = [
    "a", "a b", "a c \"d e\"", "\"a b\"", "\"a b c\" OR moby", "eden", "\"eden soldats\"", "e*",
    "years OR a OR eden", "nothing", "c OR \"c d\" OR d",
  ]

  @Test(arguments: patterns)
  func `offsets returns the same as in FTS4`(pattern: String) throws {
    let four = try rows("offsets(four)", of: "four", pattern)
    let five = try rows("offsets(five)", of: "five", pattern)
    #expect(five == four)
  }

  @Test(
    arguments: patterns,
    [
      "", ", 'p'", ", 'c'", ", 'n'", ", 'a'", ", 'l'", ", 's'", ", 'x'",
      ", 'y'", ", 'b'", ", 'pcnalsxyb'", ", ''", ", 'xx'",
    ])
  func `matchinfo returns the same as in FTS4`(pattern: String, letters: String) throws {
    let four = try rows("matchinfo(four\(letters))", of: "four", pattern)
    let five = try rows("matchinfo(five\(letters))", of: "five", pattern)
    #expect(five == four)
  }

  @Test func `offsets counts bytes of the text and words of the query`() throws {
    let rows = try rows("offsets(five)", of: "five", "\"les soldats\" title: eden")
    #expect(rows.map { String(decoding: $0, as: UTF8.self) } == ["0 2 0 5 0 2 7 5 1 0 0 3 1 1 4 7"])
  }

  @Test(arguments: ["z", "pz", "p c"])
  func `an unknown letter of matchinfo fails the statement with a sentence`(
    letters: String
  ) throws {
    let error = try #require(throws: SQLiteError.self) {
      try rows("matchinfo(five, '\(letters)')", of: "five", "a")
    }
    #expect(error.message.hasPrefix("matchinfo does not know '"))
  }
}
