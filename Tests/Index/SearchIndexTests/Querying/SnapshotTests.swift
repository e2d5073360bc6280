import IndexStorage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

struct SnapshotTests {
  let index: TestIndex
  let reader: IndexReader
  /// A statement that takes longer than the clock is left alone.
  private let counting = """
    WITH RECURSIVE numbers(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
    SELECT count(*) FROM numbers
    """

  init() throws {
    index = try TestIndex()
    try index.put("/1", "seed")
    try index.writer.commit()
    reader = try IndexReader(index.store)
  }

  @Test func `A snapshot stays as it is while the index changes`() throws {
    let snapshot = try Snapshot(of: reader)
    let before = snapshot.clock
    try index.put("/2", "seed")
    try index.writer.commit()
    let statistics = try IndexStatistics(of: snapshot.database, at: snapshot.clock)
    #expect(statistics.documents == [.complete: 1])
    #expect(statistics.clock == before)
    let other = try IndexReader(index.store)
    #expect(try other.statistics().documents == [.complete: 2])
    #expect(try other.currentClock() == index.writer.clock)
  }

  @Test func `A snapshot that ends leaves neither a transaction nor a deadline`() throws {
    do {
      let snapshot = try Snapshot(of: reader, deadline: .now)
      #expect(reader.database.isInTransaction)
      let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
        try reader.database.statement(counting).run()
      }
      #expect(!isComplete)
    }
    #expect(!reader.database.isInTransaction)
    #expect(throws: Never.self) { try reader.database.statement(counting).run() }
  }

  @Test func `A second snapshot of a connection is refused, and the first one lasts`() throws {
    let first = try Snapshot(of: reader)
    #expect(throws: SQLiteError.self) { _ = try Snapshot(of: reader) }
    #expect(reader.database.isInTransaction)
    _ = first.clock
  }

  @Test func `Only an interruption counts as an early end`() throws {
    let snapshot = try Snapshot(of: reader)
    let isComplete = try snapshot.runUntilDeadline {}
    #expect(isComplete)
    #expect(throws: SQLiteError.self) {
      _ = try snapshot.runUntilDeadline { () throws(SQLiteError) in
        throw SQLiteError.corruption("a page")
      }
    }
  }
}
