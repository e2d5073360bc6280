import LinuxSystem
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `AddRoot`, `RemoveRoot` and `Reload`, and what all say of roots.
extension SearchService {
  func addRoot(_ parameters: AddRootMethod.Parameters) async throws -> AddRootMethod.Reply {
    let warnings = try await configuration.addRoot(rootFolder(parameters.folder))
    return AddRootMethod.Reply(roots: try await roots(), warnings: warnings)
  }

  func removeRoot(
    _ parameters: RemoveRootMethod.Parameters
  ) async throws -> RemoveRootMethod.Reply {
    let warnings = try await configuration.removeRoot(rootFolder(parameters.folder))
    return RemoveRootMethod.Reply(roots: try await roots(), warnings: warnings)
  }

  func reload() async throws -> ReloadMethod.Reply {
    let warnings = try await configuration.reload()
    return ReloadMethod.Reply(roots: try await roots(), warnings: warnings)
  }

  private func roots() async throws -> [RootMessage] {
    try await roots(watcher.status, indexer.progress.current)
  }

  private func rootFolder(_ text: String) throws -> FilePath {
    guard let folder = folder(text) else {
      throw VarlinkError.invalidParameter("folder")
    }
    return folder
  }

  /// How each root is watched.
  func roots(
    _ watching: WatchStatus, _ progress: IndexingProgress.Values
  ) async throws -> [RootMessage] {
    var messages: [RootMessage] = []
    for root in watching.roots {
      // Counting takes a while, and only where there are not enough watches the number is of use.
      let isShort = root.watchedFolders != nil
      let folders =
        isShort ? try await readers.read { try $0.folderCount(below: root.path) } : 0
      let absence = absence(of: root.path, isMissing: root.isMissing, progress)
      messages.append(
        RootMessage(root, of: folders, polledEvery: pollInterval, absence: absence))
    }
    return messages
  }
}
