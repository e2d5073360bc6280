import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// A death between any two steps of an exchange: the files are left as they are after each.
@Suite(.timeLimit(.minutes(15)))
struct IndexExchangeTests {
  let folder: TemporaryDirectory
  let store: IndexStore

  init() throws {
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path)
  }

  @Test func `The log of the old index is removed before the new file is renamed`() {
    let exchange = IndexExchange(of: "/i", for: "/n", keepingAs: nil)
    #expect(exchange.retiring == [.remove("/i"), .remove("/i-wal"), .remove("/i-shm")])
    #expect(exchange.installing == [.rename("/n", to: "/i")])
    let keeping = IndexExchange(of: "/i", for: "/n", keepingAs: "/kept")
    #expect(keeping.retiring.first == .rename("/i", to: "/kept"))
  }

  @Test(arguments: [Rebuild.Cause.damage, .version, .request], 0...4)
  func `After a crash between any two steps one usable index is found`(
    cause: Rebuild.Cause, steps: Int
  ) throws {
    let clock = try makeBoth(cause)
    let aside = folder["index.sqlite.damaged-19700101T000001Z"]
    let exchange = IndexExchange(
      of: store.file, for: store.newFile, keepingAs: cause == .damage ? aside : nil)
    for step in (exchange.retiring + exchange.installing).prefix(steps) { try step.perform() }
    let opened = try store.open(now: 1)
    #expect(opened.writer.clock.index == clock.index)
    #expect(opened.rebuild == nil)
    #expect(try TestIndex.documents(in: store) == ["/new"])
    #expect(try TestIndex.names(in: folder.path).filter { $0.contains("new") } == [])
    #expect(aside.exists == (cause == .damage))
    #expect(opened.recovery?.action == (cause == .damage ? .file : nil))
    #expect(opened.recovery?.setAside == (cause == .damage ? aside : nil))
    #expect(try IndexChecker(store, stoppedBy: Interruption()).check() == .sound)
    // The repair is remembered, and done once.
    let again = try store.open(now: 2)
    #expect(again.recovery == nil)
    #expect(try again.writer.recoveries() == [opened.recovery].compactMap(\.self))
  }

  @Test func `The log of a killed daemon is not applied to the new index`() throws {
    _ = try makeBoth(.request)
    let log = store.file.databaseCompanions[0]
    // Frames of another database, as a reader that was killed leaves them.
    let other = IndexStore(in: folder["other"])
    try folder["other"].makeDirectory()
    let writer = try other.open(now: 1).writer
    try writer.replace(Document(status: FileStatus(), type: "a"), at: "/other")
    try writer.commit()
    try log.write(other.file.databaseCompanions[0].contents())
    try store.file.removeFile()
    _ = try store.open(now: 1)
    #expect(try TestIndex.documents(in: store) == ["/new"])
  }

  /// Makes an old index with one document and beside it a new one that has everything.
  private func makeBoth(_ cause: Rebuild.Cause) throws -> IndexClock {
    try {
      let writer = try store.open(now: 0).writer
      try writer.replace(Document(status: FileStatus(), type: "text/plain"), at: "/old")
      try writer.commit()
    }()
    let writer = try store.rebuild(cause, because: "Why.", now: 0).writer
    try writer.replace(Document(status: FileStatus(), type: "text/plain"), at: "/new")
    try writer.commit()
    try writer.markRebuilt()
    try writer.checkpoint()
    return writer.clock
  }
}
