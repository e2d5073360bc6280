import FileSelection
import LinuxSystem

/// The state of the watcher as a value: inotify's records in, actions and batches out.
///
/// It combines ``WatchTree``, ``RenamePairing``, ``ChangeBuffer`` and ``WatchBudget``, and uses no
/// descriptor, disk or clock. It returns actions; ``perform(_:on:at:)`` performs them and passes
/// the results back.
struct WatchedTrees: Sendable {
  /// An effect outside of the value.
  enum Action: Equatable, Sendable {
    /// End a watch.
    case unwatch(Int32)
    /// Ask for the watch of a folder again, and pass it to ``confirm(_:watch:at:)``.
    case confirm(FilePath)
    /// Watch a folder for a rename of the folder itself, and pass the watch to
    /// ``insertGuard(_:watch:)``.
    case watchName(FilePath)
    /// Watch the folder of a rule file, or the nearest existing folder above it, and pass the watch
    /// to ``insertRuleFolder(_:watch:)``.
    case watchRuleFile(FilePath)
    /// Look for a root, and pass the result to ``applyLookup(_:of:at:)``.
    case lookFor(FilePath)
  }

  /// The result of looking for a root.
  enum RootLookup: Equatable, Sendable {
    /// The root exists.
    case found
    /// The root does not exist; the values are the nearest folder above it and its watch.
    case missing(nearest: FilePath, watch: Int32)
    /// The root does not exist, and no folder above it can be watched.
    case unwatchable
  }

  /// The rules that say which paths are indexed; see ``setRules(_:)``.
  var rules: SelectionRules
  /// A folder of the service; a file created in it whose name is a number becomes a barrier.
  let markerFolder: FilePath
  var tree = WatchTree()
  var pairing = RenamePairing()
  var exchanges = ExchangePairing()
  var buffer: ChangeBuffer
  var budget: WatchBudget
  /// How file systems notify changes.
  var fileSystems = FileSystemDeliveries()
  var missingRoots: Set<FilePath> = []
  /// Folders above missing roots, watched until the roots appear.
  var rootAncestors: Set<FilePath> = []
  /// Folders above roots and above the marker folder, watched only for renames of these folders.
  var guards: Set<FilePath> = []
  /// Files with rules, watched inside and outside of the roots.
  var ruleFiles = PathMap<Void>()
  /// Folders that are watched because of ``ruleFiles``.
  var ruleFolders: Set<FilePath> = []
  /// The actions that have not been returned yet.
  var actions: [Action] = []
  var overflows = 0
  /// Whether the marker folder is lost, so that there can be no more barriers.
  var hasLostMarkers = false

  /// When to call ``takeBatch(at:)`` next; nil if nothing is pending.
  var nextDeadline: ContinuousClock.Instant? {
    [buffer.nextDeadline, pairing.nextDeadline, exchanges.nextDeadline].compactMap(\.self).min()
  }

  /// Removes and returns the batch that is due.
  ///
  /// - Returns: the batch, nil if none is due; and the actions for entries that left the trees.
  mutating func takeBatch(
    at now: ContinuousClock.Instant
  ) -> (batch: ChangeBatch?, actions: [Action]) {
    for origin in pairing.expire(at: now) { applyDeparture(origin, at: now) }
    forgetReplaced(exchanges.expire(at: now))
    return (buffer.takeBatch(at: now), takeActions())
  }

  /// Performs actions, and the actions that result from them.
  mutating func perform(
    _ actions: [Action], on source: borrowing some WatchSource & ~Copyable,
    at now: ContinuousClock.Instant
  ) {
    var rest = actions[...]
    while let action = rest.popFirst() {
      switch action {
      case .unwatch(let watch):
        source.unwatch(watch)
      case .confirm(let folder):
        if let root = rules.innermostRoot(of: folder) {
          rest += confirm(folder, watch: source.watch(at: folder, below: root), at: now)
        } else {
          rest += confirm(folder, watch: source.watch(at: folder), at: now)
        }
      case .watchName(let folder):
        if let watch = source.watchName(of: folder) { rest += insertGuard(folder, watch: watch) }
      case .watchRuleFile(let file):
        if let (folder, watch) = Self.nearestFolder(above: file, in: source) {
          rest += insertRuleFolder(folder, watch: watch)
        }
      case .lookFor(let root):
        rest += applyLookup(Self.lookup(of: root, in: source), of: root, at: now)
      }
    }
  }

  private static func lookup(
    of root: FilePath, in source: borrowing some WatchSource & ~Copyable
  ) -> RootLookup {
    if source.hasFolder(at: root) { return .found }
    return nearestFolder(above: root, in: source).map { .missing(nearest: $0, watch: $1) }
      ?? .unwatchable
  }

  private static func nearestFolder(
    above path: FilePath, in source: borrowing some WatchSource & ~Copyable
  ) -> (folder: FilePath, watch: Int32)? {
    var folder = path
    while !folder.isRoot {
      folder = folder.parent
      if let watch = source.watch(at: folder) { return (folder, watch) }
    }
    return nil
  }

  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// Removes a folder and all folders below it, except some folders that keep their watches.
  mutating func forget(_ folder: FilePath, keeping kept: Set<FilePath> = []) {
    let hadMarkers = tree.watch(at: markerFolder) != nil
    end(tree.remove(folder, keeping: kept))
    // Without its watch every barrier would wait for its timeout.
    if hadMarkers, tree.watch(at: markerFolder) == nil { hasLostMarkers = true }
    guards = guards.filter { !$0.isInside(folder) || kept.contains($0) }
    rootAncestors = rootAncestors.filter { !$0.isInside(folder) }
    fileSystems.forget(inside: folder)
  }

  /// Ends watches that no longer have a path.
  mutating func end(_ unused: [Int32]) {
    for watch in unused {
      budget.giveBack(watch)
      actions.append(.unwatch(watch))
    }
  }
}
