public import FileSelection
public import LinuxSystem

/// What each search needs to know from the watcher, as of the last event read.
public struct WatchOverview: Sendable {
  /// The rules for which paths are indexed.
  public let rules: SelectionRules
  /// The number of pending changes.
  public let waitingCount: Int
  private let fileSystems: FileSystemDeliveries

  init(of trees: WatchedTrees) {
    (rules, fileSystems) = (trees.rules, trees.fileSystems)
    waitingCount = trees.buffer.count
  }

  /// The elements of `folders` on file systems that do not notify every change.
  ///
  /// O(folders × file systems).
  public func unreliable(among folders: [FilePath]) -> [FilePath] {
    fileSystems.polled(among: folders)
  }
}
