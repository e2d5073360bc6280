import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Makes the index agree with the disk, one item of work after another.
///
/// It reads the disk and writes the index; its ``Outcome`` lists what others have to do. It never suspends,
/// so nothing changes meanwhile. It belongs to one ``Indexer``. Its methods throw the errors of SQLite.
final class Reconciler {
  /// The item of work that is being compared.
  struct CurrentItem {
    let item: WorkQueue.Item
    /// Whether changes may interrupt the item if it turns out to be large work.
    let isInterruptible: Bool
    /// What a reader has read for the item; nil if nothing.
    var reading: FinishedReading?
    /// Whether a reader can take its file.
    var hasFreeReader = false
  }

  let session: IndexSession
  let selection: Selection
  let report: IndexingReport
  let reader: DocumentReader
  let dueChanges: DueChanges
  let watchLimit: WatchLimit
  /// Erases the records of forgotten paths outside the index.
  let eraseTraces: ([FilePath]) async throws -> Void
  var roots = RootLedger()
  /// How many entries the rules exclude.
  var exclusions = ExclusionLedger()
  /// The documents in batches that the index refused.
  var suspects = SuspectDocuments()
  var memoryCuts = MemoryCuts()
  /// The item that is being compared; nil between items.
  private(set) var currentItem: CurrentItem?
  /// The results of the current item, besides its finding.
  var outcome = Outcome()
  /// Who may read the file that is being indexed, if it is new and access is recorded.
  var accessOfNewFile: RecordedAccess?

  /// - Parameters:
  ///   - session: the index.
  ///   - selection: which paths are indexed.
  ///   - reader: reads files as documents.
  ///   - report: reports files that cannot be read or indexed.
  ///   - watcher: reports changes, which interrupt large work, and the limit of watches.
  ///   - eraseTraces: erases the records of forgotten paths outside the index.
  init(
    _ session: IndexSession, _ selection: Selection, _ reader: DocumentReader,
    _ report: IndexingReport, _ watcher: any FolderWatching,
    eraseTraces: @escaping ([FilePath]) async throws -> Void
  ) {
    self.eraseTraces = eraseTraces
    (self.session, self.selection) = (session, selection)
    (self.reader, self.report) = (reader, report)
    (dueChanges, watchLimit) = (watcher.dueChanges, watcher.limit)
  }

  var rules: SelectionRules { selection.rules }

  /// Whether a folder is compared in a round: it is included, can be opened, and its root is not away.
  func mayBeCompared(_ folder: FilePath) -> Bool {
    rules.verdict(on: folder).isIncluded && roots.closed[folder] == nil && !roots.isAway(folder)
  }

  /// Begins to compare an item.
  ///
  /// - Returns: work to do before the item, because its path is that of a changed rule file; usually none.
  func begin(_ current: CurrentItem) throws -> [WorkQueue.Work] {
    currentItem = current
    return try rescans(forChangeOf: current.item.work)
  }

  /// Ends the comparison of the current item.
  ///
  /// - Parameter finding: the finding; nil if the comparison failed.
  /// - Returns: the finding together with the other results.
  @discardableResult
  func end(_ finding: Outcome.Finding?) -> Outcome {
    currentItem = nil
    defer { outcome = Outcome() }
    if let finding { outcome.finding = finding }
    return outcome
  }
}
