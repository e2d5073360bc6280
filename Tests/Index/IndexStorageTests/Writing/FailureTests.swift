import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

struct FailureTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  func put(_ path: String, _ state: Document.State, _ status: FileStatus = FileStatus()) throws {
    var document = Document(status: status, type: "text/plain")
    document.state = state
    document.note = [.complete, .withoutText].contains(state) ? nil : "because"
    document.extractor = 3
    try index.writer.replace(document, at: FilePath(path))
    try index.writer.commit()
  }

  @Test(
    arguments: [
      (.complete, FileStatus(size: 1, modified: 2, changed: 3, inode: 4), 3, true),
      (.complete, FileStatus(size: 1, modified: 2, changed: 9, inode: 4), 3, false),
      (.failed, FileStatus(size: 1, modified: 2, changed: 9, inode: 4), 3, true),
      (.unreadable, FileStatus(size: 1, modified: 2, changed: 9, inode: 4), 3, false),
      (.failed, FileStatus(size: 2, modified: 2, changed: 3, inode: 4), 3, false),
      (.failed, FileStatus(size: 1, modified: 1, changed: 3, inode: 4), 3, false),
      (.failed, FileStatus(size: 1, modified: 2, changed: 3, inode: 5), 3, false),
      (.failed, FileStatus(size: 1, modified: 2, changed: 3, inode: 4), 4, false),
      (.complete, FileStatus(size: 1, modified: 2, changed: 3, inode: 4), 4, false),
    ] as [(Document.State, FileStatus, Int64, Bool)])
  func `A document is tried again when its file or the extractor has changed`(
    state: Document.State, found: FileStatus, extractor: Int64, isSame: Bool
  ) throws {
    try put("/a", state, FileStatus(size: 1, modified: 2, changed: 3, inode: 4))
    let stored = try #require(try index.writer.storedFile(at: FilePath("/a")))
    #expect(stored.matches(found, extractor: extractor) == isSame)
    let entry = try index.writer.storedFolder(at: .root).files[Array("a".utf8)]
    #expect(entry == stored)
  }

  @Test func `An index without extractor versions is migrated`() throws {
    try index.put("/a", "acorn")
    try index.writer.commit()
    try index.writer.database.execute(
      """
      DROP INDEX document_reader; ALTER TABLE document DROP COLUMN extractor;
      DELETE FROM migration WHERE name IN ('4 failures', '8 readers')
      """)
    let opened = try index.store.open(now: .now)
    #expect(opened.rebuild == nil)
    #expect(try opened.writer.storedFile(at: FilePath("/a"))?.extractor == 1)
    #expect(try index.find("acorn") == ["/a"])
  }
}
