import Testing

@testable import RankingJudgment

struct RankRecordTests {
  private func record(_ ranks: [(String, Int?)]) -> RankRecord {
    var record = RankRecord()
    for (id, rank) in ranks { record.add(id, rank: rank) }
    return record
  }

  @Test func `A smaller rank is better, and none is the worst`() {
    let old = record([("a", 3), ("b", nil), ("c", 1), ("d", 2), ("e", 5)])
    let new = record([("a", 1), ("b", 20), ("c", nil), ("d", 2), ("f", 1)])
    let changes = new.changes(from: old)
    #expect(changes.better == ["a: 3 to 1", "b: none to 20"])
    #expect(changes.worse == ["c: 1 to none"])
  }

  @Test func `A record is the same after it was written and read`() throws {
    let old = record([("a", 3), ("b", nil)])
    let read = try RankRecord(json: old.json)
    #expect(read.ranks == ["a": 3, "b": 0])
  }
}
