import Cooldown
import LinuxSystem
import Watching

extension IndexingAgenda {
  /// The phase of the indexer's work.
  enum Mode: Equatable {
    case working
    /// Only bulk work is left, which may not run now.
    case resting([BulkPause])
    /// Nothing is left to compare; the index is tidied up.
    case settled
    /// Nothing is left to do at all.
    case idle
    /// Nothing is done until a moment, because of an error.
    case paused(because: String, until: Instant)
  }

  /// A message from outside since the last job.
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
    /// Erase the forgotten documents that are not erased yet.
    case erase
    case apply(ChangeBatch)
    /// Plan to read files again whose times may hide a write, and that become final in this time.
    case readRacyFiles(ClosedRange<FileTime>)
    case rescan(RescanPlanner.Rescan)
    /// Plan to read documents whose format can be read again, or is not to be read any more.
    case planWaitingDocuments
    /// Work for a moment.
    case work(includingBulk: Bool)
    /// Wait for changes, or until bulk work may be allowed to go on.
    case rest(until: Instant?, isNew: Bool)
    /// Commit, and plan the next rounds: nothing is left to compare.
    case settle
    case maintain
    case check
    /// Recognize the text of an image, on another thread.
    case recognize
    /// Wait for changes, or for a moment.
    case wait(until: Instant?, isNewlyIdle: Bool)
    /// Wait for a request with a waiting client, or until a moment.
    case pause(until: Instant)
  }

  /// The facts about the world around the indexer that decisions need.
  struct Surroundings {
    var now: Instant
    /// The same by ``LinuxSystem/FileClock``.
    var moment: FileTime
    /// Whether changes are ripe or soon will be, for which large work would have to be interrupted.
    var changesAreNear: () -> Bool
    /// When forgotten documents are to be erased; nil if all are erased.
    var erasureDue: Instant?
    /// When the index is to be checked; nil if it cannot be checked now.
    var checkDue: Instant?
    /// When documents that wait for their reader have to be planned; nil if there is nothing to plan.
    var readersDue: Instant?
    /// Whether bulk work may run.
    var verdict: () -> BulkScheduler.Verdict
    /// Why it may not.
    var pauses: () -> [BulkPause]
    /// Counts the folders of the index.
    var folders: () throws -> Int
    /// Whether the index can be made smaller or faster.
    var needsMaintenance: () throws -> Bool
    /// Whether some text in images waits to be recognized, and can be recognized now.
    var recognition: () throws -> RecognitionNeed
    /// Whether recognition may run.
    var recognitionVerdict: () -> BulkScheduler.Verdict
  }
}
