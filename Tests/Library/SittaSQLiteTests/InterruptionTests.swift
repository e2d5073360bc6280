import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct InterruptionTests {
  let folder: TemporaryDirectory
  let interruption = Interruption()
  let bounded = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT max(i) FROM n
    """

  init() throws {
    folder = try TemporaryDirectory()
  }

  func open() throws -> Database {
    try Database(path: folder["database"].bytes)
  }

  @Test func `A request that is raised stops what runs, and nothing when it is lowered`() throws {
    let database = try open()
    database.stop(on: interruption, checkedEvery: 50)
    #expect(try database.first(bounded) { $0.integer(at: 0) } == 10_000)
    interruption.raise()
    let error = #expect(throws: SQLiteError.self) { try database.run(bounded) }
    #expect(error?.isInterruption == true)
    interruption.lower()
    #expect(try database.first(bounded) { $0.integer(at: 0) } == 10_000)
  }

  @Test func `Who holds a lock for long lets go of it for who asks`() async throws {
    let (holding, told) = AsyncStream<Void>.makeStream()
    let endless = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
      """
    let check = Task.detached { [path = folder["database"], interruption] in
      let holder = try Database(path: path.bytes)
      holder.stop(on: interruption, checkedEvery: 50)
      try holder.execute("CREATE TABLE t(a); BEGIN IMMEDIATE")
      told.yield()
      defer { try? holder.execute("ROLLBACK") }
      try holder.execute(endless)
    }
    for await _ in holding { break }
    let writer = try open()
    writer.raiseWhenBusy(interruption, timeout: 100_000)
    try writer.execute("INSERT INTO t VALUES(1)")
    let error = await #expect(throws: SQLiteError.self) { try await check.value }
    #expect(error?.isInterruption == true)
  }

  @Test func `Who needs a lock asks for it, and is refused after a while`() throws {
    let (holder, writer) = (try open(), try open())
    writer.raiseWhenBusy(interruption, timeout: 3)
    try writer.execute("CREATE TABLE t(a)")
    #expect(!interruption.isRaised)
    try holder.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SQLiteError.self) { try writer.execute("INSERT INTO t VALUES(1)") }
    #expect(error?.isCorruption == false)
    #expect(interruption.isRaised)
    try holder.execute("ROLLBACK")
    try writer.execute("INSERT INTO t VALUES(1)")
  }
}
