import CSittaSQLite
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct TransactionTests {
  let database: Database

  init() throws {
    database = try Database(path: Array(":memory:".utf8))
    try database.execute("CREATE TABLE t(n INTEGER UNIQUE)")
  }

  private func insert(_ number: Int64) throws(SQLiteError) {
    try database.run("INSERT INTO t VALUES(?1)", .integer(number))
  }

  private func numbers() throws(SQLiteError) -> [Int64] {
    var numbers: [Int64] = []
    try database.forEachRow("SELECT n FROM t ORDER BY n") { numbers.append($0.integer(at: 0)) }
    return numbers
  }

  @Test(arguments: [Database.TransactionKind.deferred, .immediate, .exclusive])
  func `A transaction commits what its body did`(kind: Database.TransactionKind) throws {
    let count = try database.transaction(kind) { () throws(SQLiteError) in
      try insert(1)
      try insert(2)
      #expect(database.isInTransaction)
      return try numbers().count
    }
    #expect(count == 2)
    #expect(!database.isInTransaction)
    #expect(try numbers() == [1, 2])
  }

  @Test func `A transaction whose body throws leaves nothing`() throws {
    #expect(throws: SQLiteError.interruption) {
      try database.transaction { () throws(SQLiteError) in
        try insert(1)
        throw SQLiteError.interruption
      }
    }
    #expect(!database.isInTransaction)
    #expect(try numbers() == [])
  }

  @Test func `A transaction that cannot be committed leaves nothing`() throws {
    try database.execute(
      """
      PRAGMA foreign_keys=ON; CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = #expect(throws: SQLiteError.self) {
      try database.transaction { () throws(SQLiteError) in
        try insert(1)
        try database.run("INSERT INTO child VALUES(7)")
      }
    }
    #expect(error?.primaryCode == SQLITE_CONSTRAINT)
    #expect(!database.isInTransaction)
    #expect(try numbers() == [])
  }

  @Test func `A transaction in another one is refused, and the outer one goes on`() throws {
    try database.transaction { () throws(SQLiteError) in
      try insert(1)
      #expect(throws: SQLiteError.self) { try database.transaction {} }
      #expect(database.isInTransaction)
      try insert(2)
    }
    #expect(try numbers() == [1, 2])
  }

  @Test func `An immediate transaction keeps another writer out at once`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.path.appending("db").bytes
    let one = try Database(path: file)
    let other = try Database(path: file, busyTimeout: 0)
    try one.transaction { () throws(SQLiteError) in
      let error = #expect(throws: SQLiteError.self) { try other.transaction {} }
      #expect(error?.isBusy == true)
      #expect(throws: Never.self) { try other.transaction(.deferred) {} }
    }
  }

  @Test func `A savepoint takes back its own changes only`() throws {
    try database.transaction { () throws(SQLiteError) in
      try insert(1)
      #expect(throws: SQLiteError.interruption) {
        try database.savepoint { () throws(SQLiteError) in
          try insert(2)
          try database.savepoint { () throws(SQLiteError) in try insert(3) }
          throw SQLiteError.interruption
        }
      }
      try database.savepoint { () throws(SQLiteError) in try insert(4) }
    }
    #expect(try numbers() == [1, 4])
  }

  @Test func `A savepoint by itself is a transaction`() throws {
    try database.savepoint { () throws(SQLiteError) in try insert(1) }
    #expect(!database.isInTransaction)
    #expect(throws: SQLiteError.interruption) {
      try database.savepoint { () throws(SQLiteError) in
        try insert(2)
        throw SQLiteError.interruption
      }
    }
    #expect(!database.isInTransaction)
    #expect(try numbers() == [1])
  }

  @Test func `A savepoint throws the error that ended its transaction`() throws {
    #expect(throws: SQLiteError.self) {
      try database.savepoint { () throws(SQLiteError) in
        try insert(1)
        try database.run("INSERT OR ROLLBACK INTO t VALUES(1)")
      }
    }
    #expect(!database.isInTransaction)
    #expect(try numbers() == [])
  }

  @Test func `Rolling back without a transaction does nothing`() throws {
    database.rollBack()
    try database.begin()
    try insert(1)
    database.rollBack()
    #expect(try numbers() == [])
  }
}
