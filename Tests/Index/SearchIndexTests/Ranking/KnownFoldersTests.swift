import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// The folders that the readers of an index share are read in parts, and each part is read once.
@Suite(.timeLimit(.minutes(15)))
struct KnownFoldersTests {
  private let index: TestIndex
  private let count = 45_000

  init() throws {
    index = try TestIndex()
    try index.put("/home/oak/note.txt", "acorn")
    try index.writer.commit()
    try index.execute(
      """
      WITH RECURSIVE number(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT INTO directory(parent, name) SELECT 1, CAST('elm ' || n AS BLOB) FROM number;
      """)
  }

  private func openReader() throws -> IndexReader {
    try IndexReader(index.store, sharing: index.caches)
  }

  private struct Part: Equatable {
    var isComplete: Bool
    var count: Int
  }

  /// The state of the folders after a query that had no time to read them.
  private func read(_ reader: IndexReader) throws -> Part {
    let snapshot = try Snapshot(of: reader)
    let known = try index.caches.folders.known(in: snapshot, until: .now) { _ in [] }
    return Part(isComplete: known.isComplete, count: known.names.count)
  }

  @Test func `Each query reads a part, and a commit in between loses nothing`() throws {
    let readers = [try openReader(), try openReader()]
    var counts: [Int] = []
    for number in 0..<10 {
      let part = try read(readers[number % 2])
      counts.append(part.count)
      if part.isComplete { break }
      try index.put("/home/ash \(number)/new.txt", "acorn")
      try index.writer.commit()
    }
    #expect(counts.first == 20_000)
    #expect(counts.count <= 5)
    // `/`, `/home`, `/home/oak`, and the folders of the commits.
    #expect(counts.last == count + 3 + counts.count - 1)
    let snapshot = try Snapshot(of: readers[0])
    let known = try index.caches.folders.known(in: snapshot, until: .now) { _ in [] }
    for word in ["oak", "elm", "45000", "ash"] {
      #expect(known.names.has(Array(word.utf8), except: []), "\(word)")
    }
  }

  @Test func `A reader has no copy after its query, and the shared one is read once`() throws {
    let readers = [try openReader(), try openReader()]
    for reader in readers {
      while try !reader.search(Query(parsing: "acorn elm"), SearchOptions()).isComplete {}
      #expect(reader.folders.names.count == 0)
    }
    #expect(try read(readers[0]) == Part(isComplete: true, count: count + 3))
    index.caches.folders.removeAll()
    #expect(try read(readers[0]) == Part(isComplete: false, count: 20_000))
  }

  @Test func `A removed folder is known no longer`() throws {
    let reader = try openReader()
    while try !read(reader).isComplete {}
    _ = try index.writer.remove(FilePath("/home/oak"))
    try index.writer.commit()
    #expect(try read(reader) == Part(isComplete: true, count: count + 2))
    let known = try index.caches.folders.known(in: Snapshot(of: reader), until: .now) { _ in [] }
    #expect(!known.names.has(Array("oak".utf8), except: []))
  }
}
