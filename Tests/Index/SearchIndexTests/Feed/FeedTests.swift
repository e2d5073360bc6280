import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// The feed's report of each kind of change.
@Suite(.timeLimit(.minutes(15)))
struct FeedTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.put("/home/a.txt", "alpha")
    try index.put("/home/d/b.txt", "beta")
    try index.writer.commit()
  }

  private func changes(after clock: IndexClock?) throws -> FeedPage {
    try IndexReader(index.store).changes(
      after: clock.map { FeedPosition(after: $0) }, limit: 1_000, includingTexts: true)
  }

  /// The page that a change adds to the feed.
  private func changes(_ change: (IndexWriter) throws -> Void) throws -> FeedPage {
    let clock = index.writer.clock
    try change(index.writer)
    try index.writer.commit()
    return try changes(after: clock)
  }

  private func uris(_ page: FeedPage) -> [String] { page.documents.map(\.document.location.uri) }

  @Test func `A reader without a clock gets all folders and documents`() throws {
    let page = try changes(after: nil)
    #expect(page.folders.map(\.location.uri) == ["file:///home", "file:///home/d"])
    #expect(page.folders.map(\.parent) == [1, 2])
    #expect(page.folders.map(\.suffix) == ["/home", "/d"])
    #expect(uris(page) == ["file:///home/a.txt", "file:///home/d/b.txt"])
    #expect(page.documents.map(\.folder) == [2, 3])
    #expect(
      page.documents.map { $0.text.map { String(decoding: $0, as: UTF8.self) } } == [
        "alpha", "beta",
      ])
    #expect(page.documents[0].digest == ContentDigest(of: Array("alpha".utf8)).text)
    #expect(page.clock == index.writer.clock && page.isCurrent && !page.isReset)
    #expect(try changes(after: page.clock).isEmpty)
  }

  @Test func `A document that an earlier version wrote has a digest, too`() throws {
    try index.execute("UPDATE document SET digest = NULL")
    let digests = ["alpha", "beta"].map { ContentDigest(of: Array($0.utf8)).text }
    #expect(try changes(after: nil).documents.map(\.digest) == digests)
  }

  @Test func `A renamed folder is one change, and a moved document is another`() throws {
    let renamed = try changes { try $0.move("/home/d", to: "/home/née") }
    #expect(renamed.folders.map(\.location.uri) == ["file:///home/n%C3%A9e"])
    #expect(renamed.documents.isEmpty && renamed.removedFolders.isEmpty)
    let moved = try changes { try $0.move("/home/a.txt", to: "/home/c.txt") }
    #expect(uris(moved) == ["file:///home/c.txt"])
    #expect(moved.folders.isEmpty && moved.removedDocuments.isEmpty)
  }

  @Test func `What is removed is reported by number`() throws {
    let page = try changes { _ = try $0.remove("/home/d") }
    #expect(page.removedDocuments.map(\.id) == [2])
    #expect(page.removedFolders.map(\.id) == [3])
    #expect(page.documents.isEmpty && page.folders.isEmpty)
    // A number that is used again belongs to a document.
    let again = try changes { _ in try index.put("/home/e.txt", "gamma") }
    #expect(again.documents.map(\.document.id.rawValue) == [2])
    #expect(again.removedDocuments.isEmpty)
  }

  @Test func `A folder that is away or back is reported, and so is a new one without documents`()
    throws
  {
    let away = try changes { try $0.markAway("/home/d") }
    #expect(away.folders.map(\.isAway) == [true])
    let back = try changes { try $0.recordFolder("/home/d", inode: 3) }
    #expect(back.folders.map(\.isAway) == [false])
    let new = try changes { try $0.recordFolder("/home/new", inode: 4) }
    #expect(new.folders.map(\.location.uri) == ["file:///home/new"])
    #expect(try changes { try $0.recordFolder("/home/new", inode: 5) }.isEmpty)
  }

  @Test func `Members have suffixes that make their URIs`() throws {
    let page = try changes { writer in
      try index.put("/home/a.zip", "")
      var members = ContainerWriter("/home/a.zip", writer)
      for path in [["x/c d.txt"], ["in.tar", "e.txt"]] {
        let names = path.map { $0.split(separator: "/").map { Array($0.utf8) } }
        _ = try members.write(Document(status: FileStatus(), type: "text/plain"), at: names)
      }
      try members.finish()
    }
    #expect(page.folders.map(\.suffix) == ["/a.zip#!", "/x", "/in.tar!"])
    #expect(page.documents.map(\.suffix) == ["/a.zip", "/c%20d.txt", "/e.txt"])
    #expect(uris(page).last == "file:///home/a.zip#!/in.tar!/e.txt")
    // The same number in the same place: a member that is gone.
    let removed = try changes { writer in
      _ = try ContainerWriter("/home/a.zip", writer).finish()
    }
    #expect(removed.removedDocuments.count == 2)
    #expect(removed.removedFolders.count == 3)
  }

  @Test func `A text that is mended is a change if it is another one`() throws {
    #expect(try changes { try $0.mend(1, with: Array("alpha".utf8)) }.isEmpty)
    let mended = try changes { try $0.mend(1, with: Array("omega".utf8)) }
    #expect(mended.documents.map(\.digest) == [ContentDigest(of: Array("omega".utf8)).text])
    #expect(try changes { try $0.discard(1) }.removedDocuments.map(\.id) == [1])
  }

  @Test func `Pages end where they are full, and the clock names whole commits`() throws {
    let start = index.writer.clock
    for number in 0..<5 { try index.put("/home/\(number)", "n\(number)") }
    try index.writer.commit()
    let whole = index.writer.clock
    for number in 5..<8 { try index.put("/home/\(number)", "n\(number)") }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var position = FeedPosition(after: start)
    var pages: [FeedPage] = []
    repeat {
      pages.append(try reader.changes(after: position, limit: 3))
      position = pages[pages.count - 1].next
    } while !pages[pages.count - 1].isCurrent
    #expect(pages.map(\.documents.count) == [3, 3, 2])
    #expect(pages.map(\.isWithinCommit) == [true, true, false])
    #expect(pages.map(\.clock.sequence) == [start.sequence, whole.sequence, whole.sequence.next])
    #expect(
      pages.map(\.clock.index) == [
        "\(start.index)@\(whole.sequence.next)", "\(start.index)@\(whole.sequence.next)",
        start.index,
      ])
    // After a restart it goes on with the first commit that is not complete.
    let again = try reader.changes(after: FeedPosition(after: pages[1].clock), limit: 9)
    #expect(again.documents.count == 3 && !again.isReset)
  }

  @Test func `A long text comes in parts of whole characters, and again if it has changed`() throws
  {
    let text = String(repeating: "né", count: 500_000) + "end"
    try index.put("/home/long", text)
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let start = FeedPosition(after: try changes(after: nil).clock)
    try index.put("/home/long", text + "!")
    try index.writer.commit()
    let first = try reader.changes(after: start, limit: 9, includingTexts: true)
    #expect(first.documents.count == 1 && first.isWithinCommit && !first.isCurrent)
    #expect(first.clock.sequence == start.commit)
    #expect(first.documents[0].isPartial)
    let begin = try #require(first.documents[0].text)
    #expect(String(validating: begin, as: UTF8.self) != nil)
    let second = try reader.changes(after: first.next, limit: 9, includingTexts: true)
    #expect(second.documents[0].offset == begin.count && second.isCurrent)
    #expect(begin + (second.documents[0].text ?? []) == Array((text + "!").utf8))
    try index.put("/home/long", "short")
    try index.writer.commit()
    let changed = try reader.changes(after: first.next, limit: 9, includingTexts: true)
    #expect(changed.documents.map(\.text) == [Array("short".utf8)])
    #expect(changed.documents.map(\.offset) == [0])
  }

  @Test func `A clock of another index, of the future or from before dropped removals is reset`()
    throws
  {
    let now = index.writer.clock
    for clock in [
      IndexClock(index: "other", sequence: 0),
      IndexClock(index: now.index, sequence: now.sequence.next),
      IndexClock(index: now.index, sequence: -1),
    ] {
      let page = try changes(after: clock)
      #expect(page.isReset && page.documents.count == 2, "\(clock)")
    }
    #expect(try !changes(after: now).isReset)
  }

  @Test func `After a kill nothing is lost, and after a lost log a reader of it begins again`()
    throws
  {
    let folder = try TemporaryDirectory()
    let file = folder["index.sqlite"]
    try index.writer.checkpoint()
    let bytes = try index.store.file.contents()
    let before = index.writer.clock
    try index.put("/home/lost", "lost")
    try index.writer.commit()
    let lost = index.writer.clock
    try file.write(bytes)
    let store = IndexStore(in: folder.path)
    let opened = try store.open(now: 1)
    #expect(opened.wasInterrupted)
    let reader = try IndexReader(store)
    #expect(try !reader.changes(after: FeedPosition(after: before), limit: 9).isReset)
    #expect(try reader.changes(after: FeedPosition(after: lost), limit: 9).isReset)
    // Later commits do not make it known.
    for _ in 0..<3 {
      try opened.writer.recordFolder(FilePath("/x\(opened.writer.clock.sequence)"), inode: 1)
      try opened.writer.commit()
    }
    #expect(try reader.changes(after: FeedPosition(after: lost), limit: 9).isReset)
    #expect(try !reader.changes(after: FeedPosition(after: opened.writer.clock), limit: 9).isReset)
  }
}
