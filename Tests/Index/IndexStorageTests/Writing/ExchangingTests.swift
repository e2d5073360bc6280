import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct ExchangingTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  func exchange(_ one: String, _ other: String) throws -> Bool {
    try index.writer.commit()
    let isKnown = try index.writer.exchange(FilePath(one), with: FilePath(other))
    try index.writer.commit()
    try index.check()
    return isKnown
  }

  @Test(arguments: [("/a/one", "/a/two"), ("/a/one", "/b/one"), ("/a/one", "/b/c/two")])
  func `Exchanged files are found by their new names`(one: String, other: String) throws {
    try index.put(one, "first")
    try index.put(other, "second")
    let numbers = try [one, other].map { try index.writer.storedFile(at: FilePath($0))?.id }
    #expect(try exchange(one, other))
    #expect(try index.find("first") == [other])
    #expect(try index.find("second") == [one])
    for path in [one, other] {
      let name = String(decoding: FilePath(path).name, as: UTF8.self)
      #expect(try index.find(name).contains(path))
    }
    let exchanged = try [other, one].map { try index.writer.storedFile(at: FilePath($0))?.id }
    #expect(exchanged == numbers)
  }

  @Test func `Exchanged folders keep everything below them, and nothing is tokenized`() throws {
    for number in 0..<100 {
      try index.put("/a/\(number % 7)/\(number)", "word\(number)")
      try index.put("/deep/b/\(number % 5)/\(number)", "other\(number)")
    }
    try index.writer.recordFolder(FilePath("/a/3"), inode: 33)
    try index.writer.commit()
    let changes = index.writer.database.totalChanges
    #expect(try index.writer.exchange(FilePath("/a"), with: FilePath("/deep/b")))
    #expect(index.writer.database.totalChanges <= changes + 3)
    try index.writer.commit()
    #expect(try index.find("word10") == ["/deep/b/3/10"])
    #expect(try index.find("other10") == ["/a/0/10"])
    #expect(try index.list("/a").count == 100)
    #expect(try index.writer.inode(ofFolder: FilePath("/deep/b/3")) == 33)
    #expect(try index.writer.inode(ofFolder: FilePath("/a/3")) != 33)
    try index.check()
  }

  @Test func `A file is exchanged with a folder`() throws {
    try index.put("/one", "first")
    try index.put("/b/two/c/file", "second")
    #expect(try exchange("/one", "/b/two"))
    #expect(try index.list() == ["/b/two", "/one/c/file"])
    #expect(try index.find("first") == ["/b/two"])
    #expect(try exchange("/one", "/b/two"))
    #expect(try index.list() == ["/b/two/c/file", "/one"])
  }

  @Test func `If one of the two is unknown, a folder is renamed and a file stays`() throws {
    try index.put("/a/file", "words")
    #expect(try exchange("/x/new", "/a"))
    #expect(try index.list() == ["/x/new/file"])
    #expect(try exchange("/x/new", "/a"))
    #expect(try index.list() == ["/a/file"])
    #expect(try !exchange("/a/file", "/a/other"))
    #expect(try !exchange("/a/other", "/a/file"))
    #expect(try !exchange("/y", "/z"))
    #expect(try index.list() == ["/a/file"])
  }

  @Test(arguments: [("/a", "/a/b"), ("/a/b/c/file", "/a/b"), ("/a/b", "/a/b"), ("/", "/a")])
  func `Nothing is exchanged with a folder that contains it`(one: String, other: String) throws {
    try index.put("/a/b/c/file", "words")
    #expect(try !exchange(one, other))
    #expect(try index.find("words") == ["/a/b/c/file"])
  }

  @Test func `Files of a folder are found by their inode`() throws {
    try index.put("/a/file", "words")
    let folder = FilePath("/a")
    let inode = try #require(try index.writer.storedFile(at: folder.appending("file"))?.inode)
    #expect(try index.writer.files(in: folder, inode: inode) == [folder.appending("file")])
    #expect(try index.writer.files(in: folder, inode: inode &+ 1) == [])
    #expect(try index.writer.files(in: FilePath("/b"), inode: inode) == [])
  }
}
