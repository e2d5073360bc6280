import LinuxSystem
import Watching

/// Work that waits until file systems answer again: a value.
///
/// No barrier waits for it: the index keeps its last knowledge of such a file system.
struct HangingWork {
  typealias Instant = ContinuousClock.Instant

  private struct Mount {
    let since: UnixTime
    let begin: Instant
    var work: [WorkQueue.Work] = []
    /// The topmost indexed folders on it that ``work`` is about.
    var tops: Set<FilePath> = []
    var retry = Backoff.ofIndexer
    var due: Instant
  }

  /// The most items that are kept for a file system; more become comparisons of whole folders.
  private static let limit = 1_000
  /// How long a new index waits for file systems that do not answer.
  private static let rebuildTimeout = Duration.seconds(120)
  private var mounts: [FilePath: Mount] = [:]
  /// Whether a new index waits for this work before it serves.
  var holdsRebuild = false

  /// Since when file systems have not answered, by their mount points.
  var since: [FilePath: UnixTime] { mounts.mapValues(\.since) }

  /// When a file system is asked again; nil if all answer.
  var due: Instant? { mounts.values.map(\.due).min() }

  /// Adds work that could not be done.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - mount: the mount point of the file system.
  ///   - top: the topmost indexed folder on it around the work.
  ///   - now: this moment.
  ///   - second: this moment as people read it.
  mutating func add(
    _ work: WorkQueue.Work, on mount: FilePath, top: FilePath, at now: Instant, second: UnixTime
  ) {
    var entry = mounts[mount] ?? Mount(since: second, begin: now, due: now)
    if entry.work.isEmpty { entry.due = now + entry.retry.next() }
    entry.tops.insert(top)
    if !entry.work.contains(Self.comparison(of: top)), !entry.work.contains(work) {
      entry.work.append(work)
    }
    if entry.work.count > Self.limit { entry.work = entry.tops.sorted().map(Self.comparison) }
    mounts[mount] = entry
  }

  private static func comparison(of folder: FilePath) -> WorkQueue.Work {
    .scan(ChangeBatch.Scan(folder, isRecursive: true))
  }

  /// The mount points of the file systems that have to be asked again now.
  func due(at now: Instant) -> [FilePath] {
    mounts.filter { $0.value.due <= now }.keys.sorted()
  }

  /// Takes the work on a file system that answers again.
  mutating func take(_ mount: FilePath) -> [WorkQueue.Work] {
    mounts.removeValue(forKey: mount)?.work ?? []
  }

  /// Records that a file system still does not answer.
  mutating func postpone(_ mount: FilePath, at now: Instant) {
    guard var entry = mounts[mount] else { return }
    entry.due = now + entry.retry.next()
    mounts[mount] = entry
  }

  /// Whether a new index has to wait: a file system may answer soon, and its files would be missing.
  func delaysRebuild(at now: Instant) -> Bool {
    mounts.values.contains { now < $0.begin + Self.rebuildTimeout }
  }

  /// Applies other rules: only work on included paths is kept.
  mutating func removeAll(unless isIncluded: (FilePath) -> Bool) {
    for (mount, entry) in mounts {
      let kept = entry.work.filter { $0.path.map(isIncluded) ?? false }
      mounts[mount]?.work = kept
      mounts[mount]?.tops = entry.tops.filter(isIncluded)
      if kept.isEmpty { mounts[mount] = nil }
    }
  }
}

extension WorkQueue.Work {
  /// The path that is compared; nil for work on the index alone.
  var path: FilePath? {
    switch self {
    case .path(let path, _, _): path
    case .scan(let scan): scan.folder
    case .exclusions: nil
    }
  }
}
