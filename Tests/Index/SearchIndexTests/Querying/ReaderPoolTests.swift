import Dispatch
import Glibc
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import Synchronization
import TestSupport
import Testing

@testable import SearchIndex

/// Holds reading threads up, and counts how many of them run at the same time.
final class Gate: Sendable {
  private let running = Mutex(0)
  private let permits = DispatchSemaphore(value: 0)
  private let entry: AsyncStream<Int>.Continuation
  /// The number of threads that are inside, each time one comes.
  let entries: AsyncStream<Int>

  init() {
    (entries, entry) = AsyncStream.makeStream()
  }

  /// Called on a reading thread: waits there until the test lets it through.
  func pass() {
    entry.yield(
      running.withLock {
        $0 += 1; return $0
      })
    permits.wait()
    running.withLock { $0 -= 1 }
  }

  func letOneThrough() {
    permits.signal()
  }
}

/// A query that takes as long as a test likes, and counts how often it begins.
private final class SlowQuery: Sendable {
  private let state = Mutex((mayEnd: false, starts: 0))
  private let begin: AsyncStream<Void>.Continuation
  /// Signals each time it begins.
  let begun: AsyncStream<Void>

  init() {
    (begun, begin) = AsyncStream.makeStream()
  }

  var starts: Int { state.withLock { $0.starts } }

  func run(_ reader: IndexReader) throws {
    state.withLock { $0.starts += 1 }
    begin.yield()
    while !state.withLock({ $0.mayEnd }) {
      try reader.database.execute(
        """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 10000)
        SELECT count(*) FROM number
        """)
    }
  }

  func end() {
    state.withLock { $0.mayEnd = true }
  }
}

@Suite(.timeLimit(.minutes(15)))
struct ReaderPoolTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  @Test(arguments: [1, 2, 3])
  func `More queries than connections wait for their turns`(limit: Int) async throws {
    let pool = ReaderPool(index.store, limit: limit)
    let gate = Gate()
    let queries = (0..<limit + 3).map { number in
      Task {
        try await pool.read { _ in
          gate.pass()
          return number
        }
      }
    }
    var peak = 0
    var count = 0
    for await inside in gate.entries {
      peak = max(peak, inside)
      count += 1
      // As many as there are connections come in by themselves, the others one by one.
      if count >= limit { gate.letOneThrough() }
      if count == queries.count { break }
    }
    // Also the queries that were not waited for, because the time limit has cancelled the test.
    for _ in queries { gate.letOneThrough() }
    for (number, query) in queries.enumerated() { #expect(try await query.value == number) }
    #expect(peak == limit)
  }

  @Test func `A slow query delays no other`() async throws {
    let pool = ReaderPool(index.store, limit: 2)
    let gate = Gate()
    let slow = Task { try await pool.read { _ in gate.pass() } }
    for await _ in gate.entries { break }
    for _ in 0..<10 {
      #expect(try await pool.read { try $0.statistics().documents }.isEmpty)
    }
    gate.letOneThrough()
    try await slow.value
  }

  @Test func `Slow queries on all connections let a quick one through, and are answered later`()
    async throws
  {
    let pool = ReaderPool(index.store, limit: 2)
    let slow = SlowQuery()
    let queries = (0..<2).map { _ in Task { try await pool.read { try slow.run($0) } } }
    var begun = slow.begun.makeAsyncIterator()
    for _ in queries { await begun.next() }
    for _ in 0..<10 {
      #expect(try await pool.read { try $0.statistics().documents }.isEmpty)
    }
    slow.end()
    for query in queries { try await query.value }
    #expect(slow.starts == 3, "One of them began anew.")
  }

  @Test func `A cancelled query is stopped`() async throws {
    let pool = ReaderPool(index.store, limit: 1)
    let slow = SlowQuery()
    let query = Task { try await pool.read { try slow.run($0) } }
    for await _ in slow.begun { break }
    query.cancel()
    await #expect(throws: (any Error).self) { try await query.value }
    #expect(try await pool.read { try $0.statistics().documents }.isEmpty)
  }

  @Test func `An error goes to the caller, and the next query is answered`() async throws {
    struct Complaint: Error {}
    let pool = ReaderPool(index.store, limit: 1)
    for _ in 0..<3 {
      await #expect(throws: Complaint.self) { try await pool.read { _ in throw Complaint() } }
      #expect(try await pool.read { try $0.statistics().documents }.isEmpty)
    }
  }

  @Test func `Without an index a query fails, and succeeds once there is one`() async throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    let pool = ReaderPool(store, limit: 1)
    await #expect(throws: SQLiteError.self) { try await pool.read { _ = try $0.statistics() } }
    let opened = try store.open(now: .now)
    let clock = try await pool.read { try $0.statistics().clock }
    #expect(clock == opened.writer.clock)
  }

  @Test func `After a reset the new file is read, also by connections that were busy`() async throws
  {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    let old = try store.open(now: 1).writer.clock
    let pool = ReaderPool(store, limit: 2)
    let gate = Gate()
    let busy = Task {
      try await pool.read { reader in
        let clock = try reader.statistics().clock
        gate.pass()
        return clock
      }
    }
    for await _ in gate.entries { break }
    #expect(try await pool.read { try $0.statistics().clock } == old)
    try store.removeOld()
    let new = try store.open(now: 2).writer.clock
    #expect(new != old)
    await pool.reset()
    gate.letOneThrough()
    #expect(try await busy.value == old)
    for _ in 0..<4 {
      #expect(try await pool.read { try $0.statistics().clock } == new)
    }
  }

  @Test func `While the index is exchanged no connection is open, and queries wait`() async throws {
    let pool = ReaderPool(index.store, limit: 2)
    #expect(try await pool.read { try $0.statistics().clock } == index.writer.clock)
    await pool.suspend()
    let query = Task { try await pool.read { try $0.statistics().clock } }
    while await pool.waitingCount < 1 { await Task.yield() }
    // A descriptor that was still open would show as deleted, and the log would be another's.
    try index.store.removeOld()
    let new = try index.store.open(now: 2).writer.clock
    await pool.resume()
    #expect(try await query.value == new)
  }

  @Test func `A query that runs during an exchange runs again on the new index`()
    async throws
  {
    let pool = ReaderPool(index.store, limit: 2)
    let (entries, entry) = AsyncStream<Void>.makeStream()
    let old = index.writer.clock
    let endless = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
      """
    let query = Task {
      try await pool.read { reader in
        let clock = try reader.statistics().clock
        entry.yield()
        if clock == old { try reader.database.execute(endless) }
        return clock
      }
    }
    for await _ in entries { break }
    await pool.suspend()
    try index.store.removeOld()
    let new = try index.store.open(now: 2).writer.clock
    await pool.resume()
    #expect(try await query.value == new)
  }

  @Test func `An answer is of one state, whatever is written meanwhile`() async throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    try store.open(now: 1).writer.setCleanShutdown(true)
    let last: CommitNumber = 500
    let writing = Task.detached {
      let writer = try store.open(now: 2).writer
      while writer.clock.sequence < last {
        let size = Int(writer.clock.sequence.next.rawValue)
        var document = Document(status: FileStatus(size: size), type: "text/plain")
        document.text = Array("seed".utf8)
        try writer.replace(document, at: FilePath("/\(size)/file"))
        _ = try writer.remove(FilePath("/\(size - 1)"))
        try writer.commit()
      }
    }
    let pool = ReaderPool(store, limit: 1)
    var sequence: CommitNumber = 0
    while sequence < last {
      let page = try await pool.read {
        try $0.search(.init(parsing: "seed"), SearchOptions())
      }
      #expect(page.clock.sequence >= sequence)
      sequence = page.clock.sequence
      if sequence == 0 { continue }
      #expect(page.hits.map(\.document.size) == [sequence.rawValue])
      #expect(page.hits.map(\.document.path) == [FilePath("/\(sequence)/file")])
    }
    try await writing.value
  }
}
