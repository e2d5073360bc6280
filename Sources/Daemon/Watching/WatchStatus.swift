import FileSelection
public import LinuxSystem

/// The status of the watcher.
public struct WatchStatus: Equatable, Sendable {
  /// The status of a root.
  public struct Root: Equatable, Sendable {
    /// The root.
    public let path: FilePath
    /// Whether the root does not exist at present.
    public var isMissing = false
    /// How many of its folders are watched; nil if all are.
    public var watchedFolders: Int?
    /// The types of file systems in it that do not notify every change, sorted.
    public var polledFileSystems: [String] = []

    package init(path: FilePath) {
      self.path = path
    }
  }

  /// The number of watched folders.
  public var watchedFolders = 0
  /// How often the event queue of the kernel overflowed.
  public var overflows = 0
  /// The number of pending changes.
  public var waiting = 0
  /// The roots.
  public var roots: [Root] = []
  /// How many watches the kernel grants to the user.
  public var limit: WatchLimit

  /// The roots that do not exist at present.
  public var missingRoots: [FilePath] { roots.filter(\.isMissing).map(\.path) }

  /// Creates the status if only the roots are known, because the watcher does not answer.
  package init(roots: [FilePath], limit: WatchLimit) {
    self.roots = roots.map(Root.init)
    self.limit = limit
  }
}

extension WatchedTrees {
  /// The current status.
  ///
  /// O(roots), or O(watches × depth) if there are folders without a watch.
  func status(limit: WatchLimit) -> WatchStatus {
    var status = WatchStatus(roots: [], limit: limit)
    status.watchedFolders = tree.watchCount - guards.count
    status.overflows = overflows
    status.waiting = buffer.count
    status.roots = rules.roots.map { root in
      var mode = WatchStatus.Root(path: root)
      mode.isMissing = missingRoots.contains(root)
      if budget.isShort { mode.watchedFolders = tree.watchCount(below: root) }
      mode.polledFileSystems = fileSystems.polledNames(inside: root).sorted()
      return mode
    }
    return status
  }
}
