import IndexStorage
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// Ranking knows a document as it is in the state of the index.
@Suite(.timeLimit(.minutes(15)))
struct SnapshotDocumentsTests {
  let index: TestIndex
  let reader: IndexReader

  init() throws {
    index = try TestIndex()
    try index.put(all: [("/a/plan.txt", "fox", 1)], title: "Fox")
    reader = try IndexReader(index.store)
  }

  /// The first document as the reader knows it.
  private func document() throws -> KnownDocument? {
    let snapshot = try Snapshot(of: reader)
    reader.documents.update(in: snapshot)
    return try reader.documents.document(1, in: reader.database)
  }

  @Test func `A document is read once, until memory is released`() throws {
    let first = try #require(try document())
    #expect(first.name.base == "plan" && first.name.ending == "txt" && first.title == "Fox")
    #expect(first.size == 3 && first.modified == FileTime(nanoseconds: 1) && first.digest != nil)
    try index.put(all: [("/a/other.txt", "hen", 1)])
    #expect(try document() === first)
    reader.releaseMemory()
    #expect(try document() !== first)
  }

  @Test func `A changed, moved or removed document is read again`() throws {
    let first = try #require(try document())
    try index.put(all: [("/a/plan.txt", "a hen", 2)])
    let changed = try #require(try document())
    #expect(changed.size == 5 && changed.digest != first.digest && changed.title == "")
    _ = try index.writer.move(FilePath("/a/plan.txt"), to: FilePath("/b/other.md"))
    try index.writer.commit()
    let moved = try #require(try document())
    #expect(moved.folder != changed.folder && moved.name.base == "other")
    _ = try index.writer.remove(FilePath("/b/other.md"))
    try index.writer.commit()
    #expect(try document() == nil)
  }

  @Test func `After commits that are not known, all documents are read again`() throws {
    let first = try #require(try document())
    try index.writer.advanceClock()
    try index.put(all: [("/a/plan.txt", "a hen", 2)])
    #expect(try document()?.size == 5 && first.size == 3)
  }

  @Test func `What is known of the folders above follows a rename`() throws {
    try index.put(all: [("/other/note", "hen", 1)])
    let folder = try #require(try document()).folder
    func haveCopies() throws -> Bool {
      let snapshot = try Snapshot(of: reader)
      try reader.folders.update(in: snapshot)
      return reader.folders.priors(above: folder, nil).haveCopies
    }
    #expect(try !haveCopies())
    _ = try index.writer.move(FilePath("/a"), to: FilePath("/backup"))
    try index.writer.commit()
    #expect(try haveCopies())
  }

  @Test func `Only documents that were asked for lately are kept`() throws {
    let count = 5_000
    for number in 0..<count { try index.put("/d/\(number)", "fox") }
    try index.writer.commit()
    let snapshot = try Snapshot(of: reader)
    reader.documents.update(in: snapshot)
    func document(_ number: Int) throws -> KnownDocument? {
      try reader.documents.document(DocumentID(rawValue: Int64(number)), in: reader.database)
    }
    let (first, second) = (try document(1), try document(2))
    for number in 3...count {
      _ = try document(number)
      if number % 1_000 == 0 { #expect(try document(1) === first) }
    }
    #expect(try document(2) !== second)
  }
}
