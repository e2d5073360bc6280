import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// A removal in parts: each takes as many rows as it may, and never looks at removed rows.
@Suite(.timeLimit(.minutes(15)))
struct PartialRemovalTests {
  private func rows(_ index: TestIndex) throws -> Int64 {
    try index.number("SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM directory)")
      ?? 0
  }

  @Test(arguments: [(1, 1), (2, 7), (3, 50), (4, 200), (5, 10_000)] as [(UInt64, Int)])
  func `Each part removes its number of documents and folders`(seed: UInt64, limit: Int) throws {
    let index = try TestIndex()
    var random = SplitMix(seed: seed)
    var kept: [String] = []
    for number in 0..<400 {
      var path = Bool.random(using: &random) ? "/gone" : "/kept"
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        path += "/\(Int.random(in: 0..<4, using: &random))"
      }
      path += "/file\(number)"
      if path.hasPrefix("/kept") { kept.append(path) }
      try index.put(path, "text \(number)")
    }
    try index.writer.commit()
    var (before, parts) = (try rows(index), 0)
    let all = before
    while true {
      let isDone = try index.writer.remove(FilePath("/gone"), limit: limit)
      let after = try rows(index)
      #expect(before - after <= Int64(limit))
      #expect(isDone || before - after == Int64(limit))
      // A document is never left without its folder.
      #expect(
        try index.number(
          "SELECT count(*) FROM document WHERE directory NOT IN (SELECT id FROM directory)") == 0)
      (before, parts) = (after, parts + 1)
      if isDone { break }
    }
    #expect(Int64(parts) <= (all - before) / Int64(limit) + 1)
    try index.writer.commit()
    #expect(try index.list() == kept.sorted())
    try index.check()
    #expect(try index.writer.remove(FilePath("/gone"), limit: limit))
  }

  @Test func `Folders that lie in each other in a damaged index are no endless loop`() throws {
    let index = try TestIndex()
    try index.put("/a/b/c", "text")
    try index.writer.commit()
    try index.writer.database.execute(
      """
      UPDATE directory SET parent = (SELECT id FROM directory WHERE name = CAST('b' AS BLOB))
      WHERE name = CAST('a' AS BLOB)
      """)
    let looped = try index.number("SELECT id FROM directory WHERE name = CAST('a' AS BLOB)") ?? 0
    #expect(throws: (any Error).self) {
      _ = try index.writer.remove(below: FolderID(rawValue: looped))
    }
  }
}
