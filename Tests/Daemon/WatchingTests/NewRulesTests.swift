import FileSelection
import LinuxSystem
import TestSupport
import Testing
import Watching

/// A change of the rules while folders are watched.
@Suite(.timeLimit(.minutes(15)))
struct NewRulesTests {
  private func rules(_ roots: String..., in watched: WatchedFolder) -> SelectionRules {
    SelectionRules(roots: roots.map { watched.folder[$0] }, ownFolders: [watched.marker])
  }

  @Test func `A new root is reported after it is watched`() async throws {
    let watched = try WatchedFolder()
    try watched.perform("mkdir new/a")
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    await watched.watcher.setRules(rules("r", "new", in: watched))
    let roots = await watched.watcher.status.roots.map(\.path)
    #expect(roots == ["r", "new"].map { watched.folder[$0] })
    #expect(await watched.ask(for: watched.folder["new"]) == .watched)
    #expect(await watched.ask(for: watched.folder["new/a"]) == .watched)
    try watched.perform("write new/a/x; write r/y")
    #expect(try await watched.changes() == "new/a/x r/y")
  }

  @Test func `A former root is not reported, even before its watches are ended`() async throws {
    let watched = try WatchedFolder(roots: ["r", "p/old"])
    try watched.perform("mkdir p/old/a")
    for root in ["r", "p/old"] { try await watched.watch(watched.folder[root]) }
    try await watched.watcher.start()
    await watched.watcher.setRules(rules("r", in: watched))
    try watched.perform("write p/old/a/x; mv p/old p/new; write r/y")
    #expect(try await watched.changes() == "r/y")
    await watched.watcher.forget(watched.folder["p/old"])
    #expect(await watched.watcher.status.watchedFolders == 2, "The root and the marker folder.")
  }

  @Test func `A root above another root can be added and removed`() async throws {
    let watched = try WatchedFolder(roots: ["p/q/r"])
    try watched.perform("mkdir p/q/r")
    try await watched.watch(watched.folder["p/q/r"])
    try await watched.watcher.start()
    await watched.watcher.setRules(rules("p", "p/q/r", in: watched))
    for folder in ["p", "p/q"] {
      #expect(await watched.ask(for: watched.folder[folder]) == .watched)
    }
    #expect(await watched.watcher.status.watchedFolders == 4)
    try watched.perform("write p/q/x")
    #expect(try await watched.changes(barrier: 1) == "p/q/x")
    // The folders that were indexed are now watched only for their renames.
    await watched.watcher.setRules(rules("p/q/r", in: watched))
    #expect(await watched.watcher.status.watchedFolders == 2)
    try watched.perform("write p/q/y; write p/q/r/z")
    #expect(try await watched.changes(barrier: 2) == "p/q/r/z")
    try watched.perform("mv p/q p/elsewhere")
    #expect(try await watched.changes(barrier: 3) == "p/q/r/**")
  }

  @Test func `A missing root that was removed from the rules is not watched for`() async throws {
    let watched = try WatchedFolder(roots: ["r", "x/y"])
    try await watched.watch(watched.folder["r"])
    try await watched.watcher.start()
    #expect(await watched.ask(for: watched.folder["x/y"]) == nil)
    #expect(await watched.watcher.status.missingRoots.count == 1)
    await watched.watcher.setRules(rules("r", in: watched))
    #expect(await watched.watcher.status.missingRoots == [])
    try watched.perform("mkdir x/y; write r/a")
    #expect(try await watched.changes() == "r/a")
    #expect(await watched.watcher.status.watchedFolders == 2)
  }

  @Test func `A former root that contains the marker folder loses only its own watches`()
    async throws
  {
    let watched = try WatchedFolder(roots: ["p"], marker: "p/state/sync")
    try watched.perform("mkdir p/a; mkdir p/g")
    try await watched.watch(watched.folder["p"])
    try await watched.watcher.start()
    await watched.watcher.watch(ruleFiles: [watched.folder["p/g/ignore"]])
    await watched.watcher.setRules(rules("o", in: watched))
    await watched.watcher.forget(watched.folder["p"])
    let count = await watched.watcher.status.watchedFolders
    try #require(count == 2, "The marker folder and the folder of the rule file.")
    try watched.perform("write p/a/x; write p/g/ignore")
    #expect(try await watched.changes() == "p/g/ignore")
    #expect(await !watched.watcher.hasLostMarkers)
    try watched.perform("mv p/state p/elsewhere")
    #expect(await watched.watcher.nextBatch() == nil)
    #expect(await watched.watcher.hasLostMarkers)
  }
}
