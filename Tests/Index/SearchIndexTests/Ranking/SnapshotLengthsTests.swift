import IndexStorage
import QueryLanguage
import SittaSQLite
import Testing

@testable import SearchIndex

/// Ranking with lengths in memory, under changes of the index.
@Suite(.timeLimit(.minutes(15)))
struct SnapshotLengthsTests {
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
      var expected: [DocumentID] = []
      try reader.database.forEachRow(sql) { expected.append($0.document(at: 0)) }
      let hits = try reader.search(.init(parsing: "=seed"), SearchOptions()).hits
      #expect(hits.map(\.document.id) == expected)
    }
  }
}
