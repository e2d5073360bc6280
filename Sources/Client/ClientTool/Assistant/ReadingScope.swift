import LinuxSystem

/// The folders that an assistant may see.
struct ReadingScope {
  /// The folders; empty for everything that is in the index.
  let folders: [FilePath]

  /// The folders as they are sent; nil for everything.
  var parameter: [String]? { folders.isEmpty ? nil : folders.map(\.uri) }

  /// Whether a path is visible.
  ///
  /// Symbolic links are followed in it and in the folders, as the daemon does.
  func contains(_ path: FilePath) -> Bool {
    let resolved = path.resolvingAnsweredLinks()
    return folders.isEmpty || resolvedFolders.contains { resolved.isOrIsInside($0) }
  }

  /// Whether the path of a root may be named: it is visible, or contains a visible folder.
  func mayName(root: FilePath) -> Bool {
    contains(root) || resolvedFolders.contains { $0.isOrIsInside(root) }
  }

  private var resolvedFolders: [FilePath] { folders.map { $0.resolvingAnsweredLinks() } }
}

extension FilePath {
  fileprivate func isOrIsInside(_ folder: FilePath) -> Bool { self == folder || isInside(folder) }
}
