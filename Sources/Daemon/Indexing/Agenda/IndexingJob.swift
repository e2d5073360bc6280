import Cooldown
import LinuxSystem
import Watching

extension IndexingAgenda {
  /// The phase of the indexer's work.
  enum Mode: Equatable {
    case working
    /// Only bulk work is left, and it may not run now.
    case resting([BulkPause])
    /// Nothing is left to compare; the index is maintained.
    case settled
    /// Nothing is left to do at all.
    case idle
    /// The indexer pauses until a moment, because of an error.
    case paused(because: String, until: Instant)
  }

  /// What has arrived for the indexer since the last job.
  enum Arrival {
    case nothing
    case request(IndexerInbox.Request)
    case changes(ChangeBatch)
    /// The indexer is to end.
    case end
  }

  /// The next step of the indexer.
  enum Job {
    case finish
    case take(IndexerInbox.Request)
    /// Erase the forgotten documents that are not yet erased.
    case erase
    case apply(ChangeBatch)
    /// Plan to read racy files again: those whose times become final in this range.
    case readRacyFiles(ClosedRange<FileTime>)
    case rescan(RescanPlanner.Rescan)
    /// Plan to read documents whose format can be read again, or is no longer to be read.
    case planWaitingDocuments
    /// Do items of work for a moment.
    case work(includingBulk: Bool)
    /// Wait for changes, or until bulk work may run again.
    case rest(until: Instant?, isNew: Bool)
    /// Commit, and plan the next rounds, because nothing is left to compare.
    case settle
    case maintain
    case check
    /// Recognize the text of an image, on another thread.
    case recognize
    /// Encode the beginnings of some documents, on another thread.
    case encode
    /// Wait for changes or a document that was read, at most until a moment.
    case awaitReaders(until: Instant?)
    /// Wait for changes, at most until a moment.
    case wait(until: Instant?, isNewlyIdle: Bool)
    /// Wait for a request that a client waits for, at most until a moment.
    case pause(until: Instant)
  }

  /// The facts that ``next(after:in:)`` needs to decide.
  struct Surroundings {
    var now: Instant
    /// The current time, by ``LinuxSystem/FileClock``.
    var moment: FileTime
    /// Whether changes are due now or soon, so that they would interrupt large work.
    var changesAreNear: () -> Bool
    /// When to erase forgotten documents; nil if all are erased.
    var erasureDue: Instant?
    /// When to check the index for damage; nil if it cannot be checked now.
    var checkDue: Instant?
    /// When to plan the reading of documents that wait for their reader; nil if there is nothing to plan.
    var readersDue: Instant?
    /// Whether bulk work may run.
    var verdict: () -> BulkScheduler.Verdict
    /// Why bulk work may not run.
    var pauses: () -> [BulkPause]
    /// Returns the number of folders in the index.
    var folders: () throws -> Int
    /// Whether the index needs maintenance that makes it smaller or faster.
    var needsMaintenance: () throws -> Bool
    /// Whether images wait for recognition, and when it is possible.
    var recognition: () throws -> JailedWorkNeed
    /// Whether documents wait for the sentence encoder, and when it is possible.
    var encoding: () throws -> JailedWorkNeed
    /// Whether recognition and encoding may run.
    var jailedWorkVerdict: () -> BulkScheduler.Verdict
  }
}
