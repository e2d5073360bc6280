import LinuxSystem
import SittaSQLite
import Synchronization
import TestSupport
import Testing

/// Databases that belong to one process, whose wal-index lies in its memory.
@Suite(.timeLimit(.minutes(15)))
struct OwnedDatabaseTests {
  let folder: TemporaryDirectory
  let path: FilePath
  private var log: FilePath { folder["db-wal"] }

  init() throws {
    folder = try TemporaryDirectory()
    path = folder["db"]
  }

  func open(
    _ access: Database.Access = .readWrite, _ path: FilePath? = nil
  ) throws(SQLiteError) -> Database {
    try Database(
      path: (path ?? self.path).bytes, access: access, sharing: .thisProcess, busyTimeout: 200)
  }

  /// A database with a table of one row, which lies in the log.
  func makeWriter() throws -> Database {
    let database = try open()
    try database.execute(
      """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0;
      CREATE TABLE t(a); INSERT INTO t VALUES(1)
      """)
    return database
  }

  func sum(_ database: Database) throws(SQLiteError) -> Int64? {
    try database.first("SELECT sum(a) FROM t") { $0.integer(at: 0) }
  }

  func failure(_ body: () throws -> Void) throws -> SQLiteError {
    try #require(#expect(throws: SQLiteError.self) { try body() })
  }

  @Test func `Connections see each other's commits without a file for the wal-index`() throws {
    let writer = try makeWriter()
    let reader = try open(.readOnly)
    #expect(try sum(reader) == 1)
    try writer.execute("INSERT INTO t VALUES(2)")
    #expect(try sum(reader) == 3)
    try reader.execute("BEGIN")
    #expect(try sum(reader) == 3)
    try writer.execute("INSERT INTO t VALUES(3)")
    #expect(try sum(reader) == 3, "A transaction reads one state.")
    try reader.execute("COMMIT")
    #expect(try sum(reader) == 6)
    #expect(log.exists)
    #expect(!folder["db-shm"].exists)
  }

  @Test func `A second writer waits, and a checkpoint goes around a reader`() throws {
    let writer = try makeWriter()
    let other = try open()
    try writer.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(5)")
    #expect(try failure { try other.execute("BEGIN IMMEDIATE") }.isBusy)
    try writer.execute("COMMIT")
    let reader = try open(.readOnly)
    try reader.execute("BEGIN")
    #expect(try sum(reader) == 6)
    try writer.execute("UPDATE t SET a = 10")
    let isBusy = try writer.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(at: 0) }
    #expect(isBusy == 1)
    #expect(try sum(reader) == 6)
    try reader.execute("COMMIT")
    #expect(try writer.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(at: 0) } == 0)
    #expect(try FileStatus(of: log).size == 0)
    #expect(try sum(reader) == 20)
  }

  @Test func `The last connection writes the log into the database`() throws {
    try {
      let writer = try makeWriter()
      try {
        let reader = try open(.readOnly)
        #expect(try sum(reader) == 1)
      }()
      #expect(log.exists)
      #expect(try sum(writer) == 1)
    }()
    #expect(!log.exists)
    #expect(try sum(open(.readOnly)) == 1)
  }

  @Test func `Other connections that do not say the same are kept away`() throws {
    let writer = try makeWriter()
    let plain = try Database(path: path.bytes, access: .readOnly, busyTimeout: 0)
    #expect(try failure { _ = try sum(plain) }.isBusy)
    #expect(try sum(writer) == 1)
  }

  @Test(.enabled(if: FilePath(absolute: "/usr/bin/sqlite3")?.exists == true))
  func `Other processes are kept away, and let in afterwards`() throws {
    func count() throws -> ChildProcess.Report {
      let program = try #require(FilePath(absolute: "/usr/bin/sqlite3"))
      let words = ["\(path)", "SELECT count(*) FROM t"].map { Array($0.utf8) }
      return try ChildProcess.run(.init(program, words), until: .now + .seconds(20))
    }
    try {
      let writer = try makeWriter()
      let report = try count()
      #expect(String(decoding: report.errors, as: UTF8.self).contains("locked"))
      #expect(try sum(writer) == 1)
    }()
    #expect(try count().output == Array("1\n".utf8))
  }

  @Test
  func `A log that was emptied is told to who writes and who reads, and its beginning is left`()
    throws
  {
    try {
      let writer = try makeWriter()
      _ = try writer.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(at: 0) }
      try writer.execute("INSERT INTO t VALUES(2)")
      let reader = try open(.readOnly)
      try log.write("")
      #expect(try failure { _ = try sum(reader) }.isLostLog)
      #expect(try failure { try writer.execute("INSERT INTO t VALUES(3)") }.isLostLog)
      #expect(try failure { try writer.execute("INSERT INTO t VALUES(3)") }.isLostLog)
    }()
    let again = try open()
    #expect(try sum(again) == 1)
    try again.execute("INSERT INTO t VALUES(4)")
    #expect(try sum(open(.readOnly)) == 5)
    #expect(try again.first("PRAGMA integrity_check") { $0.text(at: 0) } == "ok")
  }

  @Test(arguments: ["removed", "replaced"])
  func `A log that was taken away is told, and nothing of it is lost`(how: String) throws {
    try {
      let writer = try makeWriter()
      try writer.execute("INSERT INTO t VALUES(2)")
      if how == "removed" { try log.removeFile() } else { try log.save("no log at all") }
      let reader = try open(.readOnly)
      #expect(try failure { _ = try sum(reader) }.isLostLog)
      #expect(try failure { try writer.execute("INSERT INTO t VALUES(3)") }.isLostLog)
      #expect(try sum(writer) == 3)
    }()
    #expect(try sum(open(.readOnly)) == 3)
  }

  @Test func `Another file of the same name has a wal-index of its own`() throws {
    let old = try makeWriter()
    try path.rename(to: folder["old"])
    try log.rename(to: folder["old-wal"])
    let new = try open()
    try new.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(a); INSERT INTO t VALUES(7)")
    #expect(try sum(new) == 7)
    #expect(try sum(old) == 1)
  }

  /// A name so long that no log fits beside it acts like a disk that cannot be written.
  @Test func `Readers do without a log that cannot be made, writers do not`() throws {
    _ = try makeWriter()
    let long = folder[String(repeating: "x", count: 252)]
    try path.rename(to: long)
    let reader = try open(.readOnly, long)
    #expect(try sum(reader) == 1)
    let failed = try failure { try open(.readWrite, long).execute("INSERT INTO t VALUES(2)") }
    #expect(!failed.isCorruption)
    #expect(try sum(reader) == 1)
  }

  /// A symbolic link in place of the log, which SQLite does not follow, acts like a log that cannot
  /// be opened for now: no descriptor is left, or the disk fails.
  @Test func `A log that cannot be opened is not taken for an empty one`() throws {
    _ = try makeWriter()
    try log.makeSymbolicLink(to: folder["missing/log"])
    let reader = try open(.readOnly)
    #expect(try sum(reader) == 1, "Without a log the reader does.")
    try log.removeFile()
    let writer = try open()
    try writer.execute("INSERT INTO t VALUES(2)")
    try log.rename(to: folder["log"])
    try log.makeSymbolicLink(to: folder["log"])
    let failed = try failure { _ = try sum(reader) }
    #expect(!failed.isLostLog, "\(failed)")
    try log.removeFile()
    try folder["log"].rename(to: log)
    #expect(try sum(reader) == 3)
  }

  @Test func `A writer that does not get its lock takes none from the readers`() throws {
    _ = try makeWriter()
    let reader = try open(.readOnly)
    try reader.execute("BEGIN")
    #expect(try sum(reader) == 1)
    let plain = try Database(path: path.bytes, busyTimeout: 0)
    #expect(try sum(plain) == 1)
    #expect(try failure { try open().execute("INSERT INTO t VALUES(2)") }.isBusy)
    // Another journal takes the whole database.
    let changed = try failure { try plain.execute("PRAGMA journal_mode=DELETE") }
    #expect(changed.isBusy)
    #expect(try sum(reader) == 1)
  }

  @Test func `Readers see whole transactions while one writes and checkpoints`() async throws {
    let writer = try makeWriter()
    try writer.execute("CREATE TABLE pair(a, filler); PRAGMA wal_autocheckpoint=50")
    let path = path.bytes
    let hasEnded = Flag()
    let readers = try (0..<3).map { _ in try ReadingThread() }
    let reading = readers.map { reader in Task { await reader.read(path, until: hasEnded) } }
    for number in 1...600 {
      try writer.execute(
        """
        BEGIN IMMEDIATE; INSERT INTO pair VALUES(\(number), zeroblob(3000));
        INSERT INTO pair VALUES(-\(number), zeroblob(5000)); COMMIT
        """)
      if number.isMultiple(of: 100) { try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    hasEnded.raise()
    for task in reading {
      let (reads, wrong) = await task.value
      #expect(reads > 0)
      #expect(wrong == [])
    }
    #expect(try writer.first("PRAGMA integrity_check") { $0.text(at: 0) } == "ok")
  }
}

private final class Flag: Sendable {
  private let state = Atomic(false)
  var isRaised: Bool { state.load(ordering: .relaxed) }
  func raise() { state.store(true, ordering: .relaxed) }
}

/// Reads on a thread of its own, with one connection after the other.
private actor ReadingThread {
  private nonisolated let loop: EventLoop

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws {
    loop = try EventLoop(name: "reader")
  }

  deinit {
    loop.stop()
  }

  /// - Returns: how often both rows of each pair were there, and all wrong results.
  func read(_ path: [UInt8], until hasEnded: Flag) -> (reads: Int, wrong: [String]) {
    var (reads, wrong) = (0, [] as [String])
    repeat {
      do {
        let reader = try Database(path: path, access: .readOnly, sharing: .thisProcess)
        for _ in 0..<20 {
          try reader.execute("BEGIN")
          for _ in 0..<2 {
            let sum = try reader.first("SELECT total(a) FROM pair") { $0.real(at: 0) }
            if sum != 0 { wrong.append("\(sum as Any)") }
          }
          try reader.execute("COMMIT")
          reads += 1
        }
      } catch {
        wrong.append("\(error)")
      }
    } while !hasEnded.isRaised
    return (reads, wrong)
  }
}
