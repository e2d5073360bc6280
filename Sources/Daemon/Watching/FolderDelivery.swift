import LinuxSystem

/// How changes in a folder are found.
public enum FolderDelivery: Equatable, Sendable {
  /// The kernel notifies each change.
  case notified
  /// The kernel notifies only changes made on this machine, so the folder is also polled.
  ///
  /// The value is the type of the file system.
  case partlyNotified(String)
  /// The watches are used up, so the folder is polled.
  case polled
  /// The folder has not been read yet, or does not exist.
  case unknown
}

extension WatchedTrees {
  /// How changes in a folder are found.
  ///
  /// O(depth + file systems).
  func delivery(of folder: FilePath) -> FolderDelivery {
    if tree.watch(at: folder) == nil { return budget.isShort ? .polled : .unknown }
    return fileSystems.polledName(of: folder).map { .partlyNotified($0) } ?? .notified
  }
}
