import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// What the index says about documents that are compared with their files.
struct ContentCheckTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.put("/r/a.txt", "apple pear", size: 10, modified: 7)
    try index.put("/r/b.txt", "grape", size: 5)
    try index.put("/r/empty.txt", "")
    try index.writer.commit()
  }

  private func stored(_ path: String) throws -> StoredPath {
    let path = try #require(FilePath(absolute: path))
    return try #require(try IndexReader(index.store).stored(at: [path]).first)
  }

  private func digest(_ text: String) -> ContentDigest {
    var document = Document(status: FileStatus(), type: "text/plain")
    document.text = Array(text.utf8)
    return SearchableTexts(document, name: Array("any".utf8)).digest
  }

  @Test func `A document has the digest of its texts, whatever its name`() throws {
    let content = try #require(try stored("/r/a.txt").content)
    #expect(content.digest == digest("apple pear") && content.contradiction == nil)
    #expect(content.file.size == 10 && content.file.modified == 7)
    #expect(try stored("/r/empty.txt").content?.digest == digest(""))
    #expect(try stored("/r/empty.txt").content?.contradiction == nil)
  }

  @Test(arguments: [
    ("/r/no.txt", "/r"), ("/r/x/y/no.txt", "/r"), ("/other/no.txt", "/"),
    ("/r/a.txt/inside.txt", "/r"),
  ])
  func `Of an unknown path, the innermost known folder is named`(
    path: String, folder: String
  ) throws {
    let stored = try stored(path)
    #expect(stored.content == nil && "\(stored.folder)" == folder)
  }

  @Test func `A text without its words in the full-text index is a contradiction`() throws {
    let id = try #require(try index.writer.storedFile(at: "/r/a.txt")).id
    try index.writer.mend(id, with: Array("quince fig".utf8))
    try index.writer.commit()
    let content = try #require(try stored("/r/a.txt").content)
    #expect(content.digest == digest("quince fig") && content.contradiction == .words)
    #expect(try stored("/r/b.txt").content?.contradiction == nil)
    try index.writer.rewritePostings()
    #expect(try stored("/r/a.txt").content?.contradiction == nil)
  }

  @Test func `Members are summed up with their container`() throws {
    var members = ContainerWriter("/r/b.txt", index.writer)
    for number in 0..<3 {
      var document = Document(
        status: FileStatus(size: 1, inode: UInt(number)), type: "text/plain")
      document.text = Array("member\(number)".utf8)
      _ = try members.write(document, at: [[Array("\(number).txt".utf8)]])
    }
    try members.finish()
    try index.writer.commit()
    let expected = (0..<3).map { digest("member\($0)") }.sorted()
    #expect(try stored("/r/b.txt").content?.members == expected)
    #expect(try stored("/r/a.txt").content?.members == [])
    let names = try IndexReader(index.store).names(in: "/r")
    #expect(names.files == Set(["a.txt", "b.txt", "empty.txt"].map { Array($0.utf8) }))
    #expect(names.folders == [])
  }
}
