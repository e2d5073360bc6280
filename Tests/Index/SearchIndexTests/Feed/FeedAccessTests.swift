import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// Who may read files and pass through folders, in the feed.
struct FeedAccessTests {
  let index: TestIndex
  private static let readable = "1:2:u::r--,g::r--,o::---"
  private static let passable = "1:2:u::--x,g::--x,o::--x"

  init() throws {
    index = try TestIndex()
    try index.writer.setRecordsAccess(true)
    try index.put("/a/b", "words")
    try record(Self.passable, ofFolder: "/a")
    try record(Self.readable, ofFile: "/a/b")
  }

  private func rule(_ text: String) throws -> RecordedAccess {
    .rule(try #require(AccessRule(text: text)))
  }

  private func record(_ text: String, ofFile path: FilePath) throws {
    let stored = try #require(try index.writer.storedFile(at: path))
    try index.writer.record(rule(text), ofFile: stored)
    try index.writer.commit()
  }

  private func record(_ text: String, ofFolder path: FilePath) throws {
    try index.writer.record(rule(text), ofFolder: path)
    try index.writer.commit()
  }

  private func page(after clock: IndexClock? = nil) throws -> FeedPage {
    try IndexReader(index.store).changes(
      after: clock.map { FeedPosition(after: $0) }, limit: 1_000)
  }

  private func putMembers() throws {
    try index.put("/a/b.zip", "")
    var members = ContainerWriter("/a/b.zip", index.writer)
    for path in [["x/c"], ["in.tar", "e"]] {
      let names = path.map { $0.split(separator: "/").map { Array($0.utf8) } }
      _ = try members.write(Document(status: FileStatus(), type: "text/plain"), at: names)
    }
    try members.finish()
    try index.writer.commit()
  }

  @Test func `Files and folders have their rules, and what is not known has none`() throws {
    try index.put("/a/d/c", "others")
    try index.writer.record(.unknown, ofFolder: "/a/d")
    try index.writer.commit()
    let all = try page()
    #expect(all.folders.map(\.access) == [Self.passable, nil])
    #expect(all.documents.map(\.access) == [Self.readable, nil])
    let clock = index.writer.clock
    try record("1:2:u::r--,g::---,o::---", ofFile: "/a/b")
    let changed = try page(after: clock)
    #expect(changed.documents.map(\.access) == ["1:2:u::r--,g::---,o::---"])
    #expect(changed.folders.isEmpty)
  }

  @Test func `A file with members gives its rule to their folder, and what is in it inherits`()
    throws
  {
    try putMembers()
    #expect(try page().folders.suffix(3).map(\.access) == [nil, "inherited", "inherited"])
    let clock = index.writer.clock
    try record(Self.readable, ofFile: "/a/b.zip")
    let changed = try page(after: clock)
    #expect(changed.folders.map(\.suffix) == ["/b.zip#!"])
    #expect(changed.folders.map(\.access) == [Self.readable])
    #expect(changed.documents.map(\.access) == [Self.readable])
    let members = try page().documents.suffix(3).map(\.access)
    #expect(Set(members) == ["inherited", Self.readable])
    #expect(try page().folders.suffix(3).compactMap(\.access).count == 3)
  }

  @Test func `A renamed file keeps its rule, and so does the folder of its members`() throws {
    try putMembers()
    try record(Self.readable, ofFile: "/a/b.zip")
    let clock = index.writer.clock
    try index.writer.move("/a/b.zip", to: "/a/z.zip")
    try index.writer.commit()
    let moved = try page(after: clock)
    #expect(moved.folders.map(\.suffix) == ["/z.zip#!"])
    #expect(
      (moved.folders.map(\.access) + moved.documents.map(\.access)) == [
        Self.readable, Self.readable,
      ])
  }

  @Test func `Without recording there is no access, and what had one is sent again`() throws {
    try putMembers()
    let clock = index.writer.clock
    try index.writer.setRecordsAccess(false)
    let page = try page(after: clock)
    #expect(page.folders.map(\.suffix) == ["/a"])
    #expect(page.documents.map(\.suffix) == ["/b"])
    let all = try self.page()
    #expect((all.folders.map(\.access) + all.documents.map(\.access)).allSatisfy { $0 == nil })
  }

  @Test func `Long rules end a page as long texts do`() throws {
    let users = (1...8_000).map { "u:\($0):r--" }.joined(separator: ",")
    let long = "1:2:u::r--,\(users),g::---,m::r--,o::---"
    for number in 0..<30 {
      try index.put("/a/\(number)", "")
      try record(long, ofFile: FilePath("/a/\(number)"))
    }
    let first = try page()
    #expect(first.documents.count < 20)
    #expect(!first.isCurrent)
  }
}
