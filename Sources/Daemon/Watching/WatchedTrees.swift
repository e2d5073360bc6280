import FileSelection
import LinuxSystem

/// The state and the decisions of the watcher: takes inotify records, returns actions and batches.
///
/// It combines ``WatchTree``, ``RenamePairing``, ``ChangeBuffer`` and ``WatchBudget``, and uses no
/// descriptor, disk or clock; only ``perform(_:on:at:)`` performs the actions and handles their
/// results.
struct WatchedTrees: Sendable {
  /// An action outside of this state.
  enum Action: Equatable, Sendable {
    /// End a watch.
    case unwatch(Int32)
    /// Request the watch of a folder again, and pass it to ``confirm(_:watch:at:)``.
    case confirm(FilePath)
    /// Watch a folder for its own rename, and for changes of its access if that is recorded; pass the watch to
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
    /// The root does not exist; these are the nearest existing folder above it, and its watch.
    case missing(nearest: FilePath, watch: Int32)
    /// The root does not exist, and no folder above it can be watched.
    case unwatchable
  }

  /// The rules for which paths are indexed; see ``setRules(_:)``.
  var rules: SelectionRules
  /// A folder of the daemon; a file created in it with a number as its name becomes a barrier.
  let markerFolder: FilePath
  var tree = WatchTree()
  var pairing = RenamePairing()
  var exchanges = ExchangePairing()
  var buffer: ChangeBuffer
  var budget: WatchBudget
  /// How file systems notify changes.
  var fileSystems = FileSystemDeliveries()
  var missingRoots: Set<FilePath> = []
  /// Folders above missing roots, which are watched until the roots appear.
  var rootAncestors: Set<FilePath> = []
  /// Folders above the roots and the marker folder, watched only for their own renames, and for changes of their access
  /// if that is recorded.
  var guards: Set<FilePath> = []
  /// Rule files, which are watched inside and outside the roots.
  var ruleFiles = PathMap<Void>()
  /// Folders that are watched because of rule files.
  var ruleFolders: Set<FilePath> = []
  /// The actions that have not been returned yet.
  var actions: [Action] = []
  var overflows = 0
  /// Whether the marker folder was lost, so that barriers are no longer reached.
  var hasLostMarkers = false

  /// When to call ``takeBatch(at:)`` next; nil if nothing is pending.
  var nextDeadline: ContinuousClock.Instant? {
    [buffer.nextDeadline, pairing.nextDeadline, exchanges.nextDeadline].compactMap(\.self).min()
  }

  /// Removes and returns the batch that is due.
  ///
  /// - Returns: the batch, nil if none is due; and actions for entries that left the watched trees.
  mutating func takeBatch(
    at now: ContinuousClock.Instant
  ) -> (batch: ChangeBatch?, actions: [Action]) {
    for origin in pairing.expire(at: now) { applyDeparture(origin, at: now) }
    forgetReplaced(exchanges.expire(at: now))
    return (buffer.takeBatch(at: now), takeActions())
  }

  /// Performs actions, and further actions that result from them.
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
        let watch = source.watchName(of: folder, includingAttributes: rules.recordsAccess)
        if let watch { rest += insertGuard(folder, watch: watch) }
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

  /// Ends the watches of a folder and of all folders below it, except those of some folders.
  mutating func forget(_ folder: FilePath, keeping kept: Set<FilePath> = []) {
    let hadMarkers = tree.watch(at: markerFolder) != nil
    end(tree.remove(folder, keeping: kept))
    // Without the watch of the marker folder, no barrier would be reached before its timeout.
    if hadMarkers, tree.watch(at: markerFolder) == nil { hasLostMarkers = true }
    guards = guards.filter { !$0.isInside(folder) || kept.contains($0) }
    rootAncestors = rootAncestors.filter { !$0.isInside(folder) }
    fileSystems.forget(inside: folder)
  }

  /// Ends watches whose folders have no path any more.
  mutating func end(_ unused: [Int32]) {
    for watch in unused {
      budget.giveBack(watch)
      actions.append(.unwatch(watch))
    }
  }
}
