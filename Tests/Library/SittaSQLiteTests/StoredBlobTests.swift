import SittaSQLite
import Testing

@Suite struct StoredBlobTests {
  /// A table whose row 7 has 20,000 bytes, so several pages.
  private func database() throws -> (database: Database, bytes: [UInt8]) {
    let database = try Database(path: Array(":memory:".utf8))
    let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try database.execute("CREATE TABLE body(id INTEGER PRIMARY KEY, text BLOB, size INTEGER)")
    try database.run("INSERT INTO body VALUES(7, ?1, 20000)", .blob(bytes))
    return (database, bytes)
  }

  @Test(arguments: [0..<0, 0..<1, 0..<20_000, 19_999..<20_000, 3_000..<9_000, 20_000..<20_000])
  func `Pieces are read`(range: Range<Int>) throws {
    let (database, bytes) = try database()
    let blob = try database.blob("text", of: "body", row: 7)
    #expect(blob.count == 20_000)
    #expect(try blob.bytes(in: range) == Array(bytes[range]))
  }

  @Test(arguments: [0..<20_001, -1..<3, 20_000..<20_001, 0..<Int.max])
  func `What is beyond the end is damage`(range: Range<Int>) throws {
    let (database, _) = try database()
    let blob = try database.blob("text", of: "body", row: 7)
    #expect(throws: SQLiteError.corruption("a stored value is too short")) {
      try blob.bytes(in: range)
    }
  }

  @Test(arguments: [
    ("text", "body", 8), ("size", "body", 7), ("none", "body", 7), ("text", "none", 7),
  ])
  func `What is not there cannot be opened`(column: String, table: String, row: Int64) throws {
    let (database, _) = try database()
    #expect(throws: SQLiteError.self) { _ = try database.blob(column, of: table, row: row).count }
    // The connection goes on.
    #expect(try database.first("SELECT size FROM body") { $0.integer(at: 0) } == 20_000)
  }

  @Test func `A row that was written since cannot be read on`() throws {
    let (database, _) = try database()
    let blob = try database.blob("text", of: "body", row: 7)
    try database.execute("UPDATE body SET text = x'00'")
    #expect(throws: SQLiteError.self) { try blob.bytes(in: 0..<1) }
  }
}
