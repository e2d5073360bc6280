import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction
import Watching

/// Makes the index agree with the disk, one item of work after the other.
///
/// It asks the disk and writes the index; what else has to be done it says in its ``Outcome``. It awaits
/// nothing, so nothing changes under it. It belongs to one ``Indexer``.
final class Reconciler {
  /// An item of work, while it is compared.
  struct Turn {
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
  /// Erases what others know of forgotten paths.
  let eraseTraces: ([FilePath]) async throws -> Void
  var roots = RootLedger()
  /// What the rules leave out.
  var exclusions = ExclusionLedger()
  /// The documents of batches that the index refused.
  var suspects = SuspectDocuments()
  var memoryCuts = MemoryCuts()
  /// What is being compared.
  private(set) var turn: Turn?
  /// What there is to say beside the finding.
  var outcome = Outcome()

  /// - Parameters:
  ///   - session: the index.
  ///   - selection: what belongs into it.
  ///   - reader: what makes documents of files.
  ///   - report: reports files that cannot be read or indexed.
  ///   - watcher: what large work gives way to, and the limit of watches.
  ///   - eraseTraces: erases what others know of forgotten paths.
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
  /// - Returns: what has to be compared first because the item's path is that of a file with rules.
  /// - Throws: what SQLite fails with.
  func begin(_ turn: Turn) throws -> [WorkQueue.Work] {
    self.turn = turn
    return try rescans(forChangeOf: turn.item.work)
  }

  /// Ends a turn.
  ///
  /// - Parameter finding: what came of it; nil where it failed.
  /// - Returns: the same with what there is to say beside it.
  @discardableResult
  func end(_ finding: Outcome.Finding?) -> Outcome {
    turn = nil
    defer { outcome = Outcome() }
    if let finding { outcome.finding = finding }
    return outcome
  }
}
