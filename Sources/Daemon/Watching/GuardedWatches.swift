import LinuxSystem

/// The watches of inotify, on file systems that answer.
///
/// To find the folder of a path, the kernel may have to ask a server, and the watcher's thread
/// would hang with it.
struct GuardedWatches: ~Copyable, Sendable {
  let inotify: INotify
  /// Asked before any file system that others serve.
  let files: FileSystemGuard
}

extension GuardedWatches: WatchSource {
  borrowing func watch(at folder: FilePath) -> Int32? {
    files.obstacle(at: folder) == nil ? inotify.watch(at: folder) : nil
  }

  borrowing func watch(at folder: FilePath, below root: FilePath) -> Int32? {
    files.obstacle(at: folder) == nil ? inotify.watch(at: folder, below: root) : nil
  }

  borrowing func watchName(of folder: FilePath) -> Int32? {
    files.obstacle(at: folder) == nil ? inotify.watchName(of: folder) : nil
  }

  borrowing func unwatch(_ watch: Int32) {
    inotify.unwatch(watch)
  }

  /// Whether a folder exists at a path; true if its file system does not answer, so that the
  /// indexer asks again.
  borrowing func hasFolder(at path: FilePath) -> Bool {
    files.obstacle(at: path) != nil || inotify.hasFolder(at: path)
  }
}
