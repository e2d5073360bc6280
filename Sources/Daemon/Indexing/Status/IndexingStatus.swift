package import Cooldown
package import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction

/// The status of the indexer: a projection of its state, which decides nothing.
package struct IndexingStatus: Equatable, Sendable {
  /// Something that a person should know for as long as it holds, the gravest first.
  package enum Condition: CaseIterable, Sendable {
    /// Indexing pauses after an error.
    case paused
    /// Forgotten documents are hidden, but not erased yet.
    case unerased
    /// The old index had to go before the new one was complete.
    case oldIndexRemoved
    /// The index could not be closed in order.
    case notClosed
    /// File systems do not answer.
    case hanging
    /// Something keeps documents from being read.
    case reading
    /// The last reading of the configuration gave reason for a remark.
    case configuration
  }

  /// The message after the old index was removed before the new one was complete.
  package static let noRoom =
    "There was no room on the disk for two indexes: the old one was removed."

  /// The message as long as forgotten documents are only hidden.
  package static let notErased =
    "Files that were forgotten are in no answer, but not erased yet; that is done as soon as it is possible."

  /// Whether there is work.
  package var isIndexing = true
  /// Why bulk work waits; nil if it does not wait.
  package var pauses: [BulkPause]?
  /// Whether not all files have been compared with the index since it was created.
  package var isFirst = false
  /// How many items wait to be compared with the disk.
  package var waiting = 0
  /// Whether folders may still be listed in bulk, so that more items can turn up.
  package var isLooking = false
  /// Roots that are not there now, and whose documents are kept.
  package var awayRoots: Set<FilePath> = []
  /// Folders that could not be opened when they were last looked at, with the reason.
  package var closedFolders: [FilePath: String] = [:]
  /// Since when file systems have not answered, by their mount points.
  package var hanging: [FilePath: UnixTime] = [:] {
    didSet { conditions[.hanging] = hanging.isEmpty ? nil : Self.sentences(on: hanging) }
  }
  /// How many files and folders each kind of rule left out when their folders were last compared.
  package var exclusions: [Verdict.Reason.Kind: Int] = [:]
  /// The building of a new index, as long as it lasts.
  package var rebuild: Rebuild?
  /// About how many documents the index has that is being built, or that is incomplete since it was made.
  package var builtDocuments: Int64 = 0
  /// Whether the text in images is recognized.
  package var recognizesImages = false
  /// Whether files that are images count as images whose text is wanted.
  package var wantsPictures = false
  /// The repairs of damage; the newest is last.
  package var recoveries: [Recovery] = []
  /// When the index was found to be sound.
  package var checked: UnixTime?
  /// Why indexing paused last, until there was nothing left to do.
  var lastPause: String?
  /// The conditions that hold now, each with sentences for people.
  package var conditions: [Condition: [String]] = [:]

  /// The readers of documents.
  package var reading = ReadingStatus()

  /// The status before anything is known.
  package init() {}

  private static func sentences(on hanging: [FilePath: UnixTime]) -> [String] {
    hanging.sorted { $0.key < $1.key }.map { mount, since in
      """
      The file system at '\(mount)' has not answered since \(since.rfc3339): its files are found as they \
      were indexed, and compared once it answers.
      """
    }
  }

  /// Whether bulk work waits until it may run.
  package var isResting: Bool { pauses != nil }

  /// The sentences of all conditions, the gravest first.
  package var warnings: [String] { Condition.allCases.flatMap { conditions[$0] ?? [] } }
}

extension IndexingStatus {
  /// Describes the parts of an indexer.
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

  /// Describes the index as it is now.
  mutating func describe(_ session: IndexSession) {
    rebuild = session.rebuild
    let history = session.history
    (builtDocuments, recoveries) = (history.builtDocuments, history.recoveries)
    (isFirst, checked) = (history.isFirst, history.checked)
    conditions[.oldIndexRemoved] = history.hasRemovedOld ? [Self.noRoom] : nil
    conditions[.notClosed] = history.closingFailure.map { [$0] }
  }

  /// The events for the difference of two states.
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
