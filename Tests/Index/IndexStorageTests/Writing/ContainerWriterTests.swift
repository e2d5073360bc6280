import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct ContainerWriterTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  /// A member: its path in each container, its text, and a checksum.
  typealias Member = (path: [String], text: String, checksum: UInt)

  /// Writes a file with its members.
  ///
  /// - Returns: for each member whether it was written.
  @discardableResult
  func put(_ file: String, _ members: [Member], isGrowing: Bool = false) throws -> [Bool] {
    try index.put(file, "container")
    var writer = ContainerWriter(FilePath(file), index.writer, isGrowing: isGrowing)
    var results: [Bool] = []
    for member in members {
      var document = Document(
        status: FileStatus(size: member.text.utf8.count, device: 0, inode: member.checksum),
        type: "text/plain")
      document.text = Array(member.text.utf8)
      let path = member.path.map { $0.split(separator: "/").map { Array($0.utf8) } }
      results.append(try writer.write(document, at: path))
    }
    try writer.finish()
    try index.writer.commit()
    try index.check()
    return results
  }

  func uris(_ expression: String) throws -> [String] { try index.uris(expression) }

  @Test func `Members are found, each with the path in its container`() throws {
    try put(
      "/home/a.zip",
      [
        (["b.txt"], "alpha", 1), (["docs/c.txt"], "beta", 2),
        (["docs/in.tar", "x/y.c"], "gamma", 3),
      ])
    #expect(try uris("alpha") == ["file:///home/a.zip#!/b.txt"])
    #expect(try uris("beta") == ["file:///home/a.zip#!/docs/c.txt"])
    #expect(try uris("gamma") == ["file:///home/a.zip#!/docs/in.tar!/x/y.c"])
    #expect(try uris("container") == ["file:///home/a.zip"])
    #expect(try index.list("/home/a.zip/docs").count == 2)
  }

  @Test func `An unchanged member keeps its row`() throws {
    let members: [Member] = [(["b.txt"], "alpha", 1), (["c.txt"], "beta", 2)]
    #expect(try put("/a.zip", members) == [true, true])
    let number = try index.number("SELECT id FROM document WHERE name = CAST('b.txt' AS BLOB)")
    #expect(try put("/a.zip", members) == [false, false])
    #expect(try put("/a.zip", [members[0], (["c.txt"], "delta", 3)]) == [false, true])
    #expect(
      try index.number("SELECT id FROM document WHERE name = CAST('b.txt' AS BLOB)") == number)
    #expect(try uris("delta") == ["file:///a.zip#!/c.txt"])
    #expect(try uris("beta").isEmpty)
  }

  @Test func `A member that is gone goes, and so does its empty folder`() throws {
    try put("/a.zip", [(["d/e/b.txt"], "alpha", 1), (["d/c.txt"], "beta", 2)])
    try put("/a.zip", [(["d/c.txt"], "beta", 2)])
    #expect(try uris("alpha").isEmpty)
    #expect(try uris("beta") == ["file:///a.zip#!/d/c.txt"])
    #expect(try index.number("SELECT count(*) FROM directory WHERE container IS NOT NULL") == 2)
    try put("/a.zip", [])
    #expect(try index.list() == ["/a.zip"])
    #expect(try index.number("SELECT count(*) FROM directory WHERE container IS NOT NULL") == 0)
  }

  @Test func `Members with the same path get different names`() throws {
    try put("/m.eml", [(["image.png"], "one", 1), (["image.png"], "two", 2)])
    let uris = ["file:///m.eml#!/image.png", "file:///m.eml#!/image.png%20%282%29"]
    #expect(try self.uris("one OR two").sorted() == uris)
    #expect(
      try put("/m.eml", [(["image.png"], "one", 1), (["image.png"], "two", 2)]) == [false, false])
  }

  @Test func `A file that grows keeps its members, and new ones take no name of theirs`() throws {
    try put("/m.mbox", [(["<1>"], "one", 1), (["<1>", "a.txt"], "inner", 2)])
    #expect(
      try put(
        "/m.mbox", [(["<2>"], "two", 3), (["<1>"], "three", 4), (["<1>", "a.txt"], "inner", 2)],
        isGrowing: true) == [true, true, true])
    #expect(try uris("one") == ["file:///m.mbox#!/%3C1%3E"])
    #expect(try uris("two") == ["file:///m.mbox#!/%3C2%3E"])
    #expect(try uris("three") == ["file:///m.mbox#!/%3C1%3E%20%282%29"])
    #expect(
      try uris("inner").sorted() == [
        "file:///m.mbox#!/%3C1%3E!/a.txt", "file:///m.mbox#!/%3C1%3E!/a.txt%20%282%29",
      ])
    try put("/m.mbox", [(["<1>"], "one", 1)])
    #expect(try uris("one OR two OR three OR inner") == ["file:///m.mbox#!/%3C1%3E"])
  }

  @Test func `The end of a file is stored until it has to be read again`() throws {
    let path = FilePath("/m.mbox")
    func stored() throws -> StoredFile { try #require(try index.writer.storedFile(at: path)) }
    var document = Document(status: FileStatus(size: 70), type: "application/mbox")
    document.end = Document.End(offset: 70, checksum: .max - 1)
    try index.writer.replace(document, at: path)
    #expect(try index.writer.end(ofDocument: stored().id) == document.end)
    try index.writer.markUnfinished(stored().id)
    #expect(try stored().extractor == Document.unfinished)
    #expect(try index.writer.end(ofDocument: stored().id) == nil)
    document.end = nil
    try index.writer.replace(document, at: path)
    #expect(try index.writer.end(ofDocument: stored().id) == nil)
    try index.writer.commit()
  }

  @Test(arguments: ["/home/b.zip", "/other/a.zip", "/other/deep/b.zip"])
  func `Members move with their file`(target: String) throws {
    try put("/home/a.zip", [(["d/b.txt"], "alpha", 1)])
    try index.put("/other/deep/x", "beside")
    #expect(try index.writer.move(FilePath("/home/a.zip"), to: FilePath(target)))
    try index.writer.commit()
    #expect(try uris("alpha") == ["file://\(target)#!/d/b.txt"])
  }

  @Test func `Members move with the folder of their file`() throws {
    try put("/home/in/a.zip", [(["b.txt"], "alpha", 1)])
    #expect(try index.writer.move(FilePath("/home/in"), to: FilePath("/home/out")))
    try index.writer.commit()
    #expect(try uris("alpha") == ["file:///home/out/a.zip#!/b.txt"])
  }

  @Test func `Exchanged files exchange their members`() throws {
    try put("/a.zip", [(["b.txt"], "alpha", 1)])
    try put("/c/d.zip", [(["e.txt"], "beta", 2)])
    #expect(try index.writer.exchange(FilePath("/a.zip"), with: FilePath("/c/d.zip")))
    try index.writer.commit()
    #expect(try uris("alpha") == ["file:///c/d.zip#!/b.txt"])
    #expect(try uris("beta") == ["file:///a.zip#!/e.txt"])
  }

  @Test func `Members are removed and forgotten with their file`() throws {
    try put("/a.zip", [(["b.txt"], "alpha", 1)])
    try put("/c.zip", [(["b.txt"], "beta", 2)])
    #expect(try index.writer.remove(FilePath("/a.zip")))
    try index.writer.commit()
    #expect(try uris("alpha").isEmpty)
    #expect(try index.writer.forget([FilePath("/c.zip")]).documents == 2)
    #expect(try index.list().isEmpty)
  }

  @Test func `A file with members is no folder on the disk`() throws {
    try put("/home/a.zip", [(["d/b.txt"], "alpha", 1)])
    try index.writer.recordFolder(FilePath("/home"), inode: 7)
    #expect(try index.writer.inode(ofFolder: FilePath("/home/a.zip")) == nil)
    #expect(try index.writer.storedFolder(at: FilePath("/home")).folders.isEmpty)
    #expect(try index.writer.folderCount() == 2)
    try index.writer.commit()
    let tree = FolderTree(in: index.writer.database)
    for (path, count) in [("/", 2), ("/home", 1), ("/home/a.zip", 0)] {
      let folder = try #require(try tree.folder(at: FilePath(path)))
      #expect(try tree.count(below: folder) == count)
    }
  }

  @Test func `A file is listed with its members, and without its neighbours`() throws {
    try put("/home/a.zip", [(["d/b.txt"], "alpha", 1), (["in.tar", "c.txt"], "beta", 2)])
    try put("/home/b.zip", [(["b.txt"], "gamma", 3)])
    #expect(
      try index.list("/home/a.zip") == [
        "/home/a.zip", "/home/a.zip/d/b.txt", "/home/a.zip/in.tar/c.txt",
      ])
    #expect(try index.list("/home/a.zip/d") == ["/home/a.zip/d/b.txt"])
    #expect(try index.list("/home").count == 5)
  }

  @Test func `A folder on the disk replaces members without their file`() throws {
    try put("/home/a.zip", [(["b.txt"], "alpha", 1)])
    let file = try #require(try index.writer.storedFile(at: FilePath("/home/a.zip")))
    try index.writer.discard(file.id)
    try index.writer.recordFolder(FilePath("/home/a.zip"), inode: 7)
    try index.writer.commit()
    #expect(try index.writer.inode(ofFolder: FilePath("/home/a.zip")) == 7)
    #expect(try index.list().isEmpty)
  }

  @Test func `A member is known to be in its file`() throws {
    try put("/home/a.zip", [(["d/in.tar", "b.txt"], "alpha", 1)])
    let member = try #require(
      try index.number("SELECT id FROM document WHERE name = CAST('b.txt' AS BLOB)"))
    let file = try #require(try index.writer.storedFile(at: FilePath("/home/a.zip")))
    let found = try index.writer.container(ofDocument: DocumentID(rawValue: member))
    #expect(found == FilePath("/home/a.zip"))
    #expect(try index.writer.container(ofDocument: file.id) == nil)
  }

  @Test func `Files are read again of which a member was read by an outdated reader`() throws {
    try put("/home/a.zip", [(["d/b.txt"], "alpha", 1)])
    try put("/home/c.zip", [(["d/b.txt"], "beta", 2)])
    let files = try index.writer.filesWithMembers().map(\.description)
    #expect(files == ["/home/a.zip", "/home/c.zip"])
    #expect(try index.writer.markOutdatedContainers(unless: { _ in true }, as: { _ in 77 }) == 0)
    #expect(try index.writer.markOutdatedContainers(unless: { _ in false }, as: { _ in 77 }) == 2)
    for file in files {
      let stored = try #require(try index.writer.storedFile(at: FilePath(file)))
      #expect(stored.extractor == 77)
    }
    #expect(try index.writer.storedFile(at: FilePath("/home"))?.extractor == nil)
  }

  @Test func `Files below one folder get another version of their reader`() throws {
    try put("/home/a.zip", [])
    try put("/home/in/a.zip", [])
    let home = try #require(try index.writer.storedFile(at: FilePath("/home/a.zip")))
    try index.writer.replace(extractor: home.extractor, with: 77, below: FilePath("/home/in"))
    #expect(try index.writer.storedFile(at: FilePath("/home/a.zip")) == home)
    #expect(try index.writer.storedFile(at: FilePath("/home/in/a.zip"))?.extractor == 77)
    try index.writer.replace(extractor: home.extractor, with: 78, in: .partial)
    #expect(try index.writer.storedFile(at: FilePath("/home/a.zip")) == home)
  }

  @Test func `A container and a folder with one name are one container`() throws {
    let documents: [Member] = [
      (["x/y.txt"], "alpha", 1), (["x", "z.txt"], "beta", 2), (["x/v.txt"], "gamma", 3),
    ]
    #expect(try put("/home/a.zip", documents) == [true, true, true])
    #expect(try uris("alpha") == ["file:///home/a.zip#!/x!/y.txt"])
    #expect(try uris("beta") == ["file:///home/a.zip#!/x!/z.txt"])
    #expect(try put("/home/a.zip", documents) == [false, false, false])
  }

  @Test func `Members that have not changed are kept without their text`() throws {
    let documents: [Member] = [
      (["in.tar", "b.pdf"], "alpha", 1), (["b.pdf"], "beta", 2), (["b.pdf"], "gamma", 3),
      (["gone.pdf"], "delta", 4),
    ]
    try put("/home/a.zip", documents)
    var writer = ContainerWriter(FilePath("/home/a.zip"), index.writer)
    func keep(
      _ path: [String], _ text: String, _ checksum: UInt, by extractor: Int64
    ) throws -> Bool {
      try writer.keep(
        FileStatus(size: text.utf8.count, device: 0, inode: checksum), extractor: extractor,
        at: path.map { $0.split(separator: "/").map { Array($0.utf8) } })
    }
    let extractor = try #require(
      try index.number("SELECT extractor FROM document WHERE name = CAST('gone.pdf' AS BLOB)"))
    #expect(try !keep(["b.pdf"], "beta", 7, by: extractor), "Other content.")
    #expect(try !keep(["b.pdf"], "beta", 2, by: extractor + 1), "Another reader.")
    #expect(try !keep(["new", "b.pdf"], "beta", 2, by: extractor))
    #expect(try keep(["in.tar", "b.pdf"], "alpha", 1, by: extractor))
    #expect(try keep(["b.pdf"], "beta", 2, by: extractor))
    #expect(try keep(["b.pdf"], "gamma", 3, by: extractor))
    #expect(try writer.finish())
    try index.writer.commit()
    #expect(try uris("alpha") == ["file:///home/a.zip#!/in.tar!/b.pdf"])
    #expect(try uris("beta OR gamma").count == 2)
    #expect(try uris("delta").isEmpty)
  }

  @Test func `The removal of many members can be stopped, and goes on later`() throws {
    try put("/home/all.mbox", (0..<500).map { (["\($0)"], "acorn \($0)", UInt($0)) })
    #expect(try ContainerWriter("/home/all.mbox", index.writer).finish { true } == false)
    try index.writer.commit()
    #expect(try index.number("SELECT count(*) FROM document") == 301)
    #expect(try ContainerWriter("/home/all.mbox", index.writer).finish { false })
    try index.writer.commit()
    #expect(try index.number("SELECT count(*) FROM document") == 1)
    #expect(try index.number("SELECT count(*) FROM directory WHERE container IS NOT NULL") == 0)
    try index.check()
  }
}
