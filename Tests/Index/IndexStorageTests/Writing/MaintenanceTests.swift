import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct MaintenanceTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  private func segments() throws -> Int64? {
    // The number of its segment is the upper part of a page's; below 11 are other records.
    try index.number("SELECT count(DISTINCT id >> 37) FROM search_data WHERE id > 10")
  }

  @Test func `A bulk leaves segments that are merged in small steps afterwards`() throws {
    try index.writer.setBulk(true)
    for batch in 0..<12 {
      try index.put("/\(batch)", "common word\(batch) " + String(repeating: "more ", count: 50))
      try index.writer.commit()
    }
    #expect(try segments() == 12)
    try index.writer.setBulk(false)
    var steps = 0
    while try index.writer.maintain() { steps += 1 }
    #expect(steps > 0)
    #expect(try segments() == 1)
    #expect(try !index.writer.maintain())
    #expect(try index.find("common").count == 12)
    try index.check()
  }

  @Test func `Many segments of single changes become few`() throws {
    try index.writer.database.execute(
      "INSERT INTO search(search, rank) VALUES('automerge', 0), ('crisismerge', 100)")
    for number in 0..<40 {
      try index.put("/\(number)", "common word\(number)")
      try index.writer.commit()
    }
    #expect(try segments() ?? 0 > 8)
    #expect(try index.writer.needsMaintenance())
    while try index.writer.maintain() {}
    #expect(try segments() ?? 9 <= 8)
    #expect(try index.find("common").count == 40)
    try index.check()
    // The next change is no reason to merge again.
    try index.put("/1", "common other")
    try index.writer.commit()
    #expect(try !index.writer.maintain())
  }

  @Test func `An interrupted bulk is finished by the next writer`() throws {
    try index.writer.setBulk(true)
    let next = try index.store.open(now: .now).writer
    try next.setBulk(false)
    #expect(try index.number("SELECT v FROM search_config WHERE k = 'automerge'") == 4)
    #expect(try next.maintain())
  }

  @Test func `The space of removed documents is freed`() throws {
    let text = (0..<1_000).map { "word\($0 &* 7_919)" }.joined(separator: " ")
    for number in 0..<150 { try index.put("/a/\(number)", "\(number) \(text)") }
    try index.put("/b", "stays")
    try index.writer.commit()
    let full = try index.number("PRAGMA page_count") ?? 0
    #expect(try index.writer.remove("/a"))
    try index.writer.commit()
    while try index.writer.maintain() {}
    let rest = try index.number("PRAGMA page_count") ?? 0
    #expect(rest < full / 2, "\(full) pages became \(rest)")
    #expect(try index.find("stays") == ["/b"])
    try index.check()
  }

  @Test func `Writing documents opens no savepoint, which would make FTS5 flush`()
    throws
  {
    try index.writer.setBulk(true)
    for number in 0..<200 { try index.put("/\(number)", "text of \(number)") }
    for number in 0..<100 { try index.put("/\(number)", "another text of \(number)") }
    try index.writer.commit()
    // At a savepoint, and where numbers go back, FTS5 writes a segment of the gathered words.
    #expect(try segments() == 2)
  }
}
