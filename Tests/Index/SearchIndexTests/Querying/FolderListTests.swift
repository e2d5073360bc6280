import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

struct FolderListTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for path in ["/a/x", "/a/b/x", "/a/b/c/x", "/d/x"] { try index.put(path, "words") }
    try index.writer.commit()
  }

  @Test(arguments: [1, 2, 3, 100])
  func `All folders are listed in pages, each once and by its current path`(limit: Int) throws {
    try index.writer.move(FilePath("/a/b"), to: FilePath("/d/e"))
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var paths: [String] = []
    var last: Int64 = 0
    while true {
      let folders = try reader.folders(after: last, limit: limit)
      guard let next = folders.last?.number else { break }
      #expect(folders.count <= limit)
      paths += folders.map { "\($0.path)" }
      last = next
    }
    #expect(paths.sorted() == ["/", "/a", "/d", "/d/e", "/d/e/c"])
    #expect(try index.writer.folderCount() == 5)
  }

  @Test func `A folder that is inside itself is damage`() throws {
    try index.execute("UPDATE directory SET parent = id WHERE name = CAST('c' AS BLOB)")
    let reader = try IndexReader(index.store)
    let error = #expect(throws: SQLiteError.self) {
      try reader.search(Query(parsing: "words"), SearchOptions())
    }
    #expect(error?.isCorruption == true)
    #expect(throws: SQLiteError.self) { try reader.folders(after: 0, limit: 9) }
  }

  @Test(arguments: [("/", 5), ("/a", 3), ("/a/b", 2), ("/d", 1), ("/x", 0)])
  func `Folders are counted with what is below them`(path: String, count: Int) throws {
    #expect(try IndexReader(index.store).folderCount(below: FilePath(path)) == count)
  }
}
