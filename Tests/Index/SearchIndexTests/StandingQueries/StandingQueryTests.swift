import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// The changes that a standing query finds between two observations, as a table.
struct StandingQueryTests {
  /// An observation: the hits as `number path inode size`.
  struct Look: Sendable {
    var index = "a"
    var candidates: Set<DocumentID>?
    var rewritten: Set<DocumentID> = []
    let hits: [String]

    init(
      _ hits: String..., of candidates: Set<DocumentID>? = nil, rewritten: Set<DocumentID> = [],
      index: String = "a"
    ) {
      self.hits = hits
      self.candidates = candidates
      self.rewritten = rewritten
      self.index = index
    }

    func observation(_ sequence: CommitNumber) -> StandingQuery.Observation {
      var observation = StandingQuery.Observation(
        clock: IndexClock(index: index, sequence: sequence))
      observation.candidates = candidates
      observation.rewritten = rewritten
      for hit in hits {
        let words = hit.split(separator: " ")
        observation.members[DocumentID(rawValue: Int64(words[0]) ?? 0)] = StandingQuery.Member(
          location: DocumentLocation(FilePath(String(words[1]))), inode: UInt64(words[2]) ?? 0,
          size: Int64(words[3]) ?? 0, modified: 0, state: 0)
      }
      return observation
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let before: Look
    let after: Look
    /// `+number`, `~number`, `~number was path` and `-path`.
    let told: [String]

    init(_ what: String, _ before: Look, _ after: Look, _ told: String...) {
      self.what = what
      self.before = before
      self.after = after
      self.told = told
    }

    var testDescription: String { what }
  }

  static func told(_ changes: HitChanges) -> [String] {
    changes.gone.map { "-\($0)" }
      + changes.changed.map { "~\($0.number)" + ($0.former.map { " was \($0)" } ?? "") }
      + changes.appeared.map { "+\($0)" }
  }

  static let rows = [
    Row("nothing", Look(), Look()),
    Row("nothing new", Look("1 /a 1 0"), Look("1 /a 1 0")),
    Row("nothing that was looked at", Look("1 /a 1 0"), Look(of: [])),
    Row("a document begins to match", Look("1 /a 1 0"), Look("2 /b 2 0", of: [2]), "+2"),
    Row("one that does not match changes", Look("1 /a 1 0"), Look(of: [2])),
    Row(
      "another text", Look("1 /a 1 0"), Look("1 /a 1 0", of: [1], rewritten: [1]), "~1"),
    Row(
      "another text without a match before", Look(), Look("1 /a 1 0", of: [1], rewritten: [1]),
      "+1"),
    Row("other metadata", Look("1 /a 1 0"), Look("1 /a 1 9", of: [1]), "~1"),
    Row("written again as it was", Look("1 /a 1 0"), Look("1 /a 1 0", of: [1])),
    Row("saved through another file", Look("1 /a 1 0"), Look("1 /a 2 0", of: [1])),
    Row("another path", Look("1 /a 1 0"), Look("1 /b 1 0", of: [1]), "~1 was /a"),
    Row("a match no more", Look("1 /a 1 0", "2 /b 2 0"), Look(of: [1]), "-/a"),
    Row(
      "its number is that of another file", Look("1 /a 1 0"), Look("1 /b 2 0", of: [1]), "-/a",
      "+1"),
    Row("another document in its place", Look("1 /a 1 0"), Look("2 /a 2 0", of: [1, 2]), "~2"),
    Row(
      "one hit takes another's place", Look("1 /a 1 0", "2 /b 2 0"), Look("1 /b 1 0", of: [1, 2]),
      "~1 was /a"),
    Row(
      "two change their names", Look("1 /a 1 0", "2 /b 2 0"),
      Look("1 /b 1 0", "2 /a 2 0", of: [1, 2]), "~1 was /a", "~2 was /b"),
    Row(
      "everything at once", Look("1 /a 1 0", "2 /b 2 0", "3 /c 3 0", "4 /d 4 0"),
      Look("2 /b 2 5", "3 /e 3 0", "5 /f 5 0", of: [1, 2, 3, 5]),
      "-/a", "~2", "~3 was /c", "+5"),
    Row(
      "all looked at", Look("1 /a 1 0", "2 /b 2 0", "3 /c 3 0"),
      Look("2 /b 2 5", "3 /c 3 0", "4 /d 4 0"), "-/a", "~2", "+4"),
    Row(
      "another index with the same files", Look("1 /a 1 0", "2 /b 2 0"),
      Look("1 /b 2 0", "2 /a 1 0", index: "b")),
    Row(
      "another index", Look("1 /a 1 0", "2 /b 2 0", "3 /c 3 0"),
      Look("1 /c 3 7", "2 /a 1 0", "3 /d 4 0", index: "b"), "-/b", "~1", "+3"),
    Row("another index that is empty yet", Look("1 /a 1 0"), Look(index: "b"), "-/a"),
  ]

  @Test(arguments: rows)
  func `Each difference is reported once`(row: Row) {
    var query = StandingQuery()
    _ = query.update(row.before.observation(1))
    let changes = query.update(row.after.observation(2))
    #expect(Self.told(changes) == row.told)
    #expect(query.clock == IndexClock(index: row.after.index, sequence: 2))
    #expect(changes.clock == query.clock)
    var again = row.after
    again.rewritten = []
    #expect(query.update(again.observation(3)).count == 0)
  }

  @Test func `All first matches count as new hits`() {
    var query = StandingQuery()
    #expect(Self.told(query.update(Look("2 /b 2 0", "1 /a 1 0").observation(1))) == ["+1", "+2"])
    #expect(query.count == 2 && query.contains(2) && !query.contains(3))
  }

  @Test(arguments: [1, 2, 3, 100])
  func `The parts together equal all changes`(size: Int) {
    var query = StandingQuery()
    _ = query.update(Self.rows[16].before.observation(1))
    let changes = query.update(Self.rows[16].after.observation(2))
    let parts = changes.parts(of: size)
    #expect(parts.flatMap(Self.told) == Self.told(changes))
    #expect(parts.allSatisfy { (1...size).contains($0.count) && $0.clock == changes.clock })
  }

  @Test func `More hits than are kept are noticed`() {
    var observation = StandingQuery.Observation(clock: IndexClock(index: "a", sequence: 1))
    for number in 0..<Int64(StandingQuery.capacity) {
      observation.members[DocumentID(rawValue: number)] = StandingQuery.Member(
        location: DocumentLocation(FilePath("/\(number)")), inode: 0, size: 0, modified: 0, state: 0
      )
    }
    var query = StandingQuery()
    _ = query.update(observation)
    #expect(!query.isTooLarge)
    _ = query.update(Look("-1 /more 1 0", of: [-1]).observation(2))
    #expect(query.isTooLarge)
  }
}
