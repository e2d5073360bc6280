import LinuxSystem
import Watching

/// Work on file systems that do not answer, kept by mount point until they do.
///
/// ``SyncBarrier`` does not wait for this work; meanwhile the index keeps what it last knew of the files.
struct HangingWork {
  typealias Instant = ContinuousClock.Instant

  private struct Mount {
    let since: UnixTime
    let begin: Instant
    var work: [WorkQueue.Work] = []
    /// The topmost indexed folders on this file system that ``work`` concerns.
    var tops: Set<FilePath> = []
    var retry = Backoff.ofIndexer
    var due: Instant
  }

  /// The most items of work kept for one file system; if there are more, its folders are compared as a whole.
  private static let limit = 1_000
  /// How long a rebuilt index waits for file systems that do not answer.
  private static let rebuildTimeout = Duration.seconds(120)
  private var mounts: [FilePath: Mount] = [:]
  /// Whether a rebuilt index waits for this work before searches use it.
  var holdsRebuild = false

  /// The time since when each file system has not answered, by mount point.
  var since: [FilePath: UnixTime] { mounts.mapValues(\.since) }

  /// When a file system is asked again; nil if all answer.
  var due: Instant? { mounts.values.map(\.due).min() }

  /// Adds work that could not be done because its file system does not answer.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - mount: the mount point of the file system.
  ///   - top: the topmost indexed folder on this file system that contains the path of the work.
  ///   - now: the current time.
  ///   - second: the current time as time of day.
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

  /// Removes and returns the work on a file system that answers again.
  mutating func take(_ mount: FilePath) -> [WorkQueue.Work] {
    mounts.removeValue(forKey: mount)?.work ?? []
  }

  /// Records that a file system still does not answer.
  mutating func postpone(_ mount: FilePath, at now: Instant) {
    guard var entry = mounts[mount] else { return }
    entry.due = now + entry.retry.next()
    mounts[mount] = entry
  }

  /// Whether a rebuilt index has to wait: a file system may answer soon, and its files would be missing.
  func delaysRebuild(at now: Instant) -> Bool {
    mounts.values.contains { now < $0.begin + Self.rebuildTimeout }
  }

  /// Keeps only the work on paths that new rules include.
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
  /// The path to compare with the disk; nil for work that needs only the index.
  var path: FilePath? {
    switch self {
    case .path(let path, _, _): path
    case .scan(let scan): scan.folder
    case .exclusions: nil
    }
  }
}
