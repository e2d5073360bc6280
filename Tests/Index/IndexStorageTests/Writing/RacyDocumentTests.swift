import LinuxSystem
import TestSupport
import Testing

@testable import IndexStorage

/// Documents that have to be read again although their file looks the same.
@Suite(.timeLimit(.minutes(15)))
struct RacyDocumentTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  func put(_ path: String, _ text: String, racyUntil moment: FileTime?, changed: Int = 5) throws {
    var document = Document(status: FileStatus(size: 3, changed: changed), type: "text/plain")
    document.text = Array(text.utf8)
    document.racyUntil = moment
    try index.writer.replace(document, at: FilePath(path))
  }

  @Test func `A racy file is not current, and keeps its times`() throws {
    try put("/a/one", "words", racyUntil: 70)
    try put("/a/two", "words", racyUntil: nil)
    let status = FileStatus(size: 3, changed: 5)
    let racy = try #require(try index.writer.storedFile(at: FilePath("/a/one")))
    #expect(racy.racyUntil == 70)
    #expect(racy.matches(status, extractor: 1))
    #expect(!racy.isCurrent(status, extractor: 1))
    let files = try index.writer.storedFolder(at: FilePath("/a")).files
    #expect(files[Array("one".utf8)] == racy)
    #expect(files[Array("two".utf8)]?.isCurrent(status, extractor: 1) == true)
    try index.writer.move(FilePath("/a/one"), to: FilePath("/b"))
    #expect(try index.writer.storedFile(at: FilePath("/b"))?.racyUntil == 70)
  }

  @Test func `Racy files that are due are returned, the earliest first`() throws {
    for (name, moment) in [("c", 30), ("a", 10), ("b", 20), ("d", 40), ("old", 0)] {
      try put("/f/\(name)", "words", racyUntil: FileTime(nanoseconds: Int64(moment)))
    }
    func names(_ moments: ClosedRange<FileTime>, limit: Int = 10) throws -> [String] {
      try index.writer.racyFiles(moments, limit: limit).map {
        "\($0.path)=\($0.moment.nanoseconds)"
      }
    }
    #expect(try names(1...30) == ["/f/a=10", "/f/b=20", "/f/c=30"])
    #expect(try names(11...40, limit: 2) == ["/f/b=20", "/f/c=30"])
    #expect(try names(41...99) == [])
    #expect(try index.writer.firstRacyMoment(in: 31...99) == 40)
    #expect(try index.writer.firstRacyMoment(in: 41...99) == nil)
  }

  @Test func `A final read of the same text is neither a change nor a commit`()
    throws
  {
    try put("/a", "words", racyUntil: 70)
    try index.writer.commit()
    let clock = index.writer.clock
    try put("/a", "words", racyUntil: 70)
    #expect(!index.writer.hasChanges)
    try put("/a", "words", racyUntil: nil)
    #expect(index.writer.hasChanges)
    #expect(index.writer.changes == IndexChanges())
    try index.writer.commit()
    #expect(index.writer.clock == clock, "Nobody could see it.")
    #expect(
      try index.number("SELECT value FROM meta WHERE key = 'sequence'") == clock.sequence.rawValue)
    #expect(try index.writer.storedFile(at: FilePath("/a"))?.racyUntil == nil)
    let later = "SELECT count(*) FROM document WHERE sequence > \(clock.sequence)"
    #expect(try index.number(later) == 0)
    // Another time is one.
    try put("/a", "words", racyUntil: nil, changed: 6)
    #expect(index.writer.changes.rows.count == 1)
    try index.writer.commit()
    #expect(index.writer.clock.sequence == clock.sequence.next)
    // One that can be seen beside one that cannot, in both orders.
    for (first, second) in [("/a", "/b"), ("/c", "/a")] {
      try put(first, "words", racyUntil: 80, changed: 6)
      try put(second, "words", racyUntil: nil, changed: 6)
      try index.writer.commit()
    }
    #expect(index.writer.clock.sequence == clock.sequence.next.next.next)
  }

  @Test func `A read that finds another text with the same times replaces it`() throws {
    try put("/a", "first", racyUntil: 70)
    try index.writer.commit()
    try put("/a", "other", racyUntil: nil)
    try index.writer.commit()
    #expect(try index.find("first").isEmpty)
    #expect(try index.find("other") == ["/a"])
    try index.check()
  }
}
