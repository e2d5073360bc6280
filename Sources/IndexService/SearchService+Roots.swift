import LinuxSystem
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `AddRoot`, `RemoveRoot` and `Reload`, and what all say of roots.
extension SearchService {
  func addRoot(_ parameters: RootsMethod.Parameters) async throws -> RootsMethod.Reply {
    try await reply(configuration.addRoot(rootFolder(parameters)))
  }

  func removeRoot(_ parameters: RootsMethod.Parameters) async throws -> RootsMethod.Reply {
    try await reply(configuration.removeRoot(rootFolder(parameters)))
  }

  func reload() async throws -> RootsMethod.Reply {
    try await reply(configuration.reload())
  }

  private func reply(_ warnings: [String]) async throws -> RootsMethod.Reply {
    let watching = await watcher.status
    let roots = roots(watching, indexer.progress.current, await counted(watching))
    return RootsMethod.Reply(roots: roots, warnings: warnings)
  }

  private func rootFolder(_ parameters: RootsMethod.Parameters) throws -> FilePath {
    guard let folder = folder(parameters.folder) else {
      throw VarlinkError.invalidParameter("folder")
    }
    return folder
  }

  /// How each root is watched.
  func roots(
    _ watching: WatchStatus, _ progress: IndexingProgress.Values, _ counts: IndexCounts.Answer
  ) -> [RootMessage] {
    watching.roots.map { root in
      let absence = absence(of: root.path, isMissing: root.isMissing, progress)
      return RootMessage(
        root, of: counts.folders[root.path] ?? 0, polledEvery: pollInterval, absence: absence)
    }
  }
}
