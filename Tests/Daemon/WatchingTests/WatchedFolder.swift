import FileSelection
import LinuxSystem
import TestSupport
import Testing
import Watching

/// A temporary folder with a watcher on some of its subfolders, which reports changes in one batch.
///
/// Only a barrier makes changes due, so that a batch has all changes, however slow the machine is.
struct WatchedFolder {
  let folder: TemporaryDirectory
  let watcher: TreeWatcher
  let marker: FilePath
  let rules: SelectionRules

  /// Creates the folders `r`, `o` and the marker folder; `roots` are the roots.
  init(roots: [String] = ["r"], marker: String = "marker") throws {
    folder = try TemporaryDirectory()
    let marker = folder[marker]
    self.marker = marker
    for path in [marker, folder["r"], folder["o"]] { try path.makeDirectory() }
    rules = SelectionRules(
      roots: roots.map { [folder] in folder[$0] }, excludes: [GlobPattern("*.tmp")],
      ownFolders: [marker])
    var timing = ChangeBuffer.Timing()
    timing.settle = .seconds(3_600)
    timing.longestWait = .seconds(3_600)
    watcher = try TreeWatcher(rules: rules, markerFolder: marker, timing: timing)
  }

  /// Performs commands like a shell: `write`, `append`, `save`, `mkdir`, `mv`, `rm`, `chmod`, `ln`,
  /// joined by `;`.
  func perform(_ commands: String) throws {
    for command in commands.split(separator: ";") {
      let words = command.split(separator: " ").map(String.init)
      let path = folder[words[1]]
      switch words[0] {
      case "write": try path.write("words")
      case "append": try path.append("more")
      case "save": try path.save("other words")
      case "mkdir": try path.makeDirectory()
      case "mv": try path.rename(to: folder[words[2]])
      case "rm": try path.removeTree()
      case "chmod": try path.setPermissions(0o750)
      case "ln": try path.makeSymbolicLink(to: folder["o"])
      default: Issue.record("There is no command \(words[0]).")
      }
    }
  }

  /// Asks for the watch of a folder, as a crawl does; nil if there is no such folder.
  func ask(for path: FilePath) async -> WatchOutcome? {
    if let descriptor = try? FileDescriptor(openingDirectory: path) {
      return await watcher.watch(path, descriptor: descriptor.number)
    }
    if rules.roots.contains(path) {
      await watcher.expect(root: path)
      await watcher.forgetMissing(path)
    }
    return nil
  }

  /// Watches a folder and all indexed folders below it, as a crawl does.
  func watch(_ path: FilePath) async throws {
    #expect(await ask(for: path) == .watched)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: path)).names
    for entry in names.map(path.appending) where rules.verdict(on: entry).isIncluded {
      if try FileStatus(of: entry).kind == .directory { try await watch(entry) }
    }
  }

  /// The changes since the last call as text; each call needs another number.
  ///
  /// ``Watching/ChangeBatch/text(below:)`` describes the words.
  func changes(barrier: UInt64 = 1) async throws -> String {
    let marker = marker.appending("\(barrier)")
    try marker.write("")
    try marker.removeFile()
    let batch = try #require(await watcher.nextBatch())
    #expect(batch.barriers == [barrier])
    var rest = batch
    rest.barriers = []
    return rest.text(below: folder.path)
  }
}
