import FileSelection
import LinuxSystem
import Synchronization
import TestSupport
import TextExtraction
import Testing
import Watching

@testable import Indexing

/// An indexer whose root lies on a file system that does not answer for a while.
@Suite(.timeLimit(.minutes(5)))
struct HangingFileSystemTests {
  let home: TemporaryDirectory
  private let answers = Flag()

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock(\.self) }

    func set(_ value: Bool) {
      state.withLock { $0 = value }
    }
  }

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("words")
    try home["files/b/c.txt"].write("words")
  }

  /// A guard that takes the root for the mount point of a server.
  private func files() -> FileSystemGuard {
    let table = """
      21 1 254:0 / / rw - ext4 /dev/vda rw
      30 21 0:40 / \(home["files"]) rw - fuse.sshfs host: rw

      """
    let files = FileSystemGuard { [answers] _ in answers.isSet }
    files.use(MountTable(parsing: Array(table.utf8)))
    return files
  }

  @Test func `It is not touched, nothing waits for it, and it is compared once it answers`()
    async throws
  {
    let stepped = try await SteppedIndexer(in: home, files: files())
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == [])
    #expect(stepped.status.hanging.keys.sorted() == [home["files"]])
    #expect(stepped.status.warnings.count == 1)
    #expect(
      stepped.status.warnings.first?.hasPrefix(
        "The file system at '\(home["files"])' has not answered since ") == true)
    answers.set(true)
    // It is asked again after a second.
    while !stepped.status.hanging.isEmpty { _ = await stepped.indexer.step() }
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == [home["files/a.txt"], home["files/b/c.txt"]])
    #expect(stepped.status.warnings == [])
  }

  @Test func `What is forgotten there is gone at once, and stays so`() async throws {
    answers.set(true)
    let stepped = try await SteppedIndexer(in: home, files: files())
    #expect(await stepped.settle())
    answers.set(false)
    async let forgotten = stepped.indexer.forget(home["files/a.txt"])
    while stepped.indexer.inbox.count == 0 { await Task.yield() }
    _ = await stepped.indexer.step()
    #expect(try await forgotten.documents == 1)
    #expect(try await forgotten.isExcluded)
    answers.set(true)
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == [home["files/b/c.txt"]])
  }

  @Test func `Of two settings the ones that were adopted last count, whoever waits first`()
    async throws
  {
    answers.set(true)
    let stepped = try await SteppedIndexer(in: home, files: files())
    func settings(_ root: FilePath) -> Indexer.Settings {
      Indexer.Settings(
        rules: SelectionRules(roots: [root], ownFolders: [home["state"]]),
        timing: RescanPlanner.Timing(), extraction: ExtractionSettings())
    }
    let first = stepped.indexer.adopt(settings(home["files"]))
    let second = stepped.indexer.adopt(settings(home["files/b"]))
    async let secondWait: Void = second.wait()
    async let firstWait: Void = first.wait()
    for _ in 0..<2 { _ = await stepped.indexer.step() }
    _ = await (firstWait, secondWait)
    #expect(stepped.indexer.progress.rules.roots == [home["files/b"]])
  }
}
