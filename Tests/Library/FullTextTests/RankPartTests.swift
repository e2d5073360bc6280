import FullText
import SittaSQLite
import Testing

struct RankPartTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    for number in 0..<50 {
      let body = (0..<number).map { "w\($0 % 7)" }.joined(separator: " ")
      try db.run("INSERT INTO t VALUES(?1, ?2)", .text("w\(number % 5)"), .text("x \(body)"))
    }
    try db.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("sum_of_parts") { match, _ in
        .real(try -1 * match.rankParts(weights: [10, 2]).reduce(0) { $0 + $1.score })
      })
    try db.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("parts_in_words") { match, _ in
        let parts = try match.rankParts(weights: [10])
        return .text(
          parts.map { "\($0.rowCount) \($0.counts) \($0.frequency)" }.joined(separator: "; "))
      })
  }

  @Test(arguments: [
    "w1", "w1 w2", "w1 OR w6", "\"w1 w2\"", "w1*", "title: w3", "w1 NOT w4", "NEAR(w1 w3, 5)",
    "x", "(w1 w2) OR x", "w1 OR nothing",
  ])
  func `the parts add up to bm25, to the last bit`(pattern: String) throws {
    var count = 0
    try db.forEachRow(
      "SELECT sum_of_parts(t), bm25(t, 10, 2) FROM t WHERE t MATCH ?1", .text(pattern)
    ) { row in
      #expect(row.real(at: 0).bitPattern == row.real(at: 1).bitPattern)
      count += 1
    }
    #expect(count > 0)
  }

  @Test func `a part counts rows, and hits by column with their weights`() throws {
    let words = try db.first(
      "SELECT parts_in_words(t) FROM t WHERE t MATCH 'w1 OR w2' AND rowid = 17"
    ) { $0.text(at: 0) }
    // Row 17 has 16 words, so w1 three times, and its title is w1.
    #expect(words == "49 [1, 3] 13.0; 48 [0, 2] 2.0")
  }

  @Test func `the lengths of a document's columns are read`() throws {
    #expect(try FTS5DocumentLengths.columns(of: 17, fromTable: "t", in: db) == [1, 17])
    #expect(try FTS5DocumentLengths.columns(of: 99, fromTable: "t", in: db) == nil)
    let long = String(repeating: "w ", count: 20_000)
    try db.run("INSERT INTO t(rowid, title, body) VALUES(99, '', ?1)", .text(long))
    #expect(try FTS5DocumentLengths.columns(of: 99, fromTable: "t", in: db) == [0, 20_000])
    #expect(throws: FullTextError.self) {
      try FTS5DocumentLengths.columns(of: 1, fromTable: "none", in: db)
    }
  }
}
