package import Cooldown
import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction
package import Watching

extension Indexer {
  /// An event of which the daemon informs its user.
  package enum Event: Equatable, Sendable {
    case rebuilding(Rebuild)
    case rebuilt(Rebuild)
    /// The old index was removed before the new one was complete, for lack of room.
    case madeRoom
    case recovered(Recovery)
    case resumedAfterInterruption
    case lostEvents
    /// There are more folders than the kernel allows watches.
    case watchLimitReached(WatchLimit, folders: Int)
    case cannotRead(UnreadableTally.Line)
    /// The index refused a document.
    case failed(FilePath, String)
    case paused(String)
    /// Bulk work rests for these reasons; nil: it goes on.
    case resting([BulkPause]?)
    /// All roots were compared with the disk, and some files were indexed.
    case indexed(ComparisonTally.Result)
    case upToDate
  }
}

/// Receives the reports of the indexer's parts; yields events for the journal, and publishes the status.
final class IndexingReport {
  let events: AsyncStream<Indexer.Event>
  private let continuation: AsyncStream<Indexer.Event>.Continuation
  private let progress: IndexingProgress
  private var unreadable = UnreadableTally()
  private var hasReachedWatchLimit = false
  private var usageMoment: ContinuousClock.Instant?

  /// - Parameter progress: publishes the status.
  init(_ progress: IndexingProgress) {
    self.progress = progress
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Yields an event that is not derived from the status.
  func tell(_ event: Indexer.Event) {
    continuation.yield(event)
  }

  /// Yields an event the first time that the limit of watches is reached.
  func tellOfWatchLimit(_ limit: WatchLimit, folders: () throws -> Int) rethrows {
    if hasReachedWatchLimit { return }
    hasReachedWatchLimit = true
    tell(.watchLimitReached(limit, folders: try folders()))
  }

  /// Counts an unreadable file or folder, for the journal.
  func addUnreadable(_ path: FilePath, _ reason: String) {
    unreadable.add(path, reason)
    if unreadable.isFull { tellOfUnreadable() }
  }

  /// Yields the events for the unreadable files counted so far.
  func tellOfUnreadable() {
    for line in unreadable.take() { tell(.cannotRead(line)) }
  }

  /// Publishes a status, and yields events for the differences from the previous one.
  func show(_ status: IndexingStatus, _ rules: SelectionRules, _ extraction: ExtractionSettings) {
    progress.show(rules, extraction)
    change { $0 = status }
  }

  /// Publishes which path is being compared; nil for none.
  func begin(_ path: FilePath?) {
    progress.begin(path)
  }

  /// Publishes which file a reader has been reading for the longest time, and since when; nil for none.
  func showReading(_ oldest: (path: FilePath, since: ContinuousClock.Instant)?) {
    progress.showReading(oldest.map { IndexingProgress.Activity(path: $0.path, since: $0.since) })
  }

  /// Counts what the service has used, at most once a second.
  func countUsage(ofIndexAt file: FilePath) {
    let now = ContinuousClock.now
    if let usageMoment, usageMoment + .seconds(1) > now { return }
    usageMoment = now
    progress.countUsage(indexBytes: (try? FileStatus(of: file).size) ?? 0)
  }

  /// Publishes the current state of the index in the status.
  func show(_ session: IndexSession) {
    change { $0.describe(session) }
  }

  private func change(_ body: (inout IndexingStatus) -> Void) {
    let (old, new) = progress.change(body)
    for event in IndexingStatus.events(from: old, to: new) { tell(event) }
  }

  /// Yields the remaining events and ends their stream.
  func end() {
    tellOfUnreadable()
    continuation.finish()
  }
}
