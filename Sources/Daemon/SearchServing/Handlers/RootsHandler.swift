import FileSelection
import Indexing
import LinuxSystem
import SittaSQLite
import SearchInterface
import SearchMessages
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
  ///
  /// Folders of sources that do not exist are not among the roots, unless the index has documents of them: hardly
  /// anybody has all of these programs.
  func watchStatus() async -> (status: WatchStatus, isCurrent: Bool) {
    let watcher = wait.watcher
    let rules = watcher.overview.rules
    guard var status = await index.tasks.value(within: Self.timeout, { await watcher.status })
    else {
      let roots = rules.roots.filter { rules.source(at: $0) == nil }
      return (WatchStatus(roots: roots, limit: watcher.limit), false)
    }
    let missing = await missingSources(of: rules)
    status.roots.removeAll { missing.contains($0.path) }
    return (status, true)
  }

  /// The folders of sources that do not exist, and of which the index has nothing.
  private func missingSources(of rules: SelectionRules) async -> Set<FilePath> {
    let away = index.indexer.progress.current.awayRoots
    let folders = rules.sources.map(\.path).filter { !away.contains($0) }
    if folders.isEmpty { return [] }
    let missing = try? await index.calls.answer(within: .milliseconds(100)) { call in
      try folders.filter { folder in
        try call.willTouch(folder)
        return (try? FileStatus(of: folder))?.kind != .directory
      }
    }
    return Set(missing ?? [])
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
