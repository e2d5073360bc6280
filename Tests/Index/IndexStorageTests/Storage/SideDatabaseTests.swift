import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

struct SideDatabaseTests {
  let folder: TemporaryDirectory
  private var database: SideDatabase {
    SideDatabase(
      folder["side.sqlite"], schema: "PRAGMA synchronous=OFF; CREATE TABLE IF NOT EXISTS t(x)")
  }

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func add(_ value: Int64, to database: SideDatabase) throws -> Int64? {
    try database.use { database throws(SQLiteError) in
      try database.run("INSERT INTO t VALUES(?1)", .integer(value))
      return try database.first("SELECT sum(x) FROM t") { $0.integer(at: 0) } ?? 0
    }
  }

  @Test func `The file is made at the first use, and kept`() throws {
    let database = database
    #expect(!database.exists)
    #expect(try add(1, to: database) == 1)
    #expect(database.exists)
    #expect(try add(2, to: self.database) == 3)
    let nothing: Int64? = database.attempt { database throws(SQLiteError) in
      try database.first("SELECT 1 FROM unknown") { $0.integer(at: 0) }
    }
    #expect(nothing == nil)
  }

  @Test func `A damaged file is replaced by an empty one, and an error is passed on`() throws {
    try folder["side.sqlite"].write([UInt8](repeating: 7, count: 5_000))
    try folder["side.sqlite-wal"].write("x")
    let database = database
    #expect(try add(1, to: database) == nil)
    #expect(!database.exists && !folder["side.sqlite-wal"].exists)
    #expect(try add(2, to: database) == 2)
    #expect(throws: SQLiteError.self) {
      try database.use { database throws(SQLiteError) in try database.run("nonsense") }
    }
    #expect(try add(3, to: database) == 5)
    try database.removeFiles()
    #expect(!database.exists)
  }

  @Test func `Damage that cannot be removed is an error`() throws {
    // A folder is no database, and no file that can be removed.
    try folder["side.sqlite"].makeDirectory()
    #expect(throws: (any Error).self) { try add(1, to: database) }
  }
}
