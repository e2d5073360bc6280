import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `AddRoot`, `RemoveRoot` and `Reload`, and what all say of roots.
extension SearchService {
  func addRoot(_ parameters: AddRootMethod.Parameters) async throws -> AddRootMethod.Reply {
    let warnings = try await configuration.addRoot(rootFolder(parameters.folder))
    return AddRootMethod.Reply(roots: await roots(), warnings: warnings)
  }

  func removeRoot(
    _ parameters: RemoveRootMethod.Parameters
  ) async throws -> RemoveRootMethod.Reply {
    let warnings = try await configuration.removeRoot(rootFolder(parameters.folder))
    return RemoveRootMethod.Reply(roots: await roots(), warnings: warnings)
  }

  func reload() async throws -> ReloadMethod.Reply {
    let warnings = try await configuration.reload()
    return ReloadMethod.Reply(roots: await roots(), warnings: warnings)
  }

  private func roots() async -> [RootMessage] {
    let watching = await watcher.status
    return roots(watching, indexer.progress.current, await counted(watching))
  }

  private func rootFolder(_ text: String) throws -> FilePath {
    guard let folder = folder(text) else {
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
