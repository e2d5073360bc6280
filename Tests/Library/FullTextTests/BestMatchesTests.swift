import FullText
import SittaSQLite
import TestSupport
import Testing

struct BestMatchesTests {
  let db: Database
  let lengths = FTS5DocumentLengths()
  let best: FTS5BestMatches

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    try db.execute("BEGIN")
    for (title, body) in Self.documents {
      try db.run("INSERT INTO t VALUES(?1, ?2)", .text(title), .text(body))
    }
    try db.execute("COMMIT")
    try lengths.load(fromTable: "t", in: db)
    best = FTS5BestMatches(lengths: lengths)
    try db.add(auxiliaryFunction: .gather(into: best))
  }

  /// The documents of all tests, made once: that takes longer than a test.
  private static let documents: [(title: String, body: String)] = {
    var dice = SplitMix(seed: 7)
    return (0..<4_000).map { _ in
      let text = (0..<dice.roll(below: 60)).map { _ in
        "w\(dice.roll(below: dice.roll(below: 90) + 1))"
      }
      return (text.prefix(3).joined(separator: " "), text.dropFirst(3).joined(separator: " "))
    }
  }()

  private func gather(
    _ pattern: String, _ request: FTS5BestMatches.Request, where condition: String? = nil
  ) throws -> [String] {
    best.begin(request)
    let call = condition.map { "CASE WHEN \($0) THEN gather(t) END" } ?? "gather(t)"
    try db.prepare("SELECT 1 FROM t WHERE t MATCH ? AND \(call)").forEachRow([.text(pattern)]) {
      _ in Issue.record("A row came out.")
    }
    return best.rows.map { "\($0.rowID) \($0.score.bitPattern)" }
  }

  private func expected(_ pattern: String, limit: Int, where condition: String = "1") throws
    -> [String]
  {
    var rows: [String] = []
    try db.prepare(
      """
      SELECT rowid, -bm25(t, 10, 1) AS score FROM t WHERE t MATCH ? AND \(condition)
      ORDER BY score DESC, rowid LIMIT \(limit)
      """
    ).forEachRow([.text(pattern)]) { row in
      rows.append("\(row.integer(at: 0)) \(row.real(at: 1).bitPattern)")
    }
    return rows
  }

  static let patterns = [
    "w1", "w0", "w80", "w1 w2", "w1 OR w70", "\"w1 w2\"", "w1*", "title: w3", "w1 NOT w2",
    "NEAR(w1 w2, 5)", "nothing", "w0 OR nothing",
  ]

  @Test(arguments: patterns, [1, 20, 5_000])
  func `the best rows and their scores are those of bm25`(pattern: String, limit: Int) throws {
    let request = FTS5BestMatches.Request(limit: limit, weights: [10, 1])
    #expect(try gather(pattern, request) == expected(pattern, limit: limit))
    #expect(best.count >= best.rows.count)
  }

  @Test(arguments: patterns)
  func `rows excluded by other conditions are neither kept nor counted`(pattern: String) throws {
    var request = FTS5BestMatches.Request(limit: 20, weights: [10, 1])
    request.isFiltered = true
    #expect(
      try gather(pattern, request, where: "t.rowid % 3 = 1")
        == expected(pattern, limit: 20, where: "t.rowid % 3 = 1"))
    let all = try expected(pattern, limit: 5_000, where: "t.rowid % 3 = 1")
    #expect(best.count == all.count)
  }

  @Test func `named phrases are counted once, and again after the table has grown`() throws {
    var request = FTS5BestMatches.Request(limit: 20, weights: [10, 1])
    request.phrases = ["w20", "w21"]
    let before = try expected("w20 OR w21", limit: 20)
    #expect(try gather("w20 OR w21", request) == before)
    // One new row causes no new count; 400 rows do.
    try db.run("INSERT INTO t VALUES('w20 w20 w21', 'w20')")
    #expect(try gather("w20 OR w21", request).first != expected("w20 OR w21", limit: 1).first)
    for _ in 0..<400 { try db.run("INSERT INTO t VALUES('w20', 'w20')") }
    #expect(try gather("w20 OR w21", request) == expected("w20 OR w21", limit: 20))
    // Names are ignored if their number is wrong.
    request.phrases = ["w20"]
    #expect(try gather("w70 OR w2", request) == expected("w70 OR w2", limit: 20))
  }

  @Test func `rows found before an interruption are kept`() throws {
    db.setDeadline(.now)
    let error = try #require(throws: SQLiteError.self) {
      try gather("w0", FTS5BestMatches.Request(limit: 20))
    }
    db.setDeadline(nil)
    #expect(error.isInterruption)
    #expect(best.rows.count == 20)
    #expect(best.count >= 20 && best.count < 2_000)
  }

  @Test func `without a limit rows are only counted`() throws {
    #expect(try gather("w0", FTS5BestMatches.Request(limit: 0)) == [])
    let all = try expected("w0", limit: 5_000)
    #expect(best.count == all.count)
  }

  @Test func `the kept positions show the best piece of a text`() throws {
    try db.execute("DELETE FROM t")
    let filler = String(repeating: "x ", count: 3_000)
    for text in [
      "one two three four", "one x x two x one two x", filler + "one", "one " + filler + "two one",
      "x x", "é ONE é",
    ] { try db.run("INSERT INTO t VALUES('one two', ?1)", .text(text)) }
    var request = FTS5BestMatches.Request(limit: 10)
    (request.column, request.isRanked) = (1, false)
    _ = try gather("one OR two", request)
    var texts: [String] = []
    for row in best.rows {
      let body = try #require(
        try db.first("SELECT body FROM t WHERE rowid = ?1", .integer(row.rowID)) {
          $0.bytes(at: 0)
        })
      let piece = try TextSnippet(of: body.span, showing: row.places, count: 2) { receiver in
        for word in body.split(separator: UInt8(ascii: " ")) {
          try receiver(false, word.startIndex..<word.endIndex)
        }
      }
      texts.append(
        (piece.isCutBefore ? "…" : "")
          + piece.parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
          + (piece.isCutBehind ? "…" : ""))
    }
    #expect(
      texts == [
        "[one] [two]…", "…[one] [two]…", "…x [one]", "…[two] [one]", "x x", "…[ONE] é",
      ])
  }
}
