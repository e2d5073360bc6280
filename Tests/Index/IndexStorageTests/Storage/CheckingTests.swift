import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// Damage that a check finds, and repairs of it.
@Suite(.timeLimit(.minutes(15)))
struct CheckingTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for number in 1...200 { try index.put("/\(number)", "some text \(number)") }
    try index.writer.commit()
  }

  func check() throws -> IndexChecker.Finding {
    try IndexChecker(index.store, stoppedBy: Interruption()).check()
  }

  @Test func `An index that agrees with itself is sound`() throws {
    #expect(try check() == .sound)
    _ = try index.writer.remove("/7")
    try index.writer.commit()
    #expect(try check() == .sound)
    #expect(try check() == .sound)
  }

  @Test(
    arguments: [
      ("UPDATE body SET text = x'28b52ffd' WHERE id IN (3, 150)", .texts([3, 150])),
      ("UPDATE body SET text = x'' WHERE id = 9", .texts([9])),
      ("DELETE FROM document WHERE id = 5", .texts([5])),
      ("UPDATE document SET title = 'another' WHERE id = 5", .postings),
      ("DELETE FROM body WHERE id = 5", .postings),
      ("INSERT INTO search(search) VALUES('delete-all')", .postings),
      (
        """
        INSERT INTO search(search, rowid, title, name, tags, body)
        VALUES('delete', 5, NULL, '5', '', 'some text 5')
        """, .postings
      ),
    ] as [(String, IndexChecker.Damage)])
  func `Damage is found and its smallest part named`(
    sql: String, damage: IndexChecker.Damage
  ) throws {
    try index.writer.database.execute(sql)
    #expect(try check() == .damaged(damage))
  }

  @Test(arguments: ["DROP TABLE stem", "DROP VIEW searchable", "DROP TABLE body"])
  func `A table that is missing is damage of the file`(sql: String) throws {
    #expect(index.store.isComplete)
    #expect(try index.writer.isComplete())
    try index.writer.database.execute(sql)
    #expect(!index.store.isComplete)
    #expect(try !index.writer.isComplete())
    #expect(try check() == .damaged(.file))
  }

  @Test func `If damage prevents opening, the file is damaged`() throws {
    let other = IndexStore(in: index.folder["other"])
    try other.file.write(String(repeating: "no database ", count: 1_000))
    #expect(IndexChecker.check(other, stoppedBy: Interruption()) == .damaged(.file))
    try other.file.removeFile()
    try other.file.makeDirectory()
    #expect(IndexChecker.check(other, stoppedBy: Interruption()) == .unknown)
  }

  @Test func `A damaged page is damage of the file`() throws {
    let page = try index.number("SELECT rootpage FROM sqlite_schema WHERE name = 'body'")
    try index.writer.checkpoint()
    var bytes = try index.store.file.contents()
    let start = (Int(try #require(page)) - 1) * 4_096
    for offset in start..<start + 100 { bytes[offset] = 0xff }
    let other = IndexStore(in: index.folder["other"])
    try other.file.write(bytes)
    #expect(
      try IndexChecker(other, stoppedBy: Interruption()).check() == .damaged(.file))
  }

  /// Each occurrence in turn: one is in the table, the other in its index.
  @Test(arguments: [0, 1])
  func `A name that differs from its SQL index is damage of the file`(
    occurrence: Int
  ) throws {
    // In capitals, which FTS5 has not got them in.
    try index.put("/NUTHATCHES/TREECREEPER", "seed")
    try index.writer.commit()
    try index.writer.checkpoint()
    for name in ["NUTHATCHES", "TREECREEPER"] {
      var bytes = try index.store.file.contents()
      let places = bytes.indices.filter { bytes[$0...].starts(with: name.utf8) }
      try #require(places.count == 2)
      bytes[places[occurrence]] ^= 1
      let other = IndexStore(in: index.folder["\(name)\(occurrence)"])
      try other.file.write(bytes)
      #expect(
        try IndexChecker(other, stoppedBy: Interruption()).check() == .damaged(.file), "\(name)")
    }
  }

  @Test func `A check that is stopped or gets no lock proves nothing`() throws {
    let interruption = Interruption()
    interruption.raise()
    #expect(try IndexChecker(index.store, stoppedBy: interruption).check() == .unknown)
    try index.writer.begin()
    #expect(try check() == .unknown)
    index.writer.rollBack()
    #expect(try check() == .sound)
  }

  @Test func `A text is repaired without tokenizing it`() throws {
    try index.writer.database.execute("UPDATE body SET text = x'00' WHERE id = 3")
    #expect(throws: SQLiteError.self) { try index.put("/3", "other") }
    index.writer.rollBack()
    let (path, _) = try #require(try index.writer.file(ofDocument: 3))
    #expect(path == "/3")
    let postings = try index.number("SELECT max(id) + count(*) FROM search_data")
    try index.writer.mend(3, with: Array("some text 3".utf8))
    try index.writer.commit()
    #expect(try index.number("SELECT max(id) + count(*) FROM search_data") == postings)
    #expect(try check() == .sound)
    try index.put("/3", "other")
    try index.writer.commit()
    #expect(try index.find("other") == ["/3"])
  }

  @Test func `A discarded document vanishes with its postings`() throws {
    try index.writer.discard(3)
    try index.writer.commit()
    #expect(try index.find("some").count == 199)
    #expect(try check() == .damaged(.postings))
    try index.writer.rewritePostings()
    #expect(try check() == .sound)
    #expect(try index.find("some").count == 199)
  }

  @Test func `Lost postings are computed again from the texts`() throws {
    try index.writer.database.execute("INSERT INTO search(search) VALUES('delete-all')")
    try index.writer.rewritePostings()
    #expect(try check() == .sound)
    #expect(try index.find("some").count == 200)
  }
}
