import LinuxSystem

/// How the watcher learns of changes in a folder.
public enum FolderDelivery: Equatable, Sendable {
  /// The kernel notifies each change.
  case notified
  /// The kernel notifies only changes made on this machine, so the folder is also polled.
  ///
  /// The value is the type of the file system.
  case partlyNotified(String)
  /// There are not enough watches, so the folder is polled.
  case polled
  /// The folder is not listed yet, or does not exist.
  case unknown
}

extension WatchedTrees {
  /// How the watcher learns of changes in a folder.
  ///
  /// O(depth + file systems).
  func delivery(of folder: FilePath) -> FolderDelivery {
    if tree.watch(at: folder) == nil { return budget.isShort ? .polled : .unknown }
    return fileSystems.polledName(of: folder).map { .partlyNotified($0) } ?? .notified
  }
}
