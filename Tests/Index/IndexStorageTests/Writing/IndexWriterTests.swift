import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct IndexWriterTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  @Test func `A document is found by its words, its name, its title and its tags`() throws {
    var document = Document(status: FileStatus(size: 5), type: "text/markdown")
    document.title = "Nuthatch"
    document.tags = ["birds", "winter food"]
    document.text = Array("It hides seeds.".utf8)
    try index.writer.replace(document, at: FilePath("/notes/sitta europaea.md"))
    try index.writer.commit()
    for query in ["seeds", "europaea", "nuthatch", "birds", "\"winter food\"", "md", "SEEDS"] {
      #expect(try index.find(query) == ["/notes/sitta europaea.md"], "\(query)")
    }
    #expect(try index.find("notes").isEmpty)
    let stored = try index.writer.database.first(
      "SELECT type, size, \(DocumentProperties.columnNames) FROM document"
    ) { row in
      (type: row.text(at: 0), size: row.integer(at: 1), properties: DocumentProperties(row, at: 2))
    }
    #expect(stored?.properties.title == "Nuthatch")
    #expect(stored?.properties.tags == ["birds", "winter food"])
    #expect(stored?.type == "text/markdown")
    #expect(stored?.size == 5)
  }

  @Test func `A document replaces the one with its path, and keeps its number`() throws {
    try index.put("/a/file", "old words")
    let number = try index.writer.storedFile(at: FilePath("/a/file"))?.id
    try index.put("/a/file", "new words")
    try index.writer.commit()
    #expect(try index.find("old").isEmpty)
    #expect(try index.find("new words") == ["/a/file"])
    #expect(try index.writer.storedFile(at: FilePath("/a/file"))?.id == number)
    #expect(try index.list() == ["/a/file"])
    try index.check()
  }

  @Test func `A document without its former text is no longer found by it`() throws {
    try index.put("/a/file", "words")
    try index.put("/a/file", "")
    try index.put("/a/empty", "")
    try index.writer.commit()
    #expect(try index.find("words").isEmpty)
    #expect(try index.find("file") == ["/a/file"])
    #expect(try index.number("SELECT count(*) FROM body") == 0)
    try index.check()
  }

  @Test func `A text may hold NULs, and a name need not be UTF-8`() throws {
    let path = FilePath("/a").appending([0xff, 0x2d] + Array("name".utf8))
    var document = Document(status: FileStatus(), type: "text/plain")
    document.title = "ti\0tle"
    document.text = Array("before\0behind".utf8)
    try index.writer.replace(document, at: path)
    try index.writer.commit()
    for query in ["before", "behind", "name", "tle"] {
      let found = try index.store.openForTesting().find(query)
      #expect(found.map(\.path) == [path], "\(query)")
    }
    try index.check()
    #expect(try index.writer.remove(path))
    try index.check()
    #expect(try index.number("SELECT count(*) FROM document") == 0)
  }

  @Test func `A removed document is no longer found`() throws {
    try index.put("/a/one", "words")
    try index.put("/a/two", "words")
    try index.writer.commit()
    #expect(try index.writer.remove(FilePath("/a/one")))
    try index.writer.commit()
    #expect(try index.find("words") == ["/a/two"])
    #expect(try index.number("SELECT count(*) FROM body") == 1)
    try index.check()
  }

  @Test(arguments: ["/missing", "/a/missing", "/missing/below/it", "/a/file/below"])
  func `Removing an unknown path changes nothing`(path: String) throws {
    try index.put("/a/file", "words")
    try index.writer.commit()
    #expect(try index.writer.remove(FilePath(path)))
    try index.writer.commit()
    #expect(try index.list() == ["/a/file"])
  }

  @Test func `A folder is removed with everything below it, and nothing else`() throws {
    for path in ["/a/b/1", "/a/b/c/2", "/a/b/c/d/3", "/a/bc/4", "/a/5"] {
      try index.put(path, "words")
    }
    #expect(try index.writer.remove(FilePath("/a/b")))
    try index.writer.commit()
    #expect(try index.find("words") == ["/a/bc/4", "/a/5"])
    #expect(try index.writer.storedFolder(at: FilePath("/a")).folders == [Array("bc".utf8)])
    try index.check()
  }

  @Test func `A large folder is removed in parts`() throws {
    for number in 0..<10 { try index.put("/a/\(number % 3)/\(number)", "words") }
    try index.put("/other", "words")
    try index.writer.commit()
    // Each part removes three of the ten documents and four folders; `/other` and `/` stay.
    for left in [11, 8, 5, 2] as [Int64] {
      #expect(try !index.writer.remove(FilePath("/a"), limit: 3))
      try index.writer.commit()
      let rows = "SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM directory)"
      #expect(try index.number(rows) == left + 2)
      try index.check()
    }
    #expect(try index.writer.remove(FilePath("/a"), limit: 3))
    try index.writer.commit()
    #expect(try index.list() == ["/other"])
    #expect(try index.writer.inode(ofFolder: FilePath("/a")) == nil)
  }

  @Test func `A removed folder can come back`() throws {
    try index.put("/a/b/file", "old")
    try #expect(index.writer.remove(FilePath("/a")))
    try index.put("/a/b/file", "new")
    try index.writer.commit()
    #expect(try index.list("/a/b") == ["/a/b/file"])
    #expect(try index.find("new") == ["/a/b/file"])
  }

  @Test func `The clock advances once per commit and never goes back`() throws {
    let start = index.writer.clock
    #expect(!start.index.isEmpty)
    #expect(!index.writer.hasChanges)
    try index.writer.commit()
    #expect(index.writer.clock == start)
    try index.put("/a", "one")
    try index.put("/b", "two")
    #expect(index.writer.hasChanges)
    #expect(index.writer.clock == start)
    try index.writer.commit()
    let next = IndexClock(index: start.index, sequence: start.sequence.next)
    #expect(index.writer.clock == next)
    #expect(try MetaTable(of: index.store.openForTesting()).clock() == next)
    try index.writer.setCleanShutdown(true)
    #expect(try index.store.open(now: .now).writer.clock == next)
  }

  @Test func `A rollback undoes all changes`() throws {
    try index.put("/a/file", "kept")
    try index.writer.commit()
    let clock = index.writer.clock
    try index.put("/a/file", "lost")
    try index.writer.move(FilePath("/a"), to: FilePath("/b"))
    try index.put("/new/folder/file", "lost")
    index.writer.rollBack()
    #expect(!index.writer.hasChanges)
    #expect(index.writer.clock == clock)
    #expect(try index.list() == ["/a/file"])
    #expect(try index.find("lost").isEmpty)
    #expect(try index.find("kept") == ["/a/file"])
    // The folders were taken back as well: their numbers must not be used again.
    try index.put("/new/folder/file", "again")
    try index.writer.commit()
    #expect(try index.list() == ["/a/file", "/new/folder/file"])
    try index.check()
  }

  @Test func `A recorded folder can be missed`() throws {
    let path = FilePath("/a/b")
    #expect(try index.writer.inode(ofFolder: path) == nil)
    #expect(try index.writer.storedFolder(at: path) == StoredFolder())
    try index.writer.recordFolder(path, inode: .max)
    #expect(try index.writer.inode(ofFolder: path) == .max)
    #expect(try index.writer.storedFolder(at: FilePath("/a")).folders == [Array("b".utf8)])
    try index.writer.commit()
    try index.writer.recordFolder(path, inode: .max)
    #expect(!index.writer.hasChanges)
    try index.writer.recordFolder(path, inode: 7)
    #expect(index.writer.hasChanges)
    #expect(try index.writer.inode(ofFolder: path) == 7)
  }

  @Test func `A stored folder has its own entries, by bytes`() throws {
    let odd = FilePath("/a").appending([0xff])
    try index.writer.replace(
      Document(status: FileStatus(size: 3, inode: 42), type: "text/plain"), at: odd)
    try index.put("/a/b/below", "words")
    try index.put("/beside", "words")
    let stored = try index.writer.storedFolder(at: FilePath("/a"))
    #expect(stored.files.keys.sorted { $0[0] < $1[0] } == [[0xff]])
    #expect(stored.files[[0xff]]?.size == 3)
    #expect(stored.files[[0xff]]?.inode == 42)
    #expect(try stored.files[[0xff]] == index.writer.storedFile(at: odd))
    #expect(stored.folders == [Array("b".utf8)])
  }

  @Test(
    arguments: [
      (FileStatus(size: 1, modified: 2, changed: 3, device: 4, inode: 5), true),
      (FileStatus(size: 1, modified: 2, changed: 3, device: 9, inode: 5), true),
      (FileStatus(size: 9, modified: 2, changed: 3, device: 4, inode: 5), false),
      (FileStatus(size: 1, modified: 9, changed: 3, device: 4, inode: 5), false),
      (FileStatus(size: 1, modified: 2, changed: 9, device: 4, inode: 5), false),
      (FileStatus(size: 1, modified: 2, changed: 3, device: 4, inode: 9), false),
    ])
  func `A file matches unless size, times or inode differ`(
    status: FileStatus, isSame: Bool
  ) throws {
    let read = FileStatus(size: 1, modified: 2, changed: 3, device: 4, inode: 5)
    let path = FilePath("/file")
    try index.writer.replace(Document(status: read, type: "text/plain"), at: path)
    #expect(try index.writer.storedFile(at: path)?.matches(status, extractor: 1) == isSame)
  }

  @Test func `A new change time is recorded without reading the file again`() throws {
    let path = FilePath("/file")
    try index.put("/file", "words", size: 5, modified: 6)
    let renamed = FileStatus(size: 5, modified: 6, changed: 99)
    let stored = try #require(try index.writer.storedFile(at: path))
    #expect(!stored.matches(renamed, extractor: 1))
    try index.writer.recordChangeTime(renamed, of: stored)
    #expect(try index.writer.storedFile(at: path)?.matches(renamed, extractor: 1) == true)
    try index.writer.commit()
    #expect(try index.find("words") == ["/file"])
  }

  @Test func `A file with unchanged texts costs one row and no tokenizing`() throws {
    try index.put("/a.txt", "words of a text", size: 15, modified: 1)
    try index.put("/empty", "", modified: 1)
    try index.writer.commit()
    let start = index.writer.database.totalChanges
    try index.put("/a.txt", "words of a text", size: 15, modified: 2)
    try index.put("/empty", "", modified: 2)
    // REPLACE removes a row without counting it.
    #expect(index.writer.database.totalChanges - start == 2)
    try index.writer.commit()
    #expect(try index.writer.storedFile(at: "/a.txt")?.modified == 2)
    #expect(try index.find("words") == ["/a.txt"])
    try index.put("/a.txt", "words of a song", size: 15, modified: 3)
    try index.put("/empty", "text", modified: 3)
    try index.writer.commit()
    #expect(try index.find("text") == ["/empty"])
    #expect(try index.find("song") == ["/a.txt"])
    try index.check()
  }
}
