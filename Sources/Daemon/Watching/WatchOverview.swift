public import FileSelection
public import LinuxSystem
import Synchronization

/// The facts about a watcher that each search needs, as of the last event that was read.
public struct WatchOverview: Sendable {
  /// The rules that say which paths are indexed.
  public let rules: SelectionRules
  /// The number of pending changes.
  public let waitingCount: Int
  private let fileSystems: FileSystemDeliveries

  init(of trees: WatchedTrees) {
    (rules, fileSystems) = (trees.rules, trees.fileSystems)
    waitingCount = trees.buffer.count
  }

  /// The members of `folders` on file systems that do not notify every change.
  ///
  /// O(folders × file systems).
  public func unreliable(among folders: [FilePath]) -> [FilePath] {
    fileSystems.polled(among: folders)
  }
}

/// A ``WatchOverview`` that every thread can read without waiting for the watcher's.
///
/// To change threads takes longer than a quick search.
final class SharedOverview: Sendable {
  private let overview: Mutex<WatchOverview>

  init(_ overview: WatchOverview) {
    self.overview = Mutex(overview)
  }

  var value: WatchOverview { overview.withLock(\.self) }

  func set(_ new: WatchOverview) {
    overview.withLock { $0 = new }
  }
}
