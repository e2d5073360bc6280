public import LinuxSystem

/// How changes in one folder are found.
public enum FolderDelivery: Equatable, Sendable {
  /// The kernel tells of each.
  case told
  /// The kernel tells of those made on this machine; as others can change files as well, the folder
  /// is looked at at intervals. The sort of file system is named.
  case toldInPart(String)
  /// There are more folders than watches, and this one is looked at at intervals.
  case untold
  /// It has not been looked at yet, or it is not there.
  case unknown
}

extension WatchedTrees {
  /// How changes in a folder are found.
  ///
  /// O(depth + file systems).
  public func delivery(of folder: FilePath) -> FolderDelivery {
    if tree.watch(at: folder) == nil { return budget.isShort ? .untold : .unknown }
    return fileSystem(of: folder)?.value.polledName.map { .toldInPart($0) } ?? .told
  }
}
