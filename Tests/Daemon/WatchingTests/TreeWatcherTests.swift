import LinuxSystem
import TestSupport
import Testing

@testable import Watching

/// Changes of real files; a barrier after them shows that all of them were read.
@Suite(.timeLimit(.minutes(15)))
struct TreeWatcherTests {
  @Test(
    arguments: [
      ("", "write r/a", "r/a"),
      ("write r/a", "write r/a", "r/a"),
      ("write r/a", "append r/a", "r/a"),
      ("write r/a", "rm r/a", "r/a"),
      ("write r/a", "chmod r/a", "r/a"),
      ("write r/d/a", "write r/d/a", "r/d/a"),
      ("", "ln r/l", "r/l"),
      ("write o/a", "mv o/a r/a", "r/a"),
      ("write r/a", "mv r/a o/a", "r/a"),
      ("write r/a", "mv r/a r/b", "r/a>r/b r/a r/b"),
      ("write r/a; write r/b", "mv r/a r/b", "r/a>r/b r/a r/b"),
      ("write r/d/a; mkdir r/e", "mv r/d/a r/e/b", "r/d/a>r/e/b r/d/a r/e/b"),
      (
        "write r/a; write r/b", "mv r/a r/t; mv r/b r/a; mv r/t r/b",
        "r/a>r/t r/b>r/a r/t>r/b r/a r/b r/t"
      ),
    ])
  func `A change of a file is reported`(before: String, action: String, changes: String)
    async throws
  {
    try await expect(changes, of: action, after: before)
  }

  @Test(
    arguments: [
      ("by way of a hidden file", "write r/a", "save r/a", "r/a"),
      ("by way of a second file", "write r/a", "write r/b; mv r/b r/a", "r/b>r/a r/a r/b"),
      ("by way of an excluded file", "write r/a", "write r/b.tmp; mv r/b.tmp r/a", "r/a"),
      (
        "with the old one kept", "write r/a", "mv r/a r/a~; write r/a",
        "r/a>r/a~ r/a r/a~"
      ),
    ])
  func `A save by an editor is reported`(
    way: String, before: String, action: String, changes: String
  ) async throws {
    try await expect(changes, of: action, after: before)
  }

  @Test(
    arguments: [
      ("", "mkdir r/d", "r/d/**"),
      ("write o/d/x", "mv o/d r/d", "r/d/**"),
      ("write r/d/x", "mv r/d r/e", "r/d>r/e r/d r/e"),
      ("write r/d/x", "mv r/d r/e; write r/e/x", "r/d>r/e r/d r/e r/e/x"),
      ("write r/d/x", "write r/d/x; mv r/d r/e", "r/d>r/e r/d r/e r/e/x"),
      ("write r/d/e/x", "mv r/d r/f; write r/f/e/x", "r/d>r/f r/d r/f r/f/e/x"),
      ("write r/d/x; mkdir r/e", "mv r/d r/e; write r/e/x", "r/d>r/e r/d r/e r/e/x"),
      ("write r/d/x", "mv r/d o/d", "r/d"),
      ("write r/d/x", "mv r/d o/d; mv o/d r/d", "r/d r/d/**"),
      ("write r/d/x", "mv r/d o/d; mv o/d r/e", "r/d r/e/**"),
      ("write r/d/x", "mv r/d o/d; mkdir r/d", "r/d r/d/**"),
      ("write r/d/x", "rm r/d", "r/d r/d/x"),
      ("write r/d/x", "chmod r/d", "r/d/**"),
    ])
  func `A change of a folder is reported`(before: String, action: String, changes: String)
    async throws
  {
    try await expect(changes, of: action, after: before)
  }

  @Test(
    arguments: [
      ("", "write o/a", ""),
      ("", "write r/.a", ""),
      ("", "write r/a.tmp", ""),
      ("", "mkdir r/.d", ""),
      ("", "mkdir r/d.tmp", ""),
      ("", "write r/.a; mv r/.a r/a", "r/a"),
      ("write r/a", "mv r/a r/.a", "r/a"),
      ("write r/.d/x", "mv r/.d r/d", "r/d/**"),
      ("write r/d/x", "mv r/d r/.d", "r/d"),
      ("write r/.a", "mv r/.a r/.b", ""),
    ])
  func `A change of an excluded path is not reported`(
    before: String, action: String, changes: String
  ) async throws {
    try await expect(changes, of: action, after: before)
  }

  private func expect(_ changes: String, of action: String, after before: String) async throws {
    let watched = try WatchedFolder()
    try watched.perform(before)
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    #expect(try await watched.changes(barrier: 1) == "")
    try watched.perform(action)
    #expect(try await watched.changes(barrier: 2) == changes)
  }

  @Test func `A name that is not UTF-8 is reported`() async throws {
    let watched = try WatchedFolder()
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    let path = watched.folder["r"].appending([0xff, 0xfe, 0x0a])
    try path.write("words")
    #expect(try await watched.changes() == "r/\u{fffd}\u{fffd}\\n")
  }

  @Test func `A folder that left the tree is no longer watched`() async throws {
    let watched = try WatchedFolder()
    try watched.perform("write r/d/e/x")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    #expect(await watched.watcher.status.watchedFolders == 4)
    try watched.perform("mv r/d o/d")
    #expect(try await watched.changes(barrier: 1) == "r/d")
    #expect(await watched.watcher.status.watchedFolders == 2)
    try watched.perform("write o/d/e/x")
    #expect(try await watched.changes(barrier: 2) == "")
  }

  @Test func `A removed folder is no longer watched`() async throws {
    let watched = try WatchedFolder()
    try watched.perform("write r/d/e/x")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    try watched.perform("rm r/d")
    #expect(try await watched.changes() == "r/d r/d/e r/d/e/x")
    #expect(await watched.watcher.status.watchedFolders == 2)
  }

  @Test(arguments: ["x", "a"])
  func `Only a folder can be watched`(name: String) async throws {
    let watched = try WatchedFolder()
    try watched.perform("write r/a")
    #expect(await watched.ask(for: watched.folder["r/\(name)"]) == nil)
    #expect(await watched.watcher.status.watchedFolders == 1)
  }

  @Test func `Only names that are numbers are reported in the marker folder`() async throws {
    let watched = try WatchedFolder()
    try await watched.watcher.start()
    try watched.perform("write marker/x; write marker/-1; write marker/1.5")
    #expect(try await watched.changes() == "")
    #expect(await watched.watcher.dueBatch() == nil)
  }

  @Test func `A waiting consumer gets nil when the watcher stops`() async throws {
    let watched = try WatchedFolder()
    try await watched.watcher.start()
    async let batch = watched.watcher.nextBatch()
    await watched.watcher.stop()
    #expect(await batch == nil)
    #expect(await watched.watcher.nextBatch() == nil)
  }

  @Test func `A consumer with a deadline gets an empty batch then, and can wait again`()
    async throws
  {
    let watched = try WatchedFolder()
    try await watched.watcher.start()
    for _ in 0..<3 {
      let deadline = ContinuousClock.now + .milliseconds(1)
      #expect(await watched.watcher.nextBatch(until: deadline) == ChangeBatch())
      #expect(ContinuousClock.now >= deadline)
    }
    #expect(try await watched.changes() == "")
  }

  @Test func `A queue overflow is reported`() async throws {
    let watched = try WatchedFolder()
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    await watched.watcher.apply(INotifyRecord(watch: -1, events: .overflow), at: .now)
    try watched.perform("write r/a")
    #expect(try await watched.changes() == "r/a lost")
    #expect(await watched.watcher.status.overflows == 1)
  }

  @Test func `A record of an unknown watch is ignored`() async throws {
    let watched = try WatchedFolder()
    try await watched.watcher.start()
    let record = INotifyRecord(watch: 4_711, events: .created, name: [0x61])
    await watched.watcher.apply(record, at: .now)
    #expect(try await watched.changes() == "")
  }
}
