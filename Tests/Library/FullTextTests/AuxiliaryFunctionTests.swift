import FullText
import SittaSQLite
import Synchronization
import Testing

struct AuxiliaryFunctionTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("a")
      t.column("b")
    }
    try db.run("INSERT INTO t(rowid, a, b) VALUES(4, 'x y', 'y x y'), (6, 'x', ''), (9, 'z', 'q')")
  }

  private func add(
    _ body:
      @escaping (borrowing FTS5Match, borrowing ScalarFunction.Arguments) throws -> SQLiteValue
  ) throws {
    try db.add(auxiliaryFunction: FTS5AuxiliaryFunction("f", body: body))
  }

  private func rows(_ call: String, _ pattern: String) throws -> [String] {
    var rows: [String] = []
    try db.prepare("SELECT \(call) FROM t WHERE t MATCH ?1 ORDER BY rowid")
      .forEachRow([.text(pattern)]) { row in rows.append(row.text(at: 0) ?? "NULL") }
    return rows
  }

  @Test func `a function sees the row, the query and the table`() throws {
    try add { match, _ in
      let numbers: [Int64] = [
        match.rowID, Int64(match.columnCount), Int64(match.phraseCount), try match.rowCount(),
        Int64(match.tokenCount(ofPhrase: 0)), Int64(match.tokenCount(ofPhrase: 9)),
        Int64(try match.tokenCount()), Int64(try match.tokenCount(inColumn: 1)),
        try match.totalTokenCount(), try match.totalTokenCount(inColumn: 0),
      ]
      return .text(numbers.map(String.init).joined(separator: " "))
    }
    #expect(try rows("f(t)", "\"x y\" OR x") == ["4 2 2 3 2 0 5 3 8 4", "6 2 2 3 2 0 1 0 8 4"])
  }

  @Test func `a function gets the positions of the phrases`() throws {
    try add { match, _ in
      var inTextOrder: [String] = []
      try match.forEachInstance { inTextOrder.append("\($0.phrase)/\($0.column)/\($0.token)") }
      var byPhrase: [String] = []
      for phrase in 0..<match.phraseCount {
        try match.forEachInstance(ofPhrase: phrase) {
          byPhrase.append("\($0.phrase)/\($0.column)/\($0.token)")
        }
      }
      #expect(byPhrase.sorted() == inTextOrder.sorted())
      return .text(inTextOrder.joined(separator: " "))
    }
    #expect(try rows("f(t)", "y OR x") == ["1/0/0 0/0/1 0/1/0 1/1/1 0/1/2", "1/0/0"])
  }

  @Test func `a function reads text and tokenizes it`() throws {
    try add { match, arguments in
      try match.withText(ofColumn: Int(arguments.integer(at: 0))) { text in
        var tokens: [String] = []
        try match.forEachToken(in: text) { token, _, range in
          tokens.append("\(range)=\(token.count)")
        }
        return .text(tokens.joined(separator: " "))
      }
    }
    #expect(try rows("f(t, 1)", "x") == ["0..<1=1 2..<3=1 4..<5=1", ""])
  }

  @Test func `a function gets its arguments`() throws {
    try add { _, arguments in
      .text(
        "\(arguments.count) \(arguments.integer(at: 0)) \(arguments.real(at: 1)) "
          + "\(arguments.text(at: 2) ?? "NULL") \(arguments.isNull(at: 3)) "
          + "\(arguments.real(at: 3)) \(arguments.text(at: 3) ?? "NULL")")
    }
    #expect(try rows("f(t, 7, 2.5, 'é', NULL)", "z") == ["4 7 2.5 é true 0.0 NULL"])
  }

  @Test(arguments: [
    (SQLiteValue.null, "null"), (.integer(-3), "integer"), (.real(0.5), "real"),
    (.text("é"), "text"),
    (.utf8([0x61]), "text"), (.blob([0, 1]), "blob"), (.text(""), "text"), (.blob([]), "blob"),
  ])
  func `a result keeps its type`(value: SQLiteValue, type: String) throws {
    try add { _, _ in value }
    #expect(try rows("typeof(f(t))", "z") == [type])
  }

  @Test func `query data is made once for each query and freed after it`() throws {
    let made = Mutex(0)
    let alive = Mutex(0)
    try add { match, _ in
      let data = try match.queryData {
        made.withLock { $0 += 1 }
        return Tally { change in alive.withLock { $0 += change } }
      }
      data.rows += 1
      return .integer(Int64(data.rows))
    }
    #expect(try rows("f(t)", "x") == ["1", "2"])
    #expect(try rows("f(t)", "x") == ["1", "2"])
    #expect(made.withLock { $0 } == 2)
    #expect(alive.withLock { $0 } == 0)
  }

  @Test func `a phrase can be looked up in the whole table`() throws {
    try add { match, _ in
      var rowIDs: [Int64] = []
      try match.forEachRow(matchingPhrase: 1) { row in rowIDs.append(row.rowID) }
      return .text("\(rowIDs)")
    }
    #expect(try rows("f(t)", "z OR x") == ["[4, 6]", "[4, 6]", "[4, 6]"])
  }

  @Test func `an error of a closure is rethrown unchanged for rows and tokens`() throws {
    try add { match, _ in
      #expect(throws: TestError(number: 1)) {
        try match.forEachRow(matchingPhrase: 0) { _ in throw TestError(number: 1) }
      }
      #expect(throws: TestError(number: 2)) {
        try match.forEachToken(in: "a b".utf8Span.span) { _, _, _ in throw TestError(number: 2) }
      }
      return .null
    }
    #expect(try rows("f(t)", "z") == ["NULL"])
  }

  @Test func `an unknown column or phrase is a typed error`() throws {
    try add { match, _ in
      for column in [-1, 2, .max] {
        #expect(throws: FullTextError.self) { try match.tokenCount(inColumn: column) }
        #expect(throws: FullTextError.self) { try match.totalTokenCount(inColumn: column) }
        #expect(throws: FullTextError.self) { try match.withText(ofColumn: column) { _ in } }
      }
      for phrase in [-1, 1, .max] {
        #expect(throws: FullTextError.self) { try match.forEachInstance(ofPhrase: phrase) { _ in } }
        #expect(throws: FullTextError.self) {
          try match.forEachRow(matchingPhrase: phrase) { _ in }
        }
      }
      return .null
    }
    #expect(try rows("f(t)", "z") == ["NULL"])
  }

  @Test func `an error fails the statement with its message and its code`() throws {
    try add { _, _ in throw SQLiteError(code: 13, message: "no room") }
    let error = try #require(throws: SQLiteError.self) { try rows("f(t)", "x") }
    #expect(error.code == 13)
    #expect(error.message.contains("no room"))
    try add { _, _ in throw TestError(number: 3) }
    let other = try #require(throws: SQLiteError.self) { try rows("f(t) ", "x") }
    #expect(other.message == "TestError(number: 3)")
  }

  @Test(arguments: ["", "a\u{0}b"])
  func `an empty name or a name with a NUL is refused`(name: String) throws {
    let error = try #require(throws: FullTextError.self) {
      try db.add(auxiliaryFunction: FTS5AuxiliaryFunction(name) { _, _ in .null })
    }
    #expect(error.code == .invalidArgument)
  }

  @Test func `a function is freed with its connection, and a new one replaces it`() throws {
    weak var kept: Tally?
    do {
      let db = try Database(path: Array(":memory:".utf8))
      let tally = Tally { _ in }
      kept = tally
      try db.add(
        auxiliaryFunction: FTS5AuxiliaryFunction("f") { _, _ in .integer(Int64(tally.rows)) })
    }
    #expect(kept == nil)
    try add { _, _ in 1 }
    try add { _, _ in 2 }
    #expect(try rows("f(t)", "z") == ["2"])
  }
}

private final class Tally {
  var rows = 0
  private let report: (Int) -> Void

  init(report: @escaping (Int) -> Void) {
    self.report = report
    report(1)
  }

  deinit {
    report(-1)
  }
}
