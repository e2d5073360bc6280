import SittaSQLite
import Testing

struct StopCheckTests {
  @Test func `work between statements sees the deadline and a request to stop`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.checkForStop()
    db.setDeadline(.now)
    #expect(throws: SQLiteError.interruption) { try db.checkForStop() }
    db.setDeadline(nil)
    let interruption = Interruption()
    db.stop(on: interruption)
    try db.checkForStop()
    interruption.raise()
    #expect(throws: SQLiteError.interruption) { try db.checkForStop() }
  }

  @Test func `a transaction writes from its first change on`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.execute("CREATE TABLE t(a)")
    #expect(!db.isInWriteTransaction)
    try db.begin(.deferred)
    try db.execute("SELECT * FROM t; CREATE TEMP TABLE u(a)")
    #expect(!db.isInWriteTransaction)
    try db.execute("INSERT INTO t VALUES(1)")
    #expect(db.isInWriteTransaction)
    try db.commit()
    #expect(!db.isInWriteTransaction)
  }

  @Test func `a row says whether a value is a BLOB`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    let kinds = try db.first("SELECT x'00', 'a', 1, NULL") { row in
      (0..<4).map { row.isBlob(at: $0) }
    }
    #expect(kinds == [true, false, false, false])
  }
}
