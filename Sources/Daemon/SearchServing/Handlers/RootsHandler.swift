import FileSelection
import Indexing
import LinuxSystem
import SittaSQLite
import SearchInterface
import Watching

/// `AddRoot`, `RemoveRoot` and `Reload`; also makes the messages about roots.
struct RootsHandler: Sendable {
  let configuration: any ConfigurationControl
  let counts: IndexCounts
  let index: RepairingReader
  let condition: ServiceCondition
  private var wait: IndexerWait { condition.wait }
  /// The longest wait for an answer of the watcher.
  private static let timeout = Duration.seconds(1)

  func addRoot(_ parameters: AddRootMethod.Parameters) async throws -> AddRootMethod.Reply {
    let folder = try FilePath(parameter: parameters.folder, "folder")
    let warnings = try await wait.value("Adding '\(folder)'") { [configuration] in
      try await configuration.addRoot(folder)
    }
    let rest = condition.restWarning("The files of '\(folder)' are not read yet")
    return AddRootMethod.Reply(roots: await roots(), warnings: warnings + [rest].compactMap(\.self))
  }

  func removeRoot(
    _ parameters: RemoveRootMethod.Parameters
  ) async throws -> RemoveRootMethod.Reply {
    let folder = try FilePath(parameter: parameters.folder, "folder")
    let warnings = try await wait.value("Removing '\(folder)'") { [configuration] in
      try await configuration.removeRoot(folder)
    }
    return RemoveRootMethod.Reply(roots: await roots(), warnings: warnings)
  }

  func reload() async throws -> ReloadMethod.Reply {
    let warnings = try await wait.value("Reloading") { [configuration] in
      try await configuration.reload()
    }
    return ReloadMethod.Reply(roots: await roots(), warnings: warnings)
  }

  private func roots() async -> [RootMessage] {
    let watching = await watchStatus().status
    return messages(
      watching, index.indexer.progress.current, await counted(watching), await occupied(watching))
  }

  /// The messages on how each root is watched.
  func messages(
    _ watching: WatchStatus, _ progress: IndexingStatus, _ counts: IndexCounts.Answer,
    _ occupied: Set<FilePath>
  ) -> [RootMessage] {
    watching.roots.map { root in
      let absence = RootMessage.Absence(
        of: root.path, isMissing: root.isMissing, isOccupied: occupied.contains(root.path), progress
      )
      return RootMessage(
        root, of: counts.folders[root.path] ?? 0, polledEvery: configuration.pollInterval,
        absence: absence)
    }
  }

  /// The status of the watcher; if it does not answer, only the roots are known, and `isCurrent` is false.
  func watchStatus() async -> (status: WatchStatus, isCurrent: Bool) {
    let watcher = wait.watcher
    if let status = await index.tasks.value(within: Self.timeout, { await watcher.status }) {
      return (status, true)
    }
    return (WatchStatus(roots: watcher.overview.rules.roots, limit: watcher.limit), false)
  }

  /// The missing roots whose paths exist, but are not folders.
  func occupied(_ watching: WatchStatus) async -> Set<FilePath> {
    let missing = watching.missingRoots
    if missing.isEmpty { return [] }
    let occupied = try? await index.calls.answer(within: .milliseconds(100)) { call in
      Set(missing.filter { (try? call.willTouch($0)) != nil && $0.exists })
    }
    return occupied ?? []
  }

  /// Counts documents; also folders, if there are too few watches for them.
  func counted(_ watching: WatchStatus) async -> IndexCounts.Answer {
    let short = watching.roots.filter { $0.watchedFolders != nil }.map(\.path)
    let counts = await self.counts.count(below: short.isEmpty ? [] : short + [.root])
    if let error = counts.failure as? SQLiteError { _ = await index.failure(for: error) }
    return counts
  }
}
