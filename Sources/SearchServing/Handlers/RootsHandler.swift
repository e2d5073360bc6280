import Indexing
import LinuxSystem
import SittaSQLite
import SearchIndex
import SearchInterface
import Watching

/// `AddRoot`, `RemoveRoot` and `Reload`, and the messages about roots.
struct RootsHandler: Sendable {
  let configuration: any ConfigurationControl
  let counts: IndexCounts
  let index: RepairingReader
  let watcher: TreeWatcher

  func addRoot(_ parameters: AddRootMethod.Parameters) async throws -> AddRootMethod.Reply {
    let warnings = try await configuration.addRoot(FilePath(parameter: parameters.folder, "folder"))
    return AddRootMethod.Reply(roots: await roots(), warnings: warnings)
  }

  func removeRoot(
    _ parameters: RemoveRootMethod.Parameters
  ) async throws -> RemoveRootMethod.Reply {
    let warnings = try await configuration.removeRoot(
      FilePath(parameter: parameters.folder, "folder"))
    return RemoveRootMethod.Reply(roots: await roots(), warnings: warnings)
  }

  func reload() async throws -> ReloadMethod.Reply {
    let warnings = try await configuration.reload()
    return ReloadMethod.Reply(roots: await roots(), warnings: warnings)
  }

  private func roots() async -> [RootMessage] {
    let watching = await watcher.status
    return messages(watching, index.indexer.progress.current, await counted(watching))
  }

  /// The messages that say how each root is watched.
  func messages(
    _ watching: WatchStatus, _ progress: IndexingStatus, _ counts: IndexCounts.Answer
  ) -> [RootMessage] {
    watching.roots.map { root in
      let absence = RootMessage.Absence(of: root.path, isMissing: root.isMissing, progress)
      return RootMessage(
        root, of: counts.folders[root.path] ?? 0, polledEvery: configuration.pollInterval,
        absence: absence)
    }
  }

  /// Counts documents, and folders if there are too few watches for them.
  func counted(_ watching: WatchStatus) async -> IndexCounts.Answer {
    let short = watching.roots.filter { $0.watchedFolders != nil }.map(\.path)
    let counts = await self.counts.count(below: short.isEmpty ? [] : short + [.root])
    if let error = counts.failure as? SQLiteError { _ = await index.failure(for: error) }
    return counts
  }
}
