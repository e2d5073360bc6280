import SittaSQLite
import Testing

struct SQLiteValueTests {
  let database: Database

  init() throws {
    database = try Database(path: Array(":memory:".utf8))
  }

  /// A value as SQLite returns it: its type, and all readings of a row.
  struct Reading: Equatable {
    var type: String?
    var isNull = false
    var integer: Int64 = 0
    var real = 0.0
    var text: String?
    var bytes: [UInt8] = []
  }

  func read(_ value: SQLiteValue) throws -> Reading? {
    try database.first("SELECT ?1, typeof(?1)", value) { row in
      Reading(
        type: row.text(at: 1), isNull: row.isNull(at: 0), integer: row.integer(at: 0),
        real: row.real(at: 0), text: row.text(at: 0), bytes: row.bytes(at: 0))
    }
  }

  @Test(
    arguments: [
      (nil, Reading(type: "null", isNull: true)),
      (.integer(.min), integer(.min)), (.integer(.max), integer(.max)), (0, integer(0)),
      (
        .real(-1.5),
        Reading(type: "real", integer: -1, real: -1.5, text: "-1.5", bytes: utf8("-1.5"))
      ),
      ("", Reading(type: "text", text: "")),
      ("12 é", Reading(type: "text", integer: 12, real: 12, text: "12 é", bytes: utf8("12 é"))),
      ("a\0b", Reading(type: "text", text: "a\0b", bytes: [0x61, 0, 0x62])),
      (.utf8([]), Reading(type: "text", text: "")),
      (.utf8([0x61, 0xff]), Reading(type: "text", text: "a\u{fffd}", bytes: [0x61, 0xff])),
      (.blob([]), Reading(type: "blob", text: "")),
      (
        .blob([0xff, 0, 0xfe]),
        Reading(type: "blob", text: "\u{fffd}\0\u{fffd}", bytes: [0xff, 0, 0xfe])
      ),
    ] as [(SQLiteValue, Reading)])
  func `A value comes back as it went in`(value: SQLiteValue, expected: Reading) throws {
    var expected = expected
    // A BLOB has no text of its own; SQLite promises nothing for the text of an empty one.
    let reading = try #require(try read(value))
    if case .blob([]) = value { expected.text = reading.text }
    #expect(reading == expected)
  }

  @Test(arguments: [Double.infinity, -.infinity, .pi, .leastNonzeroMagnitude, -0.0])
  func `A number comes back to the last bit`(number: Double) throws {
    #expect(try read(.real(number))?.real == number)
  }

  @Test func `What is not a number is NULL`() throws {
    #expect(try read(.real(.nan))?.isNull == true)
  }

  @Test func `Empty text and empty bytes are kept apart from NULL in a table`() throws {
    try database.execute("CREATE TABLE t(a, b, c)")
    try database.run("INSERT INTO t VALUES(?1, ?2, ?3)", "", .blob([]), nil)
    let types = try database.first("SELECT typeof(a), typeof(b), typeof(c) FROM t") { row in
      (0..<3).map { row.text(at: $0) }
    }
    #expect(types == ["text", "blob", "null"])
  }

  @Test func `Literals and optionals are values`() {
    #expect([nil, 7, "x"] == [SQLiteValue.null, .integer(7), .text("x")])
    #expect(SQLiteValue.integer(Int64?.none) == .null)
    #expect(SQLiteValue.integer(Int64?.some(7)) == .integer(7))
    #expect(SQLiteValue.text(String?.none) == .null)
    #expect(SQLiteValue.text(String?.some("")) == .text(""))
  }
}

private func integer(_ value: Int64) -> SQLiteValueTests.Reading {
  .init(
    type: "integer", integer: value, real: Double(value), text: "\(value)", bytes: utf8("\(value)"))
}

private func utf8(_ text: String) -> [UInt8] {
  Array(text.utf8)
}
