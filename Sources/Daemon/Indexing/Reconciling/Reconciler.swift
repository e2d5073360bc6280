import FileSelection
import LinuxSystem
import TextExtraction
import Watching

/// Makes the index agree with the disk, one item of work after the other.
///
/// It asks the disk and writes the index; its ``Outcome`` lists all other work. It awaits nothing,
/// so nothing changes under it. It belongs to one ``Indexer``.
final class Reconciler {
  /// An item of work, while it is compared.
  struct CurrentItem {
    let item: WorkQueue.Item
    /// Whether changes interrupt it if it is large work.
    let isInterruptible: Bool
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
  /// The number of entries that the rules exclude.
  var exclusions = ExclusionLedger()
  /// The documents of batches that the index refused.
  var suspects = SuspectDocuments()
  var memoryCuts = MemoryCuts()
  /// The item that is being compared.
  private(set) var currentItem: CurrentItem?
  /// The results of the current item beside the finding.
  var outcome = Outcome()

  /// - Parameters:
  ///   - session: the index.
  ///   - selection: decides which paths belong into it.
  ///   - reader: makes documents of files.
  ///   - report: reports files that cannot be read or indexed.
  ///   - watcher: has the changes that interrupt large work, and the limit of watches.
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

  /// Whether a folder of a round is worth a comparison.
  func mayBeCompared(_ folder: FilePath) -> Bool {
    rules.verdict(on: folder).isIncluded && roots.closed[folder] == nil && !roots.isAway(folder)
  }

  /// Begins to compare an item.
  ///
  /// - Returns: work that comes first, because the item's path is a rule file.
  /// - Throws: the errors of SQLite.
  func begin(_ current: CurrentItem) throws -> [WorkQueue.Work] {
    currentItem = current
    return try rescans(forChangeOf: current.item.work)
  }

  /// Ends the comparison of the current item.
  ///
  /// - Parameter finding: the finding; nil if the comparison failed.
  /// - Returns: the finding with the other results.
  @discardableResult
  func end(_ finding: Outcome.Finding?) -> Outcome {
    currentItem = nil
    defer { outcome = Outcome() }
    if let finding { outcome.finding = finding }
    return outcome
  }
}
