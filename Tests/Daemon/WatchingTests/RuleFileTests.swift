import LinuxSystem
import TestSupport
import Testing
import Watching

/// Changes of rule files are reported although the files are hidden, inside and outside of roots.
@Suite(.timeLimit(.minutes(15)))
struct RuleFileTests {
  @Test(
    arguments: [
      ("", "write r/.gitignore", "r/.gitignore"),
      ("write r/.gitignore", "rm r/.gitignore", "r/.gitignore"),
      ("write r/d/.ignore", "save r/d/.ignore", "r/d/.ignore"),
      ("write r/.nomedia", "mv r/.nomedia r/a", "r/.nomedia>r/a r/.nomedia r/a"),
      ("write o/.sittaignore", "mv o/.sittaignore r/.sittaignore", "r/.sittaignore"),
      ("", "mkdir r/.git", "r/.git/**"),
      ("mkdir r/.git", "rm r/.git", "r/.git"),
      ("mkdir r/.git", "write r/.git/x", ""),
      ("", "write o/.gitignore", ""),
    ])
  func `Rule files in a root are recognized by name`(
    before: String, action: String, changes: String
  ) async throws {
    let watched = try WatchedFolder()
    try watched.perform(before)
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    try watched.perform(action)
    #expect(try await watched.changes() == changes)
  }

  @Test(
    arguments: [
      ("write o/x", "write o/x", "o/x"), ("", "write o/x", "o/x"), ("write o/x", "rm o/x", "o/x"),
      ("", "write o/y; mv o/y o/x", "o/x"), ("", "write o/y", ""),
      ("write r/.g/i/x", "append r/.g/i/x", "r/.g/i/x"), ("mkdir r/.g", "write r/.g/y", ""),
    ])
  func `Rule files outside of the roots are recognized by path`(
    before: String, action: String, changes: String
  ) async throws {
    let watched = try WatchedFolder()
    try watched.perform(before)
    await watched.watcher.watch(
      ruleFiles: [watched.folder["o/x"], watched.folder["r/.g/i/x"]])
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    try watched.perform(action)
    #expect(try await watched.changes() == changes)
  }

  @Test func `Folders above a rule file can appear and go`() async throws {
    let watched = try WatchedFolder()
    try await watched.watcher.start()
    await watched.watcher.watch(ruleFiles: [watched.folder["o/a/b/x"]])
    try watched.perform("mkdir o/a")
    #expect(try await watched.changes(barrier: 1) == "o/a/b/x")
    try watched.perform("mkdir o/a/b")
    #expect(try await watched.changes(barrier: 2) == "o/a/b/x")
    try watched.perform("write o/a/b/x")
    #expect(try await watched.changes(barrier: 3) == "o/a/b/x")
    try watched.perform("rm o/a")
    #expect(try await watched.changes(barrier: 4) == "o/a/b/x")
    try watched.perform("write p/b/x; mv p o/a")
    #expect(try await watched.changes(barrier: 5) == "o/a/b/x")
    try watched.perform("append o/a/b/x")
    #expect(try await watched.changes(barrier: 6) == "o/a/b/x")
  }

  @Test func `A folder watched for a rule file can go and come back`() async throws {
    let watched = try WatchedFolder()
    try watched.perform("write o/a/b/x")
    await watched.watcher.watch(ruleFiles: [watched.folder["o/a/b/x"]])
    try await watched.watcher.start()
    try watched.perform("rm o/a")
    #expect(try await watched.changes(barrier: 1) == "o/a/b/x")
    try watched.perform("mkdir o/a")
    #expect(try await watched.changes(barrier: 2) == "o/a/b/x")
    try watched.perform("write o/a/b/x")
    #expect(try await watched.changes(barrier: 3) == "o/a/b/x")
    try watched.perform("append o/a/b/x")
    #expect(try await watched.changes(barrier: 4) == "o/a/b/x")
  }
}
