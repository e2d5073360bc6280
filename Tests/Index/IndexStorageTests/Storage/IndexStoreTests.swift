import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct IndexStoreTests {
  let folder: TemporaryDirectory
  let store: IndexStore

  init() throws {
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path)
  }

  func open(_ now: UnixTime = 1_767_323_045) throws -> IndexStore.Opened {
    try store.open(now: now)
  }

  /// The names in the folder that show an index that was set aside.
  func setAsides() throws -> [String] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0.contains("damaged") }.sorted()
  }

  /// Opens the store, and expects a new index that replaces an unusable one.
  func expectRecovery(because reason: String) throws {
    let old = try store.file.contents()
    let opened = try open()
    #expect(opened.isNew)
    #expect(!opened.wasInterrupted)
    #expect(opened.rebuild?.reason.contains(reason) == true, "\(opened.rebuild as Any)")
    #expect(opened.rebuild?.reason.hasSuffix(".") == true)
    #expect(opened.rebuild?.servesOld == false)
    let aside = folder["index.sqlite.damaged-20260102T030405Z"]
    #expect(store.setAside == aside)
    #expect(try setAsides() == ["index.sqlite.damaged-20260102T030405Z"])
    #expect(try aside.contents().count == old.count)
    try opened.writer.replace(
      Document(status: FileStatus(), type: "text/plain"), at: FilePath("/file"))
    try opened.writer.commit()
    #expect(try TestIndex.documents(in: store) == ["/file"])
  }

  @Test func `A missing index is created`() throws {
    let opened = try open()
    #expect(opened.isNew)
    #expect(!opened.wasInterrupted)
    #expect(opened.rebuild == nil)
    #expect(opened.writer.clock.sequence == 0)
    #expect(store.file.exists)
  }

  @Test(arguments: [true, false])
  func `An index records an orderly shutdown`(isClean: Bool) throws {
    let clock = try { () throws -> IndexClock in
      let writer = try open().writer
      try writer.replace(
        Document(status: FileStatus(), type: "text/plain"), at: FilePath("/file"))
      try writer.commit()
      if isClean { try writer.setCleanShutdown(true) }
      return writer.clock
    }()
    let again = try open()
    #expect(!again.isNew)
    #expect(again.wasInterrupted == !isClean)
    #expect(again.rebuild == nil)
    #expect(again.writer.clock.index == clock.index)
    // After an interruption no commit has a number that a lost one may have had.
    #expect((again.writer.clock.sequence == clock.sequence) == isClean)
    #expect(again.writer.clock.sequence >= clock.sequence)
    #expect(clock.sequence == 1)
    // The mark is gone again: only a second orderly end would set it.
    #expect(try open().wasInterrupted)
  }

  // SQLite takes a file of one byte for an empty one.
  @Test(arguments: [2, 100, 511, 512, 4_096, 100_000])
  func `Garbage is set aside`(size: Int) throws {
    var random = SplitMix(seed: UInt64(size))
    try store.file.write((0..<size).map { _ in UInt8.random(in: 1...255, using: &random) })
    try expectRecovery(because: "damaged")
  }

  @Test(arguments: [100, 1_000, 4_096, 12_288, 20_481])
  func `A truncated index is set aside`(size: Int) throws {
    try {
      let writer = try open().writer
      for number in 0..<200 {
        var document = Document(status: FileStatus(), type: "text/plain")
        document.text = Array("words \(number)".utf8)
        try writer.replace(document, at: FilePath("/folder/\(number)"))
      }
      try writer.commit()
    }()
    #expect(try store.file.contents().count > size)
    try store.file.write(Array(try store.file.contents().prefix(size)))
    try expectRecovery(because: "damaged")
  }

  @Test func `Commits survive the death of the daemon`() throws {
    let writer = try open().writer
    let document = Document(status: FileStatus(), type: "text/plain")
    try writer.replace(document, at: FilePath("/committed"))
    try writer.commit()
    try writer.replace(document, at: FilePath("/pending"))
    // The files as a kill leaves them: nothing is closed and nothing is checkpointed.
    for name in ["index.sqlite", "index.sqlite-wal"] {
      try folder["killed/\(name)"].write(folder[name].contents())
    }
    let left = IndexStore(in: folder["killed"])
    let again = try left.open(now: .now)
    #expect(!again.isNew)
    #expect(again.wasInterrupted)
    #expect(again.rebuild == nil)
    #expect(again.writer.clock.index == writer.clock.index)
    #expect(try TestIndex.documents(in: left) == ["/committed"])
  }

  @Test func `An empty file is a new index, not a damaged one`() throws {
    try store.file.write("")
    let opened = try open()
    #expect(opened.isNew)
    #expect(opened.rebuild == nil)
    #expect(try setAsides().isEmpty)
  }

  @Test func `Another program's database is set aside as it was`() throws {
    try Database(path: store.file.bytes).execute(
      "CREATE TABLE precious(a); INSERT INTO precious VALUES('kept')")
    let before = try store.file.contents()
    try expectRecovery(because: "another program's")
    let aside = folder["index.sqlite.damaged-20260102T030405Z"]
    #expect(try aside.contents() == before)
    let text = try Database(path: aside.bytes).first("SELECT a FROM precious") { $0.text(at: 0) }
    #expect(text == "kept")
  }

  @Test(arguments: [("stem", true), ("document", false)])
  func `An index without one of its tables is rebuilt, and serves meanwhile if it can be read`(
    table: String, servesOld: Bool
  ) throws {
    _ = try open()
    try Database(path: store.file.bytes).execute("DROP TABLE \(table)")
    let rebuild = try #require(try open().rebuild)
    #expect(rebuild.cause == .damage)
    #expect(rebuild.reason == "The index was damaged: a table is missing.")
    #expect(rebuild.servesOld == servesOld)
  }

  @Test func `Only the last index that was set aside is kept`() throws {
    for second in 1...3 as ClosedRange<Int64> {
      try store.file.write("garbage \(second)")
      #expect(try open(UnixTime(seconds: second)).rebuild != nil)
      #expect(try setAsides() == ["index.sqlite.damaged-19700101T00000\(second)Z"])
    }
    #expect(try folder["index.sqlite.damaged-19700101T000003Z"].text() == "garbage 3")
  }

  @Test func `Two recoveries at the same moment do not collide`() throws {
    for _ in 1...2 {
      try store.file.write("garbage")
      #expect(try open(7).rebuild != nil)
    }
    #expect(try setAsides() == ["index.sqlite.damaged-19700101T000007Z"])
  }

  @Test func `Anything but a file is an error and is left alone`() throws {
    try store.file.makeDirectory()
    let error = #expect(throws: SQLiteError.self) { try open() }
    #expect(error?.isCorruption == false)
    #expect(try FileStatus(of: store.file).kind == .directory)
    #expect(try setAsides().isEmpty)
  }

  @Test func `Without an index nothing can be read`() throws {
    #expect(throws: SQLiteError.self) { try store.openForTesting() }
    #expect(!store.canBeRead)
    #expect(!store.file.exists)
  }
}
