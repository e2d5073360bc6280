package import Cooldown
import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction
package import Watching

extension Indexer {
  /// An event that a person should know.
  package enum Event: Equatable, Sendable {
    case rebuilding(Rebuild)
    case rebuilt(Rebuild)
    /// The old index had to go before the new one was complete.
    case madeRoom
    case recovered(Recovery)
    case resumedAfterInterruption
    case lostEvents
    /// There are more folders than watches.
    case watchLimitReached(WatchLimit, folders: Int)
    case cannotRead(UnreadableTally.Line)
    /// The index refused a document.
    case failed(FilePath, String)
    case paused(String)
    /// Bulk work pauses for these reasons; nil if it goes on.
    case resting([BulkPause]?)
    /// All roots were compared with the disk, and files were indexed.
    case indexed(ComparisonTally.Result)
    case upToDate
  }
}

/// Receives the reports of an indexer's parts: events for the journal, and the status.
final class IndexingReport {
  let events: AsyncStream<Indexer.Event>
  private let continuation: AsyncStream<Indexer.Event>.Continuation
  private let progress: IndexingProgress
  private var unreadable = UnreadableTally()
  private var hasReachedWatchLimit = false

  /// - Parameter progress: where the status is shown.
  init(_ progress: IndexingProgress) {
    self.progress = progress
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Yields an event that is no part of the status.
  func tell(_ event: Indexer.Event) {
    continuation.yield(event)
  }

  /// Yields an event when the limit of watches is reached for the first time.
  func tellOfWatchLimit(_ limit: WatchLimit, folders: () throws -> Int) rethrows {
    if hasReachedWatchLimit { return }
    hasReachedWatchLimit = true
    tell(.watchLimitReached(limit, folders: try folders()))
  }

  /// Counts a file or folder that cannot be read, for the journal.
  func addUnreadable(_ path: FilePath, _ reason: String) {
    unreadable.add(path, reason)
    if unreadable.isFull { tellOfUnreadable() }
  }

  /// Yields the events for files that could not be read.
  func tellOfUnreadable() {
    for line in unreadable.take() { tell(.cannotRead(line)) }
  }

  /// Shows a status, and yields the events for its difference from the last one.
  func show(_ status: IndexingStatus, _ rules: SelectionRules, _ extraction: ExtractionSettings) {
    progress.show(rules, extraction)
    change { $0 = status }
  }

  /// Shows which path is being compared; nil for none.
  func begin(_ path: FilePath?) {
    progress.begin(path)
  }

  /// Shows the index as it is now, in the last status.
  func show(_ session: IndexSession) {
    change { $0.describe(session) }
  }

  private func change(_ body: (inout IndexingStatus) -> Void) {
    let (old, new) = progress.change(body)
    for event in IndexingStatus.events(from: old, to: new) { tell(event) }
  }

  /// Ends the events.
  func end() {
    tellOfUnreadable()
    continuation.finish()
  }
}
