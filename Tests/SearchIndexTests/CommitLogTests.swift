import QueryLanguage
import SQLite
import Testing

@testable import SearchIndex

struct CommitLogTests {
  private func clock(_ sequence: Int64, _ index: String = "a") -> IndexClock {
    IndexClock(index: index, sequence: sequence)
  }

  @Test func `Changes are those of the commits between`() {
    let log = CommitLog()
    log.begin(index: "a")
    log.append([1, 2], at: 4)
    log.append([2, 3], at: 5)
    log.append([], at: 6)
    #expect(log.changes(from: clock(3), to: clock(6)) == [1, 2, 3])
    #expect(log.changes(from: clock(4), to: clock(5)) == [2, 3])
    #expect(log.changes(from: clock(5), to: clock(6)) == [])
    #expect(log.changes(from: clock(6), to: clock(6)) == [])
  }

  @Test func `What is not remembered is not made up`() {
    let log = CommitLog()
    log.begin(index: "a")
    log.append([1], at: 4)
    #expect(log.changes(from: clock(2), to: clock(4)) == nil)
    #expect(log.changes(from: clock(3), to: clock(5)) == nil)
    #expect(log.changes(from: clock(4), to: clock(3)) == nil)
    #expect(log.changes(from: clock(3, "b"), to: clock(4)) == nil)
    #expect(log.changes(from: clock(3, "b"), to: clock(4, "b")) == nil)
    log.append(0..<60_000, at: 5)
    log.append([7], at: 6)
    #expect(log.changes(from: clock(4), to: clock(5)) == nil)
    #expect(log.changes(from: clock(5), to: clock(6)) == [7])
    for sequence in 7...60_000 { log.append([], at: Int64(sequence)) }
    #expect(log.changes(from: clock(6), to: clock(60_000)) == nil)
    #expect(log.changes(from: clock(59_000), to: clock(60_000)) == [])
    log.begin(index: "b")
    #expect(log.changes(from: clock(5), to: clock(6)) == nil)
  }
}

/// Ranking with lengths in memory, under changes of the index.
@Suite(.timeLimit(.minutes(5)))
struct RankingTests {
  @Test func `A reader ranks as SQLite does after every commit`() throws {
    let index = try TestIndex()
    let reader = try IndexReader(index.store)
    let sql = """
      SELECT rowid FROM search WHERE search MATCH 'seed'
      ORDER BY bm25(search, 100, 50, 10, 1), rowid
      """
    for round in 0..<12 {
      for number in 0..<20 {
        let words = String(repeating: "filler ", count: (number * 7 + round * 3) % 31)
        let seeds = String(repeating: "seed ", count: (number + round) % 4)
        try index.put("/\(number)", words + seeds)
      }
      if round % 3 == 2 { _ = try index.writer.remove(.init("/\(round)")) }
      try index.writer.commit()
      // Some rounds are not looked at, so that several commits have to be made up for.
      if round % 4 == 1 { continue }
      var expected: [Int64] = []
      try index.writer.database.forEachRow(sql) { expected.append($0.integer(at: 0)) }
      let hits = try reader.search(.init(parsing: "=seed"), SearchOptions()).hits
      #expect(hits.map(\.document.id) == expected)
    }
  }
}
