import LinuxSystem

/// Watches folders with inotify, but only on file systems that answer.
///
/// Watching a path can make the kernel ask a server; if the server did not answer, the watcher's
/// thread would hang.
struct GuardedWatches: ~Copyable, Sendable {
  let inotify: INotify
  /// Knows which file systems do not answer; checked before each access to a network or FUSE file system.
  let files: FileSystemGuard
}

extension GuardedWatches: WatchSource {
  borrowing func watch(at folder: FilePath) -> Int32? {
    files.obstacle(at: folder) == nil ? inotify.watch(at: folder) : nil
  }

  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    files.obstacle(at: folder) == nil ? inotify.watch(at: folder, below: root) : nil
  }

  borrowing func watchName(of folder: FilePath, includingAttributes: Bool) -> Int32? {
    files.obstacle(at: folder) == nil
      ? inotify.watchName(of: folder, includingAttributes: includingAttributes) : nil
  }

  borrowing func unwatch(_ watch: Int32) {
    inotify.unwatch(watch)
  }

  /// Whether a folder exists at a path; true if its file system does not answer, so that the
  /// indexer checks again later.
  borrowing func hasFolder(at path: FilePath) -> Bool {
    files.obstacle(at: path) != nil || inotify.hasFolder(at: path)
  }
}
