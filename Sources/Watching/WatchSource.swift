public import LinuxSystem

/// Where watches come from: inotify, or in a scenario a table.
public protocol WatchSource: ~Copyable {
  /// Watches a folder for all that happens to it and to its entries.
  ///
  /// - Returns: the watch descriptor; nil where the folder cannot be watched.
  borrowing func watch(at folder: FilePath) -> Int32?

  /// Watches a folder as ``watch(at:)`` does, through no symbolic link below the root it lies in.
  ///
  /// - Returns: the watch descriptor; nil where there is no such folder in the root.
  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32?

  /// Watches a folder only for being renamed itself.
  ///
  /// - Returns: the watch descriptor; nil where the folder cannot be watched.
  borrowing func watchName(of folder: FilePath) -> Int32?

  /// Ends a watch; one that has ended already is no error.
  borrowing func unwatch(_ watch: Int32)

  /// Whether there is a folder of this path now.
  borrowing func hasFolder(at path: FilePath) -> Bool
}

extension WatchSource where Self: ~Copyable {
  /// A source without symbolic links watches the folder of that path.
  public borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    watch(at: folder)
  }
}

extension INotify: WatchSource {
  /// Watches a folder for all that happens to it and to its entries; nil where it cannot be watched.
  public borrowing func watch(at folder: FilePath) -> Int32? {
    try? watch(directory: folder)
  }

  /// Watches a folder, through no symbolic link below the root it lies in; nil where that cannot be.
  public borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    guard let open = try? FileDescriptor(openingDirectory: folder, below: root) else { return nil }
    return try? watch(openDirectory: open.number)
  }

  /// Watches a folder only for being renamed itself; nil where it cannot be watched.
  public borrowing func watchName(of folder: FilePath) -> Int32? {
    try? watch(nameOf: folder)
  }

  /// Whether there is a folder of this path now, and no symbolic link to one.
  public borrowing func hasFolder(at path: FilePath) -> Bool {
    (try? FileStatus(of: path))?.kind == .directory
  }
}
