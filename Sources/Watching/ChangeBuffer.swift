public import LinuxSystem

/// Merges changes until they are ripe: the debounce of the watcher, as a value.
///
/// A file that was closed, moved in or removed settles for 20 ms. One that changes again within
/// 2 s of its last batch waits 150 ms, then twice that, at most 2 s; and never longer than 2 s from
/// its first change. A file that is still open for writing must be quiet for 2 s; as it may go on
/// for hours (a log), its longest wait doubles from batch to batch up to a minute. A barrier makes
/// everything ripe at once. Time is an argument: the value knows no clock.
public struct ChangeBuffer: Sendable {
  /// The waiting times.
  public struct Timing: Equatable, Sendable {
    /// How long a closed file is left alone, the first time.
    public var settle: Duration = .milliseconds(20)
    /// How long a file that changes again is left alone; doubles up to ``longestWait``.
    public var quiet: Duration = .milliseconds(150)
    /// How long a path waits at most, from its first change.
    public var longestWait: Duration = .seconds(2)
    /// How long after its last batch a path counts as changing again.
    public var memory: Duration = .seconds(2)
    /// How long an open file waits at most, however often it has been written.
    public var longestOpenWait: Duration = .seconds(60)

    /// The times that ``ChangeBuffer`` describes.
    public init() {}
  }

  /// What happened to a path.
  public enum Change: Equatable, Sendable {
    /// A file was closed after writing, moved in, or removed.
    case completed(FilePath)
    /// The attributes of a file changed: permissions, times, tags.
    case touched(FilePath)
    /// A file was made, or is being written.
    case ongoing(FilePath)
    /// A file or folder was renamed inside the watched trees.
    case moved(from: FilePath, to: FilePath, isFolder: Bool)
    /// What was told as moved from the first path to the second was exchanged with what had that path.
    case exchanged(FilePath, FilePath)
    /// A folder appeared, with whatever is in it.
    case appeared(folder: FilePath)
    /// A marker of ours came through: everything before it is to be told now.
    case barrier(UInt64)
    /// The kernel dropped events.
    case lostEvents
  }

  private struct Pending {
    var first: ContinuousClock.Instant
    var due: ContinuousClock.Instant
    var isOpen: Bool
    /// Whether any of its changes may have changed what is in the file.
    var isWritten: Bool
  }

  /// What is remembered of a path after its batch, so that a busy one waits longer.
  private struct Remembered {
    var since: ContinuousClock.Instant
    var quiet: Duration
    var openWait: Duration
  }

  private let timing: Timing
  private let capacity: Int
  private var pending: [FilePath: Pending] = [:]
  /// When the paths of ``pending`` are due, and times that are no longer those of a path; the first
  /// entry is always one of ``pending``.
  private var dueTimes = DueTimes()
  private var remembered: [FilePath: Remembered] = [:]
  private var urgent = ChangeBatch()
  private var scans: Set<ChangeBatch.Scan> = []
  private var urgentDue: ContinuousClock.Instant?

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - timing: the waiting times.
  ///   - capacity: how many paths, moves and scans are held; beyond it, flooded folders become
  ///     scans, and where that is not enough, all of it counts as lost.
  public init(timing: Timing = Timing(), capacity: Int = 100_000) {
    self.timing = timing
    self.capacity = capacity
  }

  /// The number of paths, moves and folders that wait.
  public var count: Int { pending.count + urgent.moves.count + scans.count }

  /// Whether a change waits that may concern a path: its own, or that of a folder around it.
  ///
  /// O(moves and folders that wait).
  public func holds(_ path: FilePath) -> Bool {
    pending[path] != nil || scans.contains { $0.covers(path) }
      || urgent.moves.contains { path.isInside($0.origin) || path.isInside($0.target) }
  }

  /// When the next batch is ripe; nil while nothing waits.
  ///
  /// O(1).
  public var nextDeadline: ContinuousClock.Instant? {
    [dueTimes.first?.due, urgentDue].compactMap(\.self).min()
  }

  /// When changes of files or folders are ripe; nil where nothing but barriers waits.
  ///
  /// O(1).
  var nextChange: ContinuousClock.Instant? {
    let hasUrgent = !urgent.moves.isEmpty || !scans.isEmpty || urgent.hasLostEvents
    return [dueTimes.first?.due, hasUrgent ? urgentDue : nil].compactMap(\.self).min()
  }

  /// Records a change.
  ///
  /// O(log paths), except that a renamed folder and an exchange cost O(paths), and a flood O(paths)
  /// once.
  public mutating func note(_ change: Change, at now: ContinuousClock.Instant) {
    switch change {
    case .completed(let path):
      wait(for: path, isOpen: false, isWritten: true, now)
    case .touched(let path):
      wait(for: path, isOpen: false, isWritten: false, now)
    case .ongoing(let path):
      wait(for: path, isOpen: true, isWritten: true, now)
    case .moved(let origin, let target, let isFolder):
      if isFolder { rename(folder: origin, to: target) } else { rename(file: origin, to: target) }
      urgent.moves.append(ChangeBatch.Move(from: origin, to: target, isFolder: isFolder))
      wait(for: origin, isOpen: false, isWritten: false, now)
      wait(for: target, isOpen: false, isWritten: false, now)
      hurry(now + timing.settle)
    case .exchanged(let origin, let target):
      exchange(origin, with: target, now)
      wait(for: origin, isOpen: false, isWritten: false, now)
      wait(for: target, isOpen: false, isWritten: false, now)
    case .appeared(let folder):
      scans.insert(ChangeBatch.Scan(folder, isRecursive: true))
      hurry(now + timing.settle)
    case .barrier(let number):
      urgent.barriers.append(number)
      hurry(now)
    case .lostEvents:
      urgent.hasLostEvents = true
      hurry(now + timing.settle)
    }
    if count > capacity { collapse(now) }
    dropOldDueTimes()
  }

  /// Takes what is ripe; nil where nothing is.
  ///
  /// O(ripe paths × log paths), and O(paths) where a barrier takes all of them.
  public mutating func takeBatch(at now: ContinuousClock.Instant) -> ChangeBatch? {
    guard let deadline = nextDeadline, deadline <= now else { return nil }
    var batch = urgent
    let takesAll = !urgent.barriers.isEmpty
    batch.scans = scans.sorted { $0.folder < $1.folder }
    urgent = ChangeBatch()
    scans = []
    urgentDue = nil
    batch.paths = takesAll ? Array(pending.keys) : takeDuePaths(at: now)
    for path in batch.paths {
      guard let change = pending.removeValue(forKey: path) else { continue }
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

  /// Removes the first times that are no longer those of a path, and all of them where most are.
  private mutating func dropOldDueTimes() {
    if dueTimes.count > 2 * pending.count + 1_000 {
      dueTimes = DueTimes()
      for (path, change) in pending { dueTimes.insert(path, due: change.due) }
    }
    while let first = dueTimes.first, pending[first.path]?.due != first.due {
      dueTimes.removeFirst()
    }
  }

  private mutating func hold(_ change: Pending, for path: FilePath) {
    if pending[path]?.due != change.due { dueTimes.insert(path, due: change.due) }
    pending[path] = change
  }

  private mutating func wait(
    for path: FilePath, isOpen: Bool, isWritten: Bool, _ now: ContinuousClock.Instant
  ) {
    let first = pending[path]?.first ?? now
    // The first change decides, as in remember(): a file that waits long must not outlive its past.
    let past = remembered[path].flatMap { $0.since + timing.memory >= first ? $0 : nil }
    let quiet = isOpen ? timing.longestWait : past?.quiet ?? timing.settle
    let longest = isOpen ? past?.openWait ?? timing.longestWait : timing.longestWait
    let change = Pending(
      first: first, due: min(now + quiet, first + longest), isOpen: isOpen,
      isWritten: isWritten || pending[path]?.isWritten == true)
    hold(change, for: path)
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

  /// Gives a waiting path the name it has after a rename.
  private mutating func rename(file origin: FilePath, to target: FilePath) {
    guard let change = pending.removeValue(forKey: origin) else { return }
    hold(change, for: target)
  }

  /// Gives waiting paths the names they have after a rename.
  private mutating func rename(folder origin: FilePath, to target: FilePath) {
    for (path, change) in pending where path.isInside(origin) {
      pending[path] = nil
      hold(change, for: path.moving(from: origin, to: target))
    }
    if scans.allSatisfy({ !$0.folder.isInside(origin) }) { return }
    scans = Set(
      scans.map { scan in
        ChangeBatch.Scan(
          scan.folder.moving(from: origin, to: target), isRecursive: scan.isRecursive)
      })
  }

  /// Corrects what a rename has done that turns out to be the first half of an exchange.
  private mutating func exchange(
    _ origin: FilePath, with target: FilePath, _ now: ContinuousClock.Instant
  ) {
    let rename = urgent.moves.lastIndex {
      $0.origin == origin && $0.target == target && !$0.isExchange
    }
    // Where the rename has been told already, comparing both paths with the disk sets it right.
    if let index = rename {
      urgent.moves[index] = ChangeBatch.Move(from: origin, to: target, isExchange: true)
      hurry(now + timing.settle)
    }
    // What waits below the target may be of either, and is asked for at both.
    for (path, change) in pending where path.isInside(target) {
      let other = path.moving(from: target, to: origin)
      if pending[other] == nil { hold(change, for: other) }
    }
    for scan in scans where scan.folder.isInside(target) {
      let other = scan.folder.moving(from: target, to: origin)
      scans.insert(ChangeBatch.Scan(other, isRecursive: scan.isRecursive))
    }
  }

  private mutating func hurry(_ due: ContinuousClock.Instant) {
    urgentDue = min(urgentDue ?? due, due)
  }

  /// Makes room: each folder with a thousandth of the capacity or more becomes one scan, and
  /// where that is not enough, everything counts as lost, which is compared with the disk as a whole.
  private mutating func collapse(_ now: ContinuousClock.Instant) {
    let folders = Dictionary(grouping: pending.keys, by: \.parent)
    for (folder, paths) in folders where paths.count >= max(2, capacity / 1_000) {
      for path in paths { pending[path] = nil }
      scans.insert(ChangeBatch.Scan(folder, isRecursive: false))
    }
    if count > max(1, capacity * 2 / 3) {
      pending = [:]
      scans = []
      urgent.moves = []
      urgent.hasLostEvents = true
    }
    hurry(now + timing.settle)
  }
}
