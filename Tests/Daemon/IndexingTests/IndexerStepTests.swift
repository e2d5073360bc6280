import Cooldown
import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// The indexer step by step, over real files and a watcher that reports the events of a test.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct IndexerStepTests {
  let home: TemporaryDirectory
  let files: FilePath
  let paths: Set<FilePath>

  init() throws {
    home = try TemporaryDirectory()
    files = home["files"]
    let home = home
    paths = Set((0..<6).map { home["files/\($0 % 3)/\($0).txt"] })
    for path in paths { try path.write("apple") }
  }

  @Test func `The first steps index everything, and watch each folder before it is listed`()
    async throws
  {
    let stepped = try await SteppedIndexer(in: home)
    #expect(stepped.status.isIndexing)
    #expect(stepped.watcher.watched == [])
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths)
    #expect(stepped.watcher.watched == [files] + (0..<3).map { files.appending("\($0)") })
    #expect(stepped.status == IndexingStatus(idleWith: stepped.status))
  }

  @Test func `A reported file is read again, whatever else has changed`() async throws {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    try files.appending("0/new.txt").write("pear")
    try files.appending("1/other.txt").write("pear")
    stepped.watcher.report { $0.paths = [files.appending("0/new.txt")] }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths.union([files.appending("0/new.txt")]))
  }

  @Test func `A missing file is removed only when no event can say that it was renamed`()
    async throws
  {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    let folder = files.appending("0")
    try folder.rename(to: files.appending("moved"))
    stepped.watcher.report { batch in
      batch.scans = [ChangeBatch.Scan(folder, isRecursive: true)]
    }
    await stepped.step { $0.waiting == 1 }
    for _ in 0..<5 { #expect(await stepped.indexer.step()) }
    #expect(stepped.status.waiting == 1, "It waits for events.")
    #expect(try await stepped.listed() == paths)
    stepped.watcher.report { batch in
      batch.moves = [ChangeBatch.Move(from: folder, to: files.appending("moved"))]
      batch.barriers = [1]
    }
    #expect(await stepped.settle())
    let renamed = paths.map { $0.moving(from: folder, to: files.appending("moved")) }
    #expect(try await stepped.listed() == Set(renamed))
  }

  @Test func `A folder that is gone without a rename takes its documents with it`() async throws {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    let folder = files.appending("0")
    try folder.rename(to: home["elsewhere"])
    stepped.watcher.report { batch in
      batch.scans = [ChangeBatch.Scan(folder, isRecursive: true)]
    }
    await stepped.step { $0.waiting == 1 }
    stepped.watcher.report { $0.barriers = [1] }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths.filter { !$0.isInside(folder) })
  }

  @Test(arguments: [true, false])
  func `When a root has gone, only files that events have named are removed`(
    isReported: Bool
  ) async throws {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    let file = files.appending("0/0.txt")
    try files.rename(to: home["elsewhere"])
    if isReported {
      stepped.watcher.report { $0.paths = [file] }
    } else {
      stepped.indexer.compareMissing([file])
    }
    await stepped.step { $0.waiting == 1 }
    stepped.watcher.report { $0.barriers = [1] }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == (isReported ? paths.subtracting([file]) : paths))
  }

  @Test func `While bulk work rests a reported file is indexed, and the status says both`()
    async throws
  {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    let hold = stepped.gate.hold()
    let (reported, other) = (files.appending("0/reported.txt"), files.appending("0/other.txt"))
    for file in [reported, other] { try file.write("pear") }
    stepped.watcher.report { $0.hasLostEvents = true }
    await stepped.step { $0.isResting }
    #expect(stepped.status.isResting)
    stepped.watcher.report { $0.paths = [reported] }
    for _ in 0..<9 { #expect(await stepped.indexer.step()) }
    #expect(try await stepped.listed() == paths.union([reported]))
    #expect(stepped.status.isResting && stepped.status.isIndexing)
    stepped.gate.release(hold)
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths.union([reported, other]))
    #expect(!stepped.status.isResting)
  }

  @Test func `A watcher that knows a folder by another path has its events read first`()
    async throws
  {
    let stepped = try await SteppedIndexer(in: home)
    stepped.watcher.answer(.conflict)
    await stepped.step { $0.waiting == 1 }
    for _ in 0..<5 { #expect(await stepped.indexer.step()) }
    #expect(try await stepped.listed() == [])
    stepped.watcher.answer(.watched)
    stepped.watcher.report { $0.barriers = [1] }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths)
  }

  @Test func `Lost events have everything compared`() async throws {
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    let file = files.appending("2/new.txt")
    try file.write("pear")
    stepped.watcher.report { $0.hasLostEvents = true }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == paths.union([file]))
  }

  @Test func `Stopping and losing the markers end the steps`() async throws {
    let stepped = try await SteppedIndexer(in: home)
    stepped.indexer.stop()
    #expect(await !stepped.indexer.step())
    let elsewhere = try TemporaryDirectory()
    let other = try await SteppedIndexer(in: elsewhere)
    other.watcher.end()
    #expect(await !other.indexer.step())
  }
}

extension IndexingStatus {
  /// The status of an idle indexer, with another one's facts about the index.
  fileprivate init(idleWith other: IndexingStatus) {
    self.init()
    isIndexing = false
    // A slow machine commits in between.
    builtDocuments = other.builtDocuments
    checked = other.checked
    reading = other.reading
  }
}
