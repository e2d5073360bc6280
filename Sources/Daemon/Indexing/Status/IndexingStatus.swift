package import Cooldown
package import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction

/// The status of the indexer: a copy of its state for clients, on which no decision depends.
package struct IndexingStatus: Equatable, Sendable {
  /// A condition of which a person should know while it holds; the most serious comes first.
  package enum Condition: CaseIterable, Sendable {
    /// Indexing pauses after an error.
    case paused
    /// Forgotten documents are hidden, but not erased yet.
    case unerased
    /// The old index was removed before the new one was complete, for lack of room.
    case oldIndexRemoved
    /// The last commit, or the mark of a clean shutdown, failed.
    case notClosed
    /// File systems do not answer.
    case hanging
    /// Something prevents documents from being read.
    case reading
    /// Something prevents documents from being encoded.
    case encoding
    /// The configuration was read with remarks.
    case configuration
  }

  /// The message if the old index was removed before the new one was complete.
  package static let noRoom =
    "There was no room on the disk for two indexes: the old one was removed."

  /// The message while forgotten documents are only hidden.
  package static let notErased =
    "Files that were forgotten are in no answer, but not erased yet; that is done as soon as it is possible."

  /// Whether there is work to do.
  package var isIndexing = true
  /// Why bulk work rests; nil if it does not rest.
  package var pauses: [BulkPause]?
  /// Whether the first comparison of all files since the index was created is not complete.
  package var isFirst = false
  /// How many items of work wait.
  package var waiting = 0
  /// Whether folders may still be listed in bulk, so that ``waiting`` can grow.
  package var isLooking = false
  /// Roots that are away, and whose documents are kept.
  package var awayRoots: Set<FilePath> = []
  /// Folders that could not be opened when last compared, with the reason.
  package var closedFolders: [FilePath: String] = [:]
  /// The time since when each file system has not answered, by mount point.
  package var hanging: [FilePath: UnixTime] = [:] {
    didSet { conditions[.hanging] = hanging.isEmpty ? nil : Self.sentences(on: hanging) }
  }
  /// How many entries each kind of rule excluded when their folders were last compared.
  package var exclusions: [Verdict.Reason.Kind: Int] = [:]
  /// The rebuild of the index; nil if none is under way.
  package var rebuild: Rebuild?
  /// About how many documents the new or incomplete index has so far.
  package var builtDocuments: Int64 = 0
  /// Whether text in images is recognized.
  package var recognizesImages = false
  /// Whether image files are recognized, not only pages of documents.
  package var wantsPictures = false
  /// The repairs of damage; the newest is last.
  package var recoveries: [Recovery] = []
  /// When a check last found no damage; nil for never.
  package var checked: UnixTime?
  /// The reason of the last pause after an error; nil once nothing was left to do.
  var lastPause: String?
  /// The current conditions, each with sentences for people.
  package var conditions: [Condition: [String]] = [:]

  /// The time within which 95 % of reported changes were committed; nil if there was none.
  package var delay: Duration?
  /// The result of comparing files that were chosen at random.
  package var audit = AuditTally()

  /// The state of the readers of documents.
  package var reading = ReadingStatus()

  /// Makes the status of an indexer that has not begun.
  package init() {}

  private static func sentences(on hanging: [FilePath: UnixTime]) -> [String] {
    hanging.sorted { $0.key < $1.key }.map { mount, since in
      """
      The file system at '\(mount)' has not answered since \(since.rfc3339): its files are found as they \
      were indexed, and compared once it answers.
      """
    }
  }

  /// Whether bulk work rests.
  package var isResting: Bool { pauses != nil }

  /// The sentences of all conditions, the most serious first.
  package var warnings: [String] { Condition.allCases.flatMap { conditions[$0] ?? [] } }
}

extension IndexingStatus {
  /// Makes the status from the parts of an indexer.
  init(of agenda: IndexingAgenda, _ session: IndexSession, _ reconciler: Reconciler) {
    describe(session)
    let roots = reconciler.roots
    if !reconciler.reader.warnings.isEmpty { conditions[.reading] = reconciler.reader.warnings }
    let recognition = reconciler.reader.recognition
    recognizesImages = recognition.isPossible && !reconciler.reader.isRecognitionMissing
    wantsPictures = recognition.scope == .pagesAndPictures
    reading = reconciler.reader.status
    isIndexing = agenda.mode != .idle
    if case .resting(let pauses) = agenda.mode { self.pauses = pauses }
    (waiting, isLooking) = (agenda.queue.count, agenda.queue.isLooking)
    (awayRoots, closedFolders) = (roots.away, roots.closed)
    exclusions = reconciler.exclusions.totals
    lastPause = agenda.lastPause
    if case .paused(let reason, _) = agenda.mode { conditions[.paused] = [reason] }
    if !reconciler.selection.unerased.isEmpty { conditions[.unerased] = [Self.notErased] }
  }

  /// Takes the current state of the index into the status.
  mutating func describe(_ session: IndexSession) {
    rebuild = session.rebuild
    let history = session.history
    (builtDocuments, recoveries) = (history.builtDocuments, history.recoveries)
    (isFirst, checked) = (history.isFirst, history.checked)
    delay = session.delays.percentile(0.95)
    conditions[.oldIndexRemoved] = history.hasRemovedOld ? [Self.noRoom] : nil
    conditions[.notClosed] = history.closingFailure.map { [$0] }
  }

  /// The events for the differences between two statuses.
  static func events(from old: IndexingStatus, to new: IndexingStatus) -> [Indexer.Event] {
    var events: [Indexer.Event] = []
    if let rebuild = new.rebuild, rebuild.since != old.rebuild?.since {
      events.append(.rebuilding(rebuild))
    }
    if let rebuild = old.rebuild, new.rebuild == nil { events.append(.rebuilt(rebuild)) }
    if new.conditions[.oldIndexRemoved] != nil, old.conditions[.oldIndexRemoved] == nil {
      events.append(.madeRoom)
    }
    if let reason = new.lastPause, reason != old.lastPause { events.append(.paused(reason)) }
    if let pauses = new.pauses, old.pauses == nil { events.append(.resting(pauses)) }
    if old.pauses != nil, new.pauses == nil, new.isIndexing { events.append(.resting(nil)) }
    if old.isIndexing, !new.isIndexing { events.append(.upToDate) }
    return events
  }
}
