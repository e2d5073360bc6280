import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// Documents that wait for the text of images.
struct ScanTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  private func put(_ path: String, _ scan: Document.Scan?, inode: UInt = 1) throws {
    var document = Document(
      status: FileStatus(size: 9, device: 0, inode: inode), type: "application/pdf")
    document.text = Array("text".utf8)
    document.scan = scan
    try index.writer.replace(document, at: FilePath(path))
    try index.writer.commit()
  }

  private func next(pictures: Bool = true, except: Set<DocumentID> = []) throws -> String? {
    try index.writer.nextScan(includingPictures: pictures, except: except).map {
      "\($0.path) \($0.scan.pages)"
    }
  }

  /// The numbers of waiting documents with image pages, and of waiting image files.
  private func counts() throws -> [Int64] {
    let statistics = try IndexStatistics(of: index.writer.database, at: index.writer.clock)
    return [statistics.scannedDocuments, statistics.pictures]
  }

  private let pages = Document.Scan(isPicture: false, pages: "1-3")
  private let picture = Document.Scan(isPicture: true, pages: "1")

  @Test func `Documents come before pictures, which may not count`() throws {
    try put("/a.png", picture)
    #expect(try next(pictures: false) == nil)
    #expect(try next() == "/a.png 1")
    try put("/b.pdf", pages)
    try put("/c.txt", nil)
    #expect(try next() == "/b.pdf 1-3")
    #expect(try counts() == [1, 1])
    let first = try #require(try index.writer.nextScan(includingPictures: true))
    #expect(try next(except: [first.id]) == "/a.png 1")
    #expect(try next(pictures: false, except: [first.id]) == nil)
  }

  @Test func `What waits follows its document, and is replaced and removed with it`() throws {
    try put("/d/b.pdf", pages)
    try index.writer.replace(
      Document(status: FileStatus(size: 1, device: 0, inode: 5), type: "text/plain"), at: "/x")
    _ = try index.writer.move("/d/b.pdf", to: "/d/c.pdf")
    try index.writer.commit()
    #expect(try next() == "/d/c.pdf 1-3")
    try put("/d/c.pdf", Document.Scan(isPicture: false, pages: "3"))
    #expect(try next() == "/d/c.pdf 3")
    // The text is the same, and no page waits any more.
    try put("/d/c.pdf", nil)
    #expect(try next() == nil)
    try put("/d/c.pdf", pages)
    _ = try index.writer.remove("/d")
    try index.writer.commit()
    #expect(try next() == nil)
    #expect(try counts() == [0, 0])
  }

  @Test func `All files are listed`() throws {
    try put("/a.pdf", pages, inode: 4)
    try put("/b.pdf", nil, inode: 5)
    var inodes: Set<UInt64> = []
    try index.writer.forEachFile { size, _, inode in
      #expect(size == 9)
      inodes.insert(inode)
    }
    #expect(inodes == [4, 5])
  }
}
