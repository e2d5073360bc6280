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
    let roots = try await roots(watcher.status, indexer.progress.current)
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
