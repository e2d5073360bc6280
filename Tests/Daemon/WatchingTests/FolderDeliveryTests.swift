import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct FolderDeliveryTests {
  let now = ContinuousClock.now
  var trees: WatchedTrees

  init() {
    trees = WatchedTrees(
      rules: SelectionRules(roots: ["/r"]), markerFolder: "/state/sync", buffer: ChangeBuffer(),
      budget: WatchBudget(limit: 2))
    _ = trees.insert(1, at: "/r", changedAt: now)
    _ = trees.insert(2, at: "/r/nfs", changedAt: now)
    trees.fileSystems.set(.unreliable("NFS"), at: "/r/nfs")
  }

  @Test(
    arguments: [
      ("/r", .notified), ("/r/nfs", .partlyNotified("NFS")), ("/r/new", .unknown),
      ("/elsewhere", .unknown),
    ] as [(FilePath, FolderDelivery)])
  func `The delivery of a folder depends on its watch and its file system`(
    folder: FilePath, delivery: FolderDelivery
  ) {
    #expect(trees.delivery(of: folder) == delivery)
  }

  @Test mutating func `Beyond the limit a folder is polled`() {
    #expect(trees.reserveWatch(for: "/r/deep", changedAt: now - .seconds(9)) == nil)
    #expect(trees.delivery(of: "/r/deep") == .polled)
    #expect(trees.delivery(of: "/r") == .notified)
  }
}

struct WaitingPathTests {
  let now = ContinuousClock.now

  @Test(
    arguments: [
      (.completed("/r/a"), "/r/a", true), (.completed("/r/a"), "/r/b", false),
      (.completed("/r/a"), "/r", false), (.appeared(folder: "/r/d"), "/r/d/e/f", true),
      (.appeared(folder: "/r/d"), "/r/d", true), (.appeared(folder: "/r/d"), "/r/da", false),
      (.moved(from: "/r/d", to: "/r/e", isFolder: true), "/r/e/f", true),
      (.moved(from: "/r/d", to: "/r/e", isFolder: true), "/r/d/f", true),
      (.barrier(1), "/r/a", false),
    ] as [(ChangeBuffer.Change, FilePath, Bool)])
  func `A path has a pending change if it or a folder above it has one`(
    change: ChangeBuffer.Change, path: FilePath, waits: Bool
  ) {
    var buffer = ChangeBuffer()
    buffer.record(change, at: now)
    #expect(buffer.hasChange(for: path) == waits)
    _ = buffer.takeBatch(at: now + .seconds(60))
    #expect(!buffer.hasChange(for: path))
  }

  @Test(
    arguments: [
      ("/r/a", true, "/r/a/b/c", true), ("/r/a", false, "/r/a/b", true),
      ("/r/a", false, "/r/a", true), ("/r/a", false, "/r/a/b/c", false),
      ("/r/a", true, "/r/ab", false),
    ] as [(FilePath, Bool, FilePath, Bool)])
  func `A scan includes the entries of its folder, and all below if it is recursive`(
    folder: FilePath, isRecursive: Bool, path: FilePath, isReached: Bool
  ) {
    #expect(ChangeBatch.Scan(folder, isRecursive: isRecursive).covers(path) == isReached)
  }
}
