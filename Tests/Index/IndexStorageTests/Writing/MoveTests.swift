import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct MoveTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  func move(_ origin: String, _ target: String) throws -> Bool {
    let isKnown = try index.writer.move(FilePath(origin), to: FilePath(target))
    try index.writer.commit()
    try index.check()
    return isKnown
  }

  @Test(
    arguments: [
      ("/a/old", "/a/new", "new", "old"), ("/a/old", "/b/old", "old", "new"),
      ("/a/old", "/c/d/new", "new", "old"), ("/a/old", "/new", "new", "old"),
    ])
  func `A moved file is found by its new name`(
    origin: String, target: String, name: String, other: String
  ) throws {
    try index.put(origin, "words")
    try index.put("/b/file", "beside")
    let number = try index.writer.storedFile(at: FilePath(origin))?.id
    #expect(try move(origin, target))
    #expect(try index.find("words") == [target])
    #expect(try index.find(name) == [target])
    #expect(try index.find(other).isEmpty)
    #expect(try index.writer.storedFile(at: FilePath(origin)) == nil)
    #expect(try index.writer.storedFile(at: FilePath(target))?.id == number)
  }

  @Test func `A moved file replaces another`() throws {
    try index.put("/a/one", "first")
    try index.put("/b/two", "second")
    #expect(try move("/a/one", "/b/two"))
    #expect(try index.list() == ["/b/two"])
    #expect(try index.find("first") == ["/b/two"])
    #expect(try index.find("second").isEmpty)
    #expect(try index.find("one").isEmpty)
  }

  @Test(arguments: ["/a/b", "/a/b/file"])
  func `A path moved onto itself stays`(path: String) throws {
    try index.put("/a/b/file", "words")
    _ = try move(path, path)
    #expect(try index.find("words") == ["/a/b/file"])
  }

  @Test(arguments: ["/missing", "/a/missing", "/missing/below/it", "/a/file/below"])
  func `An unknown path does not move`(path: String) throws {
    try index.put("/a/file", "words")
    try index.put("/target/file", "kept")
    #expect(try !move(path, "/target"))
    #expect(try index.list() == ["/a/file", "/target/file"])
  }

  @Test func `A folder moves with everything below it, and nothing is tokenized`() throws {
    for number in 0..<200 { try index.put("/a/\(number % 7)/\(number)", "word\(number) words") }
    try index.put("/a2/beside", "words")
    try index.writer.recordFolder(FilePath("/a/3"), inode: 33)
    try index.writer.commit()
    let tokens = """
      SELECT total(length(block)), count(*), max(id) FROM search_data
      """
    let before = try index.number(tokens)
    let changes = index.writer.database.totalChanges
    #expect(try index.writer.move(FilePath("/a"), to: FilePath("/b/c/new")))
    // Two folders on the way, and the one that is renamed.
    #expect(index.writer.database.totalChanges <= changes + 3)
    try index.writer.commit()
    #expect(try index.number(tokens) == before)
    #expect(try index.list("/a").isEmpty)
    #expect(try index.list("/b/c/new").count == 200)
    #expect(try index.find("word10") == ["/b/c/new/3/10"])
    #expect(try index.find("words").count == 201)
    #expect(try index.writer.inode(ofFolder: FilePath("/b/c/new/3")) == 33)
    #expect(try index.writer.inode(ofFolder: FilePath("/a/3")) == nil)
    try index.put("/a/3/10", "again")
    try index.writer.commit()
    #expect(try index.list("/a") == ["/a/3/10"])
    try index.check()
  }

  @Test func `A moved folder replaces another`() throws {
    try index.put("/a/one", "first")
    try index.put("/b/two", "second")
    try index.put("/b/c/three", "second")
    #expect(try move("/a", "/b"))
    #expect(try index.list() == ["/b/one"])
    #expect(try index.find("second").isEmpty)
  }

  @Test(arguments: ["/a/b", "/a/b/c", "/a/b/new", "/a/b/c/d/e"])
  func `A folder does not move into itself`(target: String) throws {
    try index.put("/a/b/c/file", "words")
    #expect(try !move("/a/b", target))
    #expect(try index.list() == ["/a/b/c/file"])
  }

  @Test(arguments: [("/a/b/c", "/a/b"), ("/a/b/c", "/a"), ("/a/b/c/file", "/a/b")])
  func `Nothing moves onto a folder that contains it`(origin: String, target: String) throws {
    try index.put("/a/b/c/file", "words")
    #expect(try !move(origin, target))
    #expect(try index.find("words") == ["/a/b/c/file"])
  }

  @Test func `A file and a folder can replace each other`() throws {
    try index.put("/file", "first")
    try index.put("/folder/two", "second")
    try index.put("/folder/three", "third")
    #expect(try move("/file", "/folder"))
    #expect(try index.list() == ["/folder"])
    try index.put("/other/four", "fourth")
    #expect(try move("/other", "/folder"))
    #expect(try index.list() == ["/folder/four"])
    #expect(try index.find("first").isEmpty)
  }
}
