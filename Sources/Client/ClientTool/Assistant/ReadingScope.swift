import LinuxSystem

/// The folders that an assistant may see.
struct ReadingScope {
  /// The folders; empty for the whole index.
  let folders: [FilePath]

  /// The folders in the form of a parameter; nil for the whole index.
  var parameter: [String]? { folders.isEmpty ? nil : folders.map(\.uri) }

  /// Whether the assistant may see a path.
  ///
  /// As in the daemon, symbolic links are resolved in the path and in the folders.
  func contains(_ path: FilePath) -> Bool {
    let resolved = path.resolvingAnsweredLinks()
    return folders.isEmpty || resolvedFolders.contains { resolved.isOrIsInside($0) }
  }

  /// Whether the path of a root may be shown: the root is visible, or contains a visible folder.
  func mayName(root: FilePath) -> Bool {
    contains(root) || resolvedFolders.contains { $0.isOrIsInside(root) }
  }

  private var resolvedFolders: [FilePath] { folders.map { $0.resolvingAnsweredLinks() } }
}

extension FilePath {
  fileprivate func isOrIsInside(_ folder: FilePath) -> Bool { self == folder || isInside(folder) }
}
