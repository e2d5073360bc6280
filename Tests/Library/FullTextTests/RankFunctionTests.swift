import FullText
import SittaSQLite
import TestSupport
import Testing

struct RankFunctionTests {
  let db: Database
  let lengths = FTS5DocumentLengths()

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("id").notIndexed()
      t.column("title")
      t.column("body")
    }
    try db.execute("BEGIN")
    for document in Self.documents { try insert(document) }
    try db.execute("COMMIT")
    try db.add(auxiliaryFunction: .rank(lengths: lengths))
  }

  private typealias Document = (title: String, body: String)

  /// The documents of all tests, made once: that takes longer than a test.
  private static let documents: [Document] = {
    var random = SplitMix(seed: 7)
    let short = (0..<2_000).map { _ in document(words: random.roll(below: 60), &random) }
    return short + [document(words: 70_000, &random)]
  }()

  private static func document(words: Int, _ random: inout SplitMix) -> Document {
    let text = (0..<words).map { _ in "w\(random.roll(below: random.roll(below: 90) + 1))" }
    return (
      text.prefix(words / 8).joined(separator: " "),
      text.dropFirst(words / 8).joined(separator: " ")
    )
  }

  private func insert(_ document: Document) throws {
    try db.run("INSERT INTO t VALUES('w1', ?1, ?2)", .text(document.title), .text(document.body))
  }

  private func rows(_ sql: String, _ pattern: String) throws -> [String] {
    var rows: [String] = []
    try db.forEachRow(sql, .text(pattern)) { row in
      rows.append("\(row.integer(at: 0)) \(row.real(at: 1).bitPattern)")
    }
    return rows
  }

  static let patterns = [
    "w1", "w0", "w80", "w1 w2", "w1 OR w70", "\"w1 w2\"", "w1*", "title: w3", "w1 NOT w2",
    "NEAR(w1 w2, 5)", "nothing", "w0 OR nothing", "^w1", "{title body}: w5 + w6",
  ]

  @Test(arguments: patterns, ["", ", 0, 10, 1", ", 3.5", ", 1, 2, 3, 4, 5"])
  func `the scores and the order are those of bm25 to the last bit`(
    pattern: String, weights: String
  ) throws {
    try lengths.load(fromTable: "t", in: db)
    let query = { (function: String) in
      try rows(
        "SELECT rowid, \(function)(t\(weights)) FROM t WHERE t MATCH ?1 ORDER BY 2, 1", pattern)
    }
    #expect(try query("bm25_in_memory") == query("bm25"))
  }

  @Test(arguments: patterns)
  func `the scores are also right without lengths and with stale lengths`(
    pattern: String
  ) throws {
    let query = { (function: String) in
      try rows("SELECT rowid, \(function)(t) FROM t WHERE t MATCH ?1 ORDER BY 1", pattern)
    }
    #expect(try query("bm25_in_memory") == query("bm25"))
    try lengths.load(fromTable: "t", in: db)
    var random = SplitMix(seed: 8)
    try insert(Self.document(words: 20, &random))
    #expect(try query("bm25_in_memory") == query("bm25"))
  }

  @Test func `it works as the rank column's function`() throws {
    try lengths.load(fromTable: "t", in: db)
    let expected = try rows(
      "SELECT rowid, rank FROM t WHERE t MATCH ?1 ORDER BY rank LIMIT 20", "w1")
    try db.execute("INSERT INTO t(t, rank) VALUES('rank', 'bm25_in_memory()')")
    #expect(
      try rows("SELECT rowid, rank FROM t WHERE t MATCH ?1 ORDER BY rank LIMIT 20 ", "w1")
        == expected)
  }

  @Test func `two calls in one query have their own weights`() throws {
    try lengths.load(fromTable: "t", in: db)
    let query = { (function: String) in
      try rows(
        "SELECT rowid, \(function)(t, 0, 9) - \(function)(t, 0, 1) FROM t WHERE t MATCH ?1", "w1")
    }
    #expect(try query("bm25_in_memory") == query("bm25"))
  }

  @Test func `refresh reads the lengths of changed documents`() throws {
    try lengths.load(fromTable: "t", in: db)
    #expect(lengths.documentCount == 2_001)
    #expect(lengths[2_001] == 70_000)
    try db.run("DELETE FROM t WHERE rowid = 5")
    try db.run("INSERT INTO t(rowid, body) VALUES(-3, 'a b'), (9000000000, 'a b c'), (3000, '')")
    try db.run("UPDATE t SET body = 'x', title = '' WHERE rowid = 7")
    try lengths.refresh([5, -3, 9_000_000_000, 3_000, 7, 123_456], fromTable: "t", in: db)
    for (rowID, length) in [
      (5, nil), (-3, 2), (9_000_000_000, 3), (3_000, 0), (7, 1), (123_456, nil), (2_001, 70_000),
    ] as [(Int64, Int?)] {
      #expect(lengths[rowID] == length)
    }
    let loaded = FTS5DocumentLengths()
    try loaded.load(fromTable: "t", in: db)
    #expect(loaded.documentCount == lengths.documentCount)
    #expect(loaded.tokenCount == lengths.tokenCount)
  }

  @Test func `a length can be set, changed and removed`() {
    let lengths = FTS5DocumentLengths()
    for length in [3, 65_534, 65_535, 65_536, 1 << 40, 0, nil, 9] as [Int?] {
      for rowID in [0, 1, 70_000, .max, -1, .min] as [Int64] {
        lengths.set(length, of: rowID)
        #expect(lengths[rowID] == length)
      }
      #expect(lengths.documentCount == (length == nil ? 0 : 6))
      #expect(lengths.tokenCount == Int64(length ?? 0) * 6)
    }
  }

  @Test func `invalid lengths never trap`() {
    let lengths = FTS5DocumentLengths()
    for length in [-1, .min, .max, .max] {
      for rowID in 1...3 as ClosedRange<Int64> { lengths.set(length, of: rowID) }
    }
    #expect(lengths[1] == .max)
    #expect(lengths.documentCount == 3)
  }

  @Test(arguments: ["nothing", "without"])
  func `a table without lengths is a typed error`(table: String) throws {
    try db.create(virtualTable: "without", using: FTS5()) { t in
      t.column("a")
      t.columnSize = 0
    }
    for attempt in [
      { try lengths.load(fromTable: table, in: db) },
      { try lengths.refresh([1], fromTable: table, in: db) },
    ] {
      let error = try #require(throws: FullTextError.self) { try attempt() }
      #expect(error.code == .unknownTable)
      #expect(error.sentence.contains("'\(table)'"))
    }
  }
}

extension SplitMix {
  /// A number from 0 to below a limit; 0 for a limit of 0.
  mutating func roll(below limit: Int) -> Int { .random(in: 0..<max(limit, 1), using: &self) }
}
