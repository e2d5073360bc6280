import LinuxSystem

/// Adds and ends watches: inotify in the daemon, a table in tests.
protocol WatchSource: ~Copyable {
  /// Watches a folder for all events of the folder and of its entries.
  ///
  /// - Returns: the watch descriptor; nil if the folder cannot be watched.
  borrowing func watch(at folder: FilePath) -> Int32?

  /// Watches a folder like ``watch(at:)``, without following a symbolic link below its root.
  ///
  /// - Returns: the watch descriptor; nil if the root contains no such folder.
  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32?

  /// Watches a folder only for its own rename, and for changes of its attributes if these are included.
  ///
  /// - Returns: the watch descriptor; nil if the folder cannot be watched.
  borrowing func watchName(of folder: FilePath, includingAttributes: Bool) -> Int32?

  /// Ends a watch; it is not an error if the watch has ended already.
  borrowing func unwatch(_ watch: Int32)

  /// Whether a folder exists at a path.
  borrowing func hasFolder(at path: FilePath) -> Bool
}

extension WatchSource where Self: ~Copyable {
  /// The same as ``watch(at:)``, for sources without symbolic links.
  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    watch(at: folder)
  }
}

extension INotify: WatchSource {
  borrowing func watch(at folder: FilePath) -> Int32? {
    try? watch(directory: folder)
  }

  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    guard let open = try? FileDescriptor(openingDirectory: folder, below: root) else { return nil }
    return try? watch(openDirectory: open.number)
  }

  borrowing func watchName(of folder: FilePath, includingAttributes: Bool) -> Int32? {
    try? watch(nameOf: folder, includingAttributes: includingAttributes)
  }

  /// Whether a folder exists at a path; a symbolic link to a folder does not count.
  borrowing func hasFolder(at path: FilePath) -> Bool {
    (try? FileStatus(of: path))?.kind == .directory
  }
}
