import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStorage

/// A new index that is built beside one that serves.
@Suite(.timeLimit(.minutes(15)))
struct RebuildTests {
  let folder: TemporaryDirectory
  let store: IndexStore

  init() throws {
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path)
    let writer = try store.open(now: 0).writer
    try writer.replace(Document(status: FileStatus(), type: "text/plain"), at: "/old")
    try writer.commit()
    try writer.setCleanShutdown(true)
  }

  func put(_ path: FilePath, with writer: IndexWriter) throws {
    try writer.replace(Document(status: FileStatus(), type: "text/plain"), at: path)
    try writer.commit()
  }

  /// Ends a rebuild as the daemon does.
  func finish(_ opened: consuming IndexStore.Opened) throws -> IndexStore.Opened {
    let rebuild = try #require(opened.rebuild)
    try opened.writer.markRebuilt()
    try opened.writer.checkpoint()
    _ = consume opened
    try store.exchange(rebuild, at: 9)
    return try store.open(now: 9)
  }

  @Test(
    arguments: [
      ("INSERT INTO migration VALUES('9 from the future')", "newer version"),
      ("UPDATE meta SET value = 'another' WHERE key = 'fingerprint'", "other [Text] settings"),
      (
        "UPDATE meta SET value = value || '0' WHERE key = 'fingerprint' AND value LIKE '%, stems %'",
        "another version"
      ),
    ])
  func `An index of another version serves until the new one is built`(
    change: String, reason: String
  ) throws {
    try Database(path: store.file.bytes).execute(change)
    let old = try MetaTable(of: store.openForTesting()).clock()
    let opened = try store.open(now: 7)
    #expect(opened.isNew)
    #expect(opened.rebuild?.reason.contains(reason) == true)
    #expect(opened.rebuild?.cause == .version)
    #expect(opened.rebuild?.since == 7)
    #expect(opened.rebuild?.servesOld == true)
    try put("/new", with: opened.writer)
    #expect(try TestIndex.documents(in: store) == ["/old"])
    let done = try finish(consume opened)
    #expect(done.rebuild == nil)
    #expect(done.recovery == nil)
    #expect(done.writer.clock.index != old.index)
    #expect(try TestIndex.documents(in: store) == ["/new"])
    #expect(try TestIndex.names(in: folder.path).filter { $0.contains("damaged") } == [])
  }

  @Test func `An interrupted rebuild is resumed`() throws {
    try {
      let opened = try store.rebuild(.request, because: "Why.", now: 7)
      try put("/new", with: opened.writer)
    }()
    let opened = try store.open(now: 8)
    #expect(!opened.isNew)
    #expect(opened.rebuild == Rebuild(.request, because: "Why.", since: 7))
    #expect(try TestIndex.documents(in: store) == ["/old"])
    try put("/more", with: opened.writer)
    _ = try finish(consume opened)
    #expect(try TestIndex.documents(in: store) == ["/more", "/new"])
  }

  @Test func `A wal-index of an earlier version beside the new index is removed`() throws {
    try {
      let opened = try store.rebuild(.request, because: "Why.", now: 1)
      try put("/new", with: opened.writer)
    }()
    for file in [store.file, store.newFile] { try file.sharedMemory.write("left over") }
    let done = try finish(try store.open(now: 2))
    #expect(done.rebuild == nil)
    #expect(try TestIndex.documents(in: store) == ["/new"])
    #expect(!store.file.sharedMemory.exists)
    #expect(!store.newFile.sharedMemory.exists)
  }

  @Test(arguments: ["garbage", "SQLite format 3\u{0}", ""])
  func `An invalid new index is discarded`(text: String) throws {
    try store.newFile.write(String(repeating: text, count: 1_000))
    let opened = try store.open(now: 1)
    #expect(opened.rebuild == nil)
    #expect(try TestIndex.documents(in: store) == ["/old"])
    #expect(!store.newFile.exists)
  }

  @Test func `A new index for other settings is discarded`() throws {
    let other = IndexStore(in: folder.path, text: try TextSettings(readings: .pinyin))
    _ = try other.open(now: 1)
    #expect(store.newFile.exists)
    let opened = try store.open(now: 2)
    #expect(opened.rebuild == nil)
    #expect(try TestIndex.documents(in: store) == ["/old"])
    #expect(!store.newFile.exists)
  }

  @Test func `If the old index is lost, the incomplete new one serves`() throws {
    try {
      let opened = try store.rebuild(.request, because: "Why.", now: 1)
      try put("/new", with: opened.writer)
    }()
    try store.file.removeFile()
    let opened = try store.open(now: 2)
    #expect(opened.rebuild?.servesOld == false)
    #expect(try TestIndex.documents(in: store) == ["/new"])
    // It is known to be unfinished at the next start, too.
    #expect(try store.open(now: 3).rebuild?.servesOld == false)
  }

  @Test func `Without room for two indexes the old one is removed first`() throws {
    let opened = try store.rebuild(.damage, because: "Why.", now: 1)
    let rebuild = try #require(opened.rebuild)
    try put("/new", with: opened.writer)
    try store.removeOld()
    try opened.writer.checkpoint()
    _ = consume opened
    try store.exchange(rebuild, at: 2)
    #expect(try store.open(now: 2).rebuild?.servesOld == false)
    #expect(try TestIndex.documents(in: store) == ["/new"])
    #expect(store.setAside == nil)
  }

  @Test func `A new index that is still open does not replace the old one`() throws {
    let opened = try store.rebuild(.request, because: "Why.", now: 1)
    #expect(throws: IndexStore.StillOpen.self) {
      try store.exchange(Rebuild(.request, because: "Why.", since: 0), at: 1)
    }
    #expect(try TestIndex.documents(in: store) == ["/old"])
    _ = opened
  }

  @Test func `The last eight recoveries are stored`() throws {
    let writer = try store.open(now: 1).writer
    let recoveries = (0..<10).map { second in
      Recovery(
        at: UnixTime(seconds: second), because: "First\tand\nsecond \(second).",
        second.isMultiple(of: 2) ? .documents : .file, setAside: "/a b\u{1}")
    }
    for recovery in recoveries { try writer.record(recovery) }
    let known = try writer.recoveries()
    #expect(known.map(\.time.seconds) == Array(2..<10))
    #expect(known.last?.reason == "First and second 9.")
    #expect(known.last?.setAside == "/a b\u{1}")
    #expect(known.map(\.action) == recoveries.suffix(8).map(\.action))
  }
}
