public import FileSelection
public import LinuxSystem

/// What is watched and what was heard of it: inotify's records in, actions and batches out.
///
/// It puts ``WatchTree``, ``RenamePairing``, ``ChangeBuffer`` and ``WatchBudget`` together and knows
/// neither descriptors nor the disk nor a clock. What has to be done, it returns as actions;
/// ``perform(_:on:at:)`` does them and tells what came of it.
public struct WatchedTrees: Sendable {
  /// What has to be done outside of the value.
  public enum Action: Equatable, Sendable {
    /// End a watch.
    case unwatch(Int32)
    /// Ask for the watch of a folder again, and give it to ``confirm(_:watch:at:)``.
    case confirm(FilePath)
    /// Watch a folder for being renamed itself, and give the watch to ``noteGuard(_:watch:)``.
    case watchName(FilePath)
    /// Watch the folder of a file, or the nearest above it that exists, and give the watch to
    /// ``noteApproach(to:watch:)``.
    case approach(FilePath)
    /// Look for a root, and give what is found to ``note(_:of:at:)``.
    case lookFor(FilePath)
  }

  /// What is found where a root should be.
  public enum Sighting: Equatable, Sendable {
    /// The root is there.
    case found
    /// It is not; of the folders above it this is the nearest, with its watch.
    case missing(nearest: FilePath, watch: Int32)
    /// It is not, and no folder above it can be watched.
    case lost
  }

  /// Which paths are of interest; see ``adopt(_:)``.
  public internal(set) var rules: SelectionRules
  let markerFolder: FilePath
  var tree = WatchTree()
  var pairing = RenamePairing()
  var exchanges = ExchangePairing()
  var buffer: ChangeBuffer
  var budget: WatchBudget
  /// How file systems tell of changes, by the folders they begin at.
  var fileSystems: [FilePath: EventDelivery] = [:]
  var missingRoots: Set<FilePath> = []
  /// Folders above missing roots, watched until the roots appear.
  var lookouts: Set<FilePath> = []
  /// Folders above roots and above the marker folder, watched for being renamed.
  var guards: Set<FilePath> = []
  /// Files that say what is left out, and must be watched wherever they lie.
  var ruleFiles: Set<FilePath> = []
  /// Folders that are watched for the sake of ``ruleFiles``.
  var ruleFolders: Set<FilePath> = []
  /// What has to be done and has not been returned yet.
  var actions: [Action] = []
  var overflows = 0
  /// Whether the marker folder is gone: without it there are no barriers.
  public internal(set) var hasLostMarkers = false

  /// Makes trees of which nothing is watched.
  ///
  /// - Parameters:
  ///   - rules: which paths are of interest.
  ///   - markerFolder: a folder of our own; a file made in it whose name is a number is told as a
  ///     barrier.
  ///   - buffer: where changes become ripe.
  ///   - budget: how many folders can be watched.
  public init(
    rules: SelectionRules, markerFolder: FilePath, buffer: ChangeBuffer, budget: WatchBudget
  ) {
    self.rules = rules
    self.markerFolder = markerFolder
    self.buffer = buffer
    self.budget = budget
  }

  /// When ``takeBatch(at:)`` has to be called next; nil while nothing waits.
  public var nextDeadline: ContinuousClock.Instant? {
    [buffer.nextDeadline, pairing.nextDeadline, exchanges.nextDeadline].compactMap(\.self).min()
  }

  /// Takes a batch if one is ripe.
  ///
  /// - Returns: the batch, and what has to be done about what left the trees meanwhile.
  public mutating func takeBatch(
    at now: ContinuousClock.Instant
  ) -> (batch: ChangeBatch?, actions: [Action]) {
    for origin in pairing.expire(at: now) { movedOut(origin, at: now) }
    forgetReplaced(exchanges.expire(at: now))
    return (buffer.takeBatch(at: now), takeActions())
  }

  /// Does what has to be done, and what comes of that.
  public mutating func perform(
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
        if let watch = source.watchName(of: folder) { rest += noteGuard(folder, watch: watch) }
      case .approach(let file):
        if let (folder, watch) = Self.nearestFolder(above: file, in: source) {
          rest += noteApproach(to: folder, watch: watch)
        }
      case .lookFor(let root):
        rest += note(Self.sighting(of: root, in: source), of: root, at: now)
      }
    }
  }

  private static func sighting(
    of root: FilePath, in source: borrowing some WatchSource & ~Copyable
  ) -> Sighting {
    if source.hasFolder(at: root) { return .found }
    return nearestFolder(above: root, in: source).map { .missing(nearest: $0, watch: $1) } ?? .lost
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

  /// Forgets a folder and all below it.
  mutating func forget(_ folder: FilePath) {
    end(tree.remove(folder))
    guards = guards.filter { !$0.isInside(folder) }
    lookouts = lookouts.filter { !$0.isInside(folder) }
    fileSystems = fileSystems.filter { !$0.key.isInside(folder) }
  }

  /// Ends watches that stand for no path any more.
  mutating func end(_ unused: [Int32]) {
    for watch in unused {
      budget.giveBack(watch)
      actions.append(.unwatch(watch))
    }
  }
}
