import FullText
import FullTextFuzzing
import SittaSQLite
import Testing

/// When the reader of segments gives up, so that FTS5 is asked.
struct SegmentReaderLimitTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: AlternativesTokenizer.self)
  }

  private func reason(_ body: () throws -> Void) throws -> FTS5SegmentError? {
    do {
      try body()
      return nil
    } catch let error as FTS5SegmentError {
      return error
    }
  }

  private func refresh() throws {
    let reader = try FTS5SegmentReader(table: "t", in: db)
    try db.transaction(.deferred) { try reader.refresh() }
  }

  @Test(
    arguments: [
      ("fts5(a, detail=column)", .detail), ("fts5(a, detail='none')", .detail),
      ("fts5(a, det = none)", .option), ("fts5(a, columnsize=0)", .noLengths),
      ("fts5(a /* detail=none */)", .noTable), ("fts4(a)", .noTable),
      ("fts5(a, detail=full, columnsize=1, prefix='2 3')", nil),
      ("fts5(a, [detail=none], \"x,y=(\", 'tokendata=1')", nil),
      ("FTS5(a, content='', tokenize='unicode61 separators ''=,(''')", nil),
    ] as [(String, FTS5SegmentError.Reason?)])
  func `an option that it does not know`(
    module: String, expected: FTS5SegmentError.Reason?
  ) throws {
    try db.execute("CREATE VIRTUAL TABLE t USING \(module)")
    #expect(try reason(refresh) == expected.map { .unsupported($0) })
  }

  @Test func `a table that is not there`() throws {
    #expect(try reason(refresh) == .unsupported(.noTable))
    try db.execute("CREATE TABLE t_data(id, block); CREATE TABLE t_idx(segid, term, pgno)")
    try db.execute("CREATE TABLE t_config(k, v); CREATE TABLE t(a)")
    #expect(try reason(refresh) == .unsupported(.noTable))
  }

  @Test(
    arguments: [
      ("UPDATE t_config SET v = 5 WHERE k = 'version'", .unsupported(.version)),
      ("DELETE FROM t_config", .unsupported(.version)),
      ("INSERT INTO t_config VALUES('secure-delete', 1)", .unsupported(.version)),
      (
        "UPDATE t_data SET block = x'00000000ff000001000000' WHERE id = 10",
        .unsupported(.structure)
      ),
      ("UPDATE t_data SET block = x'0000000001' WHERE id = 10", .damaged(.structure)),
      ("UPDATE t_data SET block = 5 WHERE id = 10", .damaged(.structure)),
      ("DELETE FROM t_data WHERE id = 10", .damaged(.structure)),
      ("DELETE FROM t_data WHERE id = 1", .damaged(.structure)),
    ] as [(String, FTS5SegmentError)])
  func `a record that it does not know`(sql: String, expected: FTS5SegmentError) throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES('red')")
    #expect(try reason(refresh) == nil)
    db.allowDamage()
    try db.execute(sql)
    #expect(try reason(refresh) == expected)
  }

  @Test func `no snapshot`() throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
    let reader = try FTS5SegmentReader(table: "t", in: db)
    #expect(try reason(reader.refresh) == .unsupported(.noTransaction))
    let error = try db.transaction {
      try db.run("INSERT INTO t VALUES('red')")
      return try reason(reader.refresh)
    }
    #expect(error == .unsupported(.writing))
  }

  @Test(arguments: [-1, 1 << 40, 100_000, 65_535] as [Int64])
  func `row ids that are negative or far apart`(row: Int64) throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
    try db.run("INSERT INTO t(rowid, a) VALUES(?1, 'red')", .integer(row))
    let reader = try FTS5SegmentReader(table: "t", in: db)
    try db.transaction(.deferred) {
      try reader.refresh()
      let error = try reason { _ = try reader.documentCount(ofAny: [Array("red".utf8)]) }
      #expect(error == (row == 65_535 ? nil : .unsupported(.sparseRows)))
      var rows: [Int64] = []
      try reader.forEachRow(with: Array("red".utf8)) { id, _ in rows.append(id) }
      #expect(rows == [row])
    }
  }

  @Test(
    arguments: [
      ([0], [["red"]], nil), ([1], [["red"]], .phrases), ([0], [[]], .phrases),
      (Array(repeating: 0, count: 33), [["red"]], .phrases),
    ] as [([Int], [[String]], FTS5SegmentError.Reason?)])
  func `words that do not fit the phrases`(
    words: [Int], phrases: [[String]], expected: FTS5SegmentError.Reason?
  ) throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES('red')")
    let reader = try FTS5SegmentReader(table: "t", in: db)
    let ranked = words.map {
      RankedWord([RankedWord.Form(phrase: $0, factor: 1)], weight: 1)
    }
    let request = FTS5SegmentRequest(
      FTS5Candidates.Request(words: ranked, fields: [RankedField(weight: 1)], limit: 1),
      phrases: phrases.map { $0.map { Array($0.utf8) } })
    let candidates = FTS5Candidates(lengths: FTS5DocumentLengths())
    try db.transaction(.deferred) {
      try reader.refresh()
      let error = try reason { try reader.collect(request, into: candidates) }
      #expect(error == expected.map { .unsupported($0) })
      #expect(candidates.rows.count == (expected == nil ? 1 : 0))
    }
  }

  @Test func `the deadline has passed`() throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES('red')")
    let reader = try FTS5SegmentReader(table: "t", in: db)
    try db.transaction(.deferred) {
      try reader.refresh()
      db.setDeadline(.now)
      defer { db.setDeadline(nil) }
      let error = try reason { try reader.forEachRow(with: Array("red".utf8)) { _, _ in } }
      guard case .failed(let cause) = error else {
        Issue.record("no error of SQLite")
        return
      }
      #expect(cause.isInterruption)
    }
  }

  @Test func `a difference switches the readers off`() throws {
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES('red')")
    let state = FTS5SegmentSwitch(comparingOneIn: 2)
    let reader = try FTS5SegmentReader(table: "t", in: db, state: state)
    let candidates = FTS5Candidates(lengths: FTS5DocumentLengths())
    try db.add(auxiliaryFunction: .candidates(into: candidates))
    func test(_ expression: String, _ term: String) throws -> Bool {
      try db.transaction(.deferred) {
        try reader.refresh()
        return try reader.test(
          [FTS5SegmentReader.Word(expression: expression, terms: [Array(term.utf8)])],
          in: candidates)
      }
    }
    #expect(try test("red", "red"))
    #expect(!state.isOff)
    #expect(try !test("red", "blue"))
    #expect(state.isOff)
    #expect(try reason { _ = try test("red", "red") } == .unsupported(.switchedOff))
    // The first three answers are compared, then one of two.
    #expect((0..<6).map { _ in state.countQuery() } == [true, true, true, true, false, true])
  }
}
