import FileSelection
public import LinuxSystem

/// How the watcher is doing, for people who ask.
public struct WatchStatus: Equatable, Sendable {
  /// How a root is watched.
  public struct Root: Equatable, Sendable {
    /// The root.
    public let path: FilePath
    /// Whether it does not exist now.
    public var isMissing = false
    /// How many of its folders are watched; nil where all of them are.
    public var watchedFolders: Int?
    /// The sorts of file systems in it that do not tell of every change, in order.
    public var polledFileSystems: [String] = []

    package init(path: FilePath) {
      self.path = path
    }
  }

  /// Folders that are watched now.
  public var watchedFolders = 0
  /// How often the kernel's queue was full.
  public var overflows = 0
  /// Paths that wait to become ripe.
  public var waiting = 0
  /// The roots.
  public var roots: [Root] = []
  /// How many folders the kernel lets a user watch.
  public var limit: WatchLimit

  /// The roots that do not exist now.
  public var missingRoots: [FilePath] { roots.filter(\.isMissing).map(\.path) }

  init(limit: WatchLimit) {
    self.limit = limit
  }
}

extension WatchedTrees {
  /// How the trees are doing now.
  ///
  /// O(roots), or O(watches × depth) where there are folders without a watch.
  public func status(limit: WatchLimit) -> WatchStatus {
    var status = WatchStatus(limit: limit)
    status.watchedFolders = tree.watchCount - guards.count
    status.overflows = overflows
    status.waiting = buffer.count
    status.roots = rules.roots.map { root in
      var mode = WatchStatus.Root(path: root)
      mode.isMissing = missingRoots.contains(root)
      if budget.isShort { mode.watchedFolders = tree.watchCount(below: root) }
      let names = fileSystems.filter { $0.key.isInside(root) }.compactMap(\.value.polledName)
      mode.polledFileSystems = Set(names).sorted()
      return mode
    }
    return status
  }
}
