import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// Who may read files and pass through folders, in the tables.
struct AccessTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.writer.setRecordsAccess(true)
    try index.put("/a/b", "words")
    try index.writer.commit()
  }

  static func rule(_ text: String = "1:2:u::r--,g::r--,o::---") throws -> RecordedAccess {
    .rule(try #require(AccessRule(text: text)))
  }

  private func stored(_ path: String = "/a/b") throws -> StoredFile {
    try #require(try index.writer.storedFile(at: FilePath(path)))
  }

  /// The commit of a change; nil if it was none.
  private func commit(_ change: (IndexWriter) throws -> Void) throws -> CommitNumber? {
    let clock = index.writer.clock
    try change(index.writer)
    try index.writer.commit()
    return index.writer.clock == clock ? nil : index.writer.clock.sequence
  }

  @Test func `A changed rule is a commit of its row, and an unchanged one is none`() throws {
    #expect(try !stored().hasAccess)
    let rule = try Self.rule()
    let first = try commit { try $0.record(rule, ofFile: stored()) }
    #expect(try first != nil && stored().hasAccess)
    #expect(try index.number("SELECT sequence FROM document") == first?.rawValue)
    let again = try commit { try $0.record(rule, ofFile: stored()) }
    #expect(again == nil)
    let folder = try commit { try $0.record(rule, ofFolder: "/a") }
    let written = try index.number("SELECT written FROM directory WHERE name = x'61'")
    #expect(folder != nil && written == folder?.rawValue)
    let same = try commit { try $0.record(rule, ofFolder: "/a") }
    #expect(same == nil)
    // The same rule is one row.
    #expect(try index.number("SELECT count(*) FROM access") == 1)
    let unknown = try commit { try $0.record(.unknown, ofFile: stored()) }
    #expect(try unknown != nil && stored().hasAccess)
    #expect(try index.number("SELECT access FROM document") == 0)
    let nowhere = try commit { try $0.record(rule, ofFolder: "/x") }
    #expect(nowhere == nil)
  }

  @Test func `A document has a rule from its first commit on, and keeps it`() throws {
    let rule = try Self.rule()
    var document = Document(status: FileStatus(), type: "text/plain")
    try index.writer.replace(document, at: "/a/c", access: rule)
    try index.writer.commit()
    #expect(try stored("/a/c").hasAccess)
    document.text = Array("others".utf8)
    try index.writer.replace(document, at: "/a/c")
    try index.writer.move("/a/c", to: "/d/e")
    try index.writer.commit()
    #expect(try stored("/d/e").hasAccess)
    #expect(
      try index.number("SELECT count(*) FROM document JOIN access ON access.id = access") == 1)
    // Only the rule differs.
    let other = try Self.rule("1:2:u::r--,g::---,o::---")
    let clock = index.writer.clock
    try index.writer.replace(document, at: "/d/e", access: other)
    try index.writer.commit()
    #expect(index.writer.clock.sequence == clock.sequence.next)
  }

  @Test func `A rule that was rolled back is added again`() throws {
    let rule = try Self.rule()
    #expect(try index.writer.record(rule, ofFile: stored()))
    index.writer.rollBack()
    #expect(try !stored().hasAccess)
    #expect(try index.writer.record(rule, ofFile: stored()))
    try index.writer.commit()
    #expect(try index.number("SELECT count(*) FROM access") == 1)
  }

  @Test func `A file's folder of members is written with the file's rule`() throws {
    var members = ContainerWriter("/a/b", index.writer)
    _ = try members.write(
      Document(status: FileStatus(), type: "text/plain"), at: [[Array("m".utf8)]])
    try index.writer.commit()
    let first = try commit { try $0.record(.unknown, ofFile: stored()) }
    let written = try index.number("SELECT written FROM directory WHERE container = 1")
    #expect(written == first?.rawValue)
    // The folder is no folder on the disk.
    let none = try commit { try $0.record(.unknown, ofFolder: "/a/b") }
    #expect(none == nil)
  }

  @Test func `What was recorded is dropped when recording ends, and reported`() throws {
    _ = try commit {
      try $0.record(Self.rule(), ofFile: stored())
      try $0.record(Self.rule(), ofFolder: "/a")
    }
    let same = try commit { try $0.setRecordsAccess(true) }
    #expect(same == nil)
    let end = try commit { try $0.setRecordsAccess(false) }
    #expect(try !stored().hasAccess)
    #expect(try index.number("SELECT sequence FROM document") == end?.rawValue)
    #expect(try index.number("SELECT max(written) FROM directory") == end?.rawValue)
    let again = try commit { try $0.setRecordsAccess(false) }
    #expect(again == nil)
    // An earlier version did not know the columns, and an interruption may have left them.
    try index.writer.database.execute("UPDATE document SET access = 0")
    try index.writer.setRecordsAccess(true)
    #expect(try !stored().hasAccess)
  }
}
