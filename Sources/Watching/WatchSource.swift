public import LinuxSystem

/// Where watches come from: inotify, or in a scenario a table.
public protocol WatchSource: ~Copyable {
  /// Watches a folder for all that happens to it and to its entries.
  ///
  /// - Returns: the watch descriptor; nil where the folder cannot be watched.
  borrowing func watch(at folder: FilePath) -> Int32?

  /// Watches a folder only for being renamed itself.
  ///
  /// - Returns: the watch descriptor; nil where the folder cannot be watched.
  borrowing func watchName(of folder: FilePath) -> Int32?

  /// Ends a watch; one that has ended already is no error.
  borrowing func unwatch(_ watch: Int32)

  /// Whether there is a folder of this path now.
  borrowing func hasFolder(at path: FilePath) -> Bool
}

extension INotify: WatchSource {
  /// Watches a folder for all that happens to it and to its entries; nil where it cannot be watched.
  public borrowing func watch(at folder: FilePath) -> Int32? {
    try? watch(directory: folder)
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
