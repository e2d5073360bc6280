import LinuxSystem
import TestSupport
import Testing
import Watching

@Suite(.timeLimit(.minutes(15)))
struct TreeWatcherRootTests {
  /// A watcher that watches for its missing root.
  func watchedFolder(missing root: String) async throws -> WatchedFolder {
    let watched = try WatchedFolder(roots: [root])
    try await watched.watcher.start()
    #expect(await watched.ask(for: watched.folder[root]) == nil)
    #expect(await watched.watcher.status.missingRoots == [watched.folder[root]])
    return watched
  }

  @Test(
    arguments: [
      ("x", "mkdir x"), ("x/y/z", "mkdir x/y/z"), ("o/x", "mkdir o/x"),
      ("x/y", "mkdir o/x/y; mv o/x x"), ("x/y", "mkdir x; rm x; mkdir x/y"),
    ])
  func `A missing root that appears is reported`(root: String, action: String) async throws {
    let watched = try await watchedFolder(missing: root)
    try watched.perform(action)
    #expect(try await watched.changes(barrier: 1) == "\(root)/**")
    #expect(await watched.watcher.status.missingRoots == [])
    #expect(await watched.ask(for: watched.folder[root]) == .watched)
    try watched.perform("write \(root)/a")
    #expect(try await watched.changes(barrier: 2) == "\(root)/a")
    #expect(
      await watched.watcher.status.watchedFolders == 2, "The folders above are no longer watched.")
  }

  @Test(
    arguments: [
      ("x", "write x", "x"), ("x", "ln x", "x"), ("x/y", "mkdir x", ""), ("x/y", "write x", ""),
      ("x/y", "write o/x/y", ""),
    ])
  func `A file, or a folder elsewhere, is not the missing root`(
    root: String, action: String, changes: String
  ) async throws {
    let watched = try await watchedFolder(missing: root)
    try watched.perform(action)
    #expect(try await watched.changes() == changes)
    #expect(await watched.watcher.status.missingRoots == [watched.folder[root]])
  }

  @Test func `A root that appears does not end the watch for another root`() async throws {
    let watched = try WatchedFolder(roots: ["x", "y"])
    try await watched.watcher.start()
    for name in ["x", "y"] { _ = await watched.ask(for: watched.folder[name]) }
    try watched.perform("mkdir x")
    #expect(try await watched.changes(barrier: 1) == "x/**")
    #expect(await watched.watcher.status.missingRoots == [watched.folder["y"]])
    try watched.perform("mkdir y")
    #expect(try await watched.changes(barrier: 2) == "y/**")
    #expect(await watched.watcher.status.missingRoots == [])
  }

  @Test func `A rename of the folder above a root is reported, and its return too`()
    async throws
  {
    let watched = try WatchedFolder(roots: ["p/q/r"])
    try watched.perform("write p/q/r/a")
    try await watched.watch(watched.folder["p/q/r"])
    try await watched.watcher.start()
    #expect(await watched.watcher.status.watchedFolders == 2, "The folders above do not count.")
    try watched.perform("mv p o/p")
    #expect(try await watched.changes(barrier: 1) == "p/q/r/**")
    #expect(await watched.ask(for: watched.folder["p/q/r"]) == nil)
    try watched.perform("write o/p/q/r/unheard")
    #expect(try await watched.changes(barrier: 2) == "")
    try watched.perform("mv o/p p")
    #expect(try await watched.changes(barrier: 3) == "p/q/r/**")
    #expect(await watched.ask(for: watched.folder["p/q/r"]) == .watched)
    try watched.perform("mv p/q p/x")
    #expect(try await watched.changes(barrier: 4) == "p/q/r/**")
  }

  @Test(arguments: ["rm marker", "mv marker o/marker", "mv m n"])
  func `The watcher ends if its marker folder is lost`(action: String) async throws {
    let watched = try WatchedFolder(marker: action.contains("marker") ? "marker" : "m/n/marker")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    async let batch = watched.watcher.nextBatch()
    try watched.perform(action)
    #expect(await batch == nil)
    #expect(await watched.watcher.hasLostMarkers)
  }

  @Test(
    arguments: [
      ("rm r", "r/a r/d r/d/x r/**"), ("mv r o/r", "r/**"), ("mv r s; write s/a", "r/**"),
    ])
  func `A root that goes is reported, and its return too`(
    action: String, changes: String
  ) async throws {
    let watched = try WatchedFolder()
    try watched.perform("write r/a; write r/d/x")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    try watched.perform(action)
    var (told, barrier) = (try await watched.changes(barrier: 1), UInt64(1))
    // A process that another test starts has the folder open until its program runs.
    while !told.hasSuffix("r/**") {
      barrier += 1
      told += " " + (try await watched.changes(barrier: barrier))
    }
    #expect(told.split(separator: " ").joined(separator: " ") == changes)
    #expect(await watched.watcher.status.watchedFolders == 1)
    #expect(await watched.ask(for: watched.folder["r"]) == nil)
    try watched.perform("mkdir r")
    #expect(try await watched.changes(barrier: barrier + 1) == "r/**")
    #expect(await watched.ask(for: watched.folder["r"]) == .watched)
    try watched.perform("write r/b")
    #expect(try await watched.changes(barrier: barrier + 2) == "r/b")
  }
  @Test func `A removed root is reported when nobody has it open any more`() async throws {
    let watched = try WatchedFolder()
    try watched.perform("write r/a")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    do {
      let descriptor = try FileDescriptor(openingDirectory: watched.folder["r"])
      try watched.perform("rm r")
      #expect(try await watched.changes(barrier: 1) == "r/a")
      _ = consume descriptor
    }
    var (told, barrier) = ("", UInt64(1))
    while told.isEmpty {
      barrier += 1
      told = try await watched.changes(barrier: barrier)
    }
    #expect(told == "r/**")
  }
}
