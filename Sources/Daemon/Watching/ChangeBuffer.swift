public import LinuxSystem

/// Merges changes until they are due: the debounce of the watcher.
///
/// A file that was closed, moved in or removed is delayed by 20 ms. If it changes again within 2 s of its
/// last batch, the delay is 150 ms, and doubles with each batch up to 2 s; but it is due at the latest 2 s
/// after its first change. A file that is still open for writing must be unchanged for 2 s. Because it may be
/// written for hours (a log), its longest delay doubles with each batch, up to a minute. A barrier makes all
/// changes due at once. The time is an argument; no clock is read.
public struct ChangeBuffer: Sendable {
  /// The delays.
  public struct Timing: Equatable, Sendable {
    /// The delay of the first change of a closed file.
    public var settle: Duration = .milliseconds(20)
    /// The delay of a closed file that changes again; it doubles up to ``longestWait``.
    public var quiet: Duration = .milliseconds(150)
    /// The longest delay of a path, counted from its first change; for an open file it can grow.
    public var longestWait: Duration = .seconds(2)
    /// A change within this time after the last batch of its path is a repeated change.
    public var memory: Duration = .seconds(2)
    /// The longest delay that an open file can reach, even if it is written all the time.
    public var longestOpenWait: Duration = .seconds(60)

    /// Uses the delays that ``ChangeBuffer`` describes.
    public init() {}
  }

  /// A change of a path.
  public enum Change: Equatable, Sendable {
    /// A file was closed after writing, moved in, or removed.
    case completed(FilePath)
    /// Attributes of a file changed: permissions, times, tags.
    case touched(FilePath)
    /// As ``touched(_:)``, but neither earlier nor later changes of the file delay it for long: a right may have been taken
    /// away.
    case accessTouched(FilePath)
    /// A file was created or is being written.
    case ongoing(FilePath)
    /// A file or folder was renamed inside the watched trees.
    case moved(from: FilePath, to: FilePath, isFolder: Bool)
    /// The last rename from the first path to the second was the first half of an exchange.
    case exchanged(FilePath, FilePath)
    /// A folder appeared, possibly with entries below it.
    case appeared(folder: FilePath)
    /// A marker file was reported: all changes before it are due now.
    case barrier(UInt64)
    /// The kernel dropped events.
    case lostEvents
  }

  private struct Pending {
    var first: ContinuousClock.Instant
    var due: ContinuousClock.Instant
    var isOpen: Bool
    /// Whether any of its changes may have changed the content of the file.
    var isWritten: Bool
    /// When a change of attributes is due that later changes must not delay; nil for none.
    var latest: ContinuousClock.Instant?
  }

  /// How long a path was delayed in its last batch, which determines the next delay.
  private struct Remembered {
    var since: ContinuousClock.Instant
    var quiet: Duration
    var openWait: Duration
  }

  /// How a folder is to be scanned.
  private struct ScanDepth: OptionSet {
    let rawValue: Int
    /// The folder without its subfolders.
    static let flat = ScanDepth(rawValue: 1)
    /// The folder and all subfolders.
    static let recursive = ScanDepth(rawValue: 2)
  }

  private let timing: Timing
  private let capacity: Int
  private var pending = PathMap<Pending>()
  /// The due times of ``pending``, and some outdated times; the first time is never outdated.
  private var dueTimes = DueTimes()
  private var remembered: [FilePath: Remembered] = [:]
  private var urgent = ChangeBatch()
  /// The folders to scan.
  private var scans = PathMap<ScanDepth>()
  private var urgentDue: ContinuousClock.Instant?

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - timing: the delays.
  ///   - capacity: the most paths, moves and scans. If there are more, folders with many changes
  ///     become scans; if there are still too many, all events count as lost.
  public init(timing: Timing = Timing(), capacity: Int = 100_000) {
    self.timing = timing
    self.capacity = capacity
  }

  /// The number of pending paths, moves and scans.
  public var count: Int { pending.count + urgent.moves.count + scans.count }

  /// Whether a pending change may affect a path: a change of the path or of a folder above it.
  ///
  /// O(n log n) for n pending moves and scans.
  public func hasChange(for path: FilePath) -> Bool {
    pending[path] != nil
      || scans.elements().flatMap(Self.scans).contains { $0.covers(path) }
      || urgent.moves.contains { path.isInside($0.origin) || path.isInside($0.target) }
  }

  /// When the next batch is due; nil if nothing is pending.
  ///
  /// O(1).
  public var nextDeadline: ContinuousClock.Instant? {
    [dueTimes.first?.due, urgentDue].compactMap(\.self).min()
  }

  /// When changes of files or folders are due; nil if only barriers are pending.
  ///
  /// O(1).
  var nextChange: ContinuousClock.Instant? {
    let hasUrgent = !urgent.moves.isEmpty || !scans.isEmpty || urgent.hasLostEvents
    return [dueTimes.first?.due, hasUrgent ? urgentDue : nil].compactMap(\.self).min()
  }

  /// Records a change.
  ///
  /// O(log paths) for each renamed path; O(paths) if the capacity is exceeded; O(moves) for an
  /// exchange.
  public mutating func record(_ change: Change, at now: ContinuousClock.Instant) {
    switch change {
    case .completed(let path):
      enqueue(path, isOpen: false, isWritten: true, now)
    case .touched(let path):
      enqueue(path, isOpen: false, isWritten: false, now)
    case .accessTouched(let path):
      enqueue(path, isOpen: false, isWritten: false, isUrgent: true, now)
    case .ongoing(let path):
      enqueue(path, isOpen: true, isWritten: true, now)
    case .moved(let origin, let target, let isFolder):
      if isFolder { rename(folder: origin, to: target) } else { rename(file: origin, to: target) }
      urgent.moves.append(ChangeBatch.Move(from: origin, to: target, isFolder: isFolder))
      enqueue(origin, isOpen: false, isWritten: false, now)
      enqueue(target, isOpen: false, isWritten: false, now)
      requestBatch(by: now + timing.settle)
    case .exchanged(let origin, let target):
      exchange(origin, with: target, now)
      enqueue(origin, isOpen: false, isWritten: false, now)
      enqueue(target, isOpen: false, isWritten: false, now)
    case .appeared(let folder):
      addScan(of: folder, .recursive)
      requestBatch(by: now + timing.settle)
    case .barrier(let number):
      urgent.barriers.append(number)
      requestBatch(by: now)
    case .lostEvents:
      urgent.hasLostEvents = true
      requestBatch(by: now + timing.settle)
    }
    if count > capacity { collapse(now) }
    dropOldDueTimes()
  }

  /// Removes and returns the changes that are due; nil if there are none.
  ///
  /// O(due paths × log paths); O(paths) if a barrier makes all of them due.
  public mutating func takeBatch(at now: ContinuousClock.Instant) -> ChangeBatch? {
    guard let deadline = nextDeadline, deadline <= now else { return nil }
    var batch = urgent
    let takesAll = !urgent.barriers.isEmpty
    batch.scans = scans.elements().flatMap(Self.scans)
    urgent = ChangeBatch()
    scans = PathMap()
    urgentDue = nil
    batch.paths = takesAll ? pending.elements().map(\.path) : takeDuePaths(at: now)
    for path in batch.paths {
      guard let change = pending[path] else { continue }
      pending[path] = nil
      if change.isWritten { batch.written.insert(path) }
      remember(path, change, now)
    }
    dropOldDueTimes()
    batch.paths.sort()
    return batch
  }

  private mutating func takeDuePaths(at now: ContinuousClock.Instant) -> [FilePath] {
    var paths: Set<FilePath> = []
    while let first = dueTimes.first, first.due <= now {
      dueTimes.removeFirst()
      if pending[first.path]?.due == first.due { paths.insert(first.path) }
    }
    return Array(paths)
  }

  /// Removes outdated times at the front of the heap; rebuilds the heap if most times are outdated.
  private mutating func dropOldDueTimes() {
    if dueTimes.count > 2 * pending.count + 1_000 {
      dueTimes = DueTimes()
      for (path, change) in pending.elements() { dueTimes.insert(path, due: change.due) }
    }
    while let first = dueTimes.first, pending[first.path]?.due != first.due {
      dueTimes.removeFirst()
    }
  }

  private mutating func setPending(_ change: Pending, for path: FilePath) {
    if pending[path]?.due != change.due { dueTimes.insert(path, due: change.due) }
    pending[path] = change
  }

  private mutating func enqueue(
    _ path: FilePath, isOpen: Bool, isWritten: Bool, isUrgent: Bool = false,
    _ now: ContinuousClock.Instant
  ) {
    let first = pending[path]?.first ?? now
    // Compare with the first change, as in remember(), so that a long delay does not expire the history.
    let past = remembered[path].flatMap { $0.since + timing.memory >= first ? $0 : nil }
    let quiet = isOpen ? timing.longestWait : past?.quiet ?? timing.settle
    let longest = isOpen ? past?.openWait ?? timing.longestWait : timing.longestWait
    let due = min(now + quiet, first + longest)
    let latest = pending[path]?.latest ?? (isUrgent ? min(due, now + timing.quiet) : nil)
    let change = Pending(
      first: first, due: min(due, latest ?? due), isOpen: isOpen,
      isWritten: isWritten || pending[path]?.isWritten == true, latest: latest)
    setPending(change, for: path)
  }

  private mutating func remember(
    _ path: FilePath, _ change: Pending, _ now: ContinuousClock.Instant
  ) {
    if remembered.count > 10_000 {
      remembered = remembered.filter { $0.value.since + timing.memory >= now }
      if remembered.count > 10_000 { remembered = [:] }
    }
    let past = remembered[path].flatMap { $0.since + timing.memory >= change.first ? $0 : nil }
    let quiet = past.map { min($0.quiet * 2, timing.longestWait) } ?? timing.quiet
    let openWait = min((past?.openWait ?? timing.longestWait) * 2, timing.longestOpenWait)
    remembered[path] = Remembered(
      since: now, quiet: quiet, openWait: change.isOpen ? openWait : timing.longestWait)
  }

  /// Moves a pending change of a file to its new path.
  private mutating func rename(file origin: FilePath, to target: FilePath) {
    guard let change = pending[origin] else { return }
    pending[origin] = nil
    setPending(change, for: target)
  }

  /// Moves pending changes and scans in a folder to their new paths.
  private mutating func rename(folder origin: FilePath, to target: FilePath) {
    for (path, change) in pending.removeAll(below: origin) {
      setPending(change, for: path.moving(from: origin, to: target))
    }
    for (folder, depth) in scans.removeAll(below: origin) {
      addScan(of: folder.moving(from: origin, to: target), depth)
    }
  }

  /// Turns a rename that was already recorded into an exchange.
  private mutating func exchange(
    _ origin: FilePath, with target: FilePath, _ now: ContinuousClock.Instant
  ) {
    let rename = urgent.moves.lastIndex {
      $0.origin == origin && $0.target == target && !$0.isExchange
    }
    // If the rename is already in an earlier batch, the comparison of both paths with the disk corrects it.
    if let index = rename {
      urgent.moves[index] = ChangeBatch.Move(from: origin, to: target, isExchange: true)
      requestBatch(by: now + timing.settle)
    }
    // A pending change below the target may belong to either folder, so both paths are compared.
    for (path, change) in pending.elements(below: target) {
      let other = path.moving(from: target, to: origin)
      if pending[other] == nil { setPending(change, for: other) }
    }
    for (folder, depth) in scans.elements(below: target) {
      addScan(of: folder.moving(from: target, to: origin), depth)
    }
  }

  private mutating func addScan(of folder: FilePath, _ depth: ScanDepth) {
    scans[folder] = (scans[folder] ?? []).union(depth)
  }

  private static func scans(_ entry: (path: FilePath, value: ScanDepth)) -> [ChangeBatch.Scan] {
    [ScanDepth.recursive, .flat].filter(entry.value.contains).map {
      ChangeBatch.Scan(entry.path, isRecursive: $0 == .recursive)
    }
  }

  private mutating func requestBatch(by due: ContinuousClock.Instant) {
    urgentDue = min(urgentDue ?? due, due)
  }

  /// Replaces the changes in folders with many of them by one scan per folder.
  ///
  /// If there are still too many changes, all events count as lost, and all roots are compared.
  private mutating func collapse(_ now: ContinuousClock.Instant) {
    let folders = Dictionary(grouping: pending.elements().map(\.path), by: \.parent)
    for (folder, paths) in folders where paths.count >= max(2, capacity / 1_000) {
      for path in paths { pending[path] = nil }
      addScan(of: folder, .flat)
    }
    if count > max(1, capacity * 2 / 3) {
      pending = PathMap()
      scans = PathMap()
      urgent.moves = []
      urgent.hasLostEvents = true
    }
    requestBatch(by: now + timing.settle)
  }
}
