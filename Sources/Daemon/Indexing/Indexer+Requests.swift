package import FileSelection
package import IndexStorage
package import LinuxSystem
package import SittaSQLite
package import TextExtraction
package import Watching

/// The requests of others to the indexer; each goes into its inbox.
extension Indexer {
  /// The settings for indexing from the configuration.
  package struct Settings: Sendable {
    package var rules: SelectionRules
    var timing: RescanPlanner.Timing
    var extraction: ExtractionSettings
    /// How words are found; nil for as before.
    package var text: TextSettings?

    /// - Parameters:
    ///   - rules: decide which paths belong into the index.
    ///   - timing: the intervals of rescans.
    ///   - extraction: how files are read.
    package init(
      rules: SelectionRules, timing: RescanPlanner.Timing, extraction: ExtractionSettings
    ) {
      self.rules = rules
      self.timing = timing
      self.extraction = extraction
    }
  }

  /// Has an error examined that a reader has met; ``repairs`` happens when that is done.
  package nonisolated func suspect(_ error: SQLiteError) {
    add(.suspect(error))
  }

  /// Has the index built anew on purpose, unless that is under way.
  package nonisolated func rebuildOnRequest() {
    add(.rebuild)
  }

  /// Has files compared that were found missing: the events that report it may come late, or never.
  package nonisolated func compareMissing(_ paths: Set<FilePath>) {
    add(.missing(paths))
  }

  /// Goes by other settings from now on.
  ///
  /// The settings of the last call count: a call enqueues them before it returns. A new index that other text
  /// settings need is built then beside the old one, which serves. Files that have to be compared with the
  /// disk for it wait in their lanes like all others.
  ///
  /// - Returns: happens once no work uses the old settings any more.
  package nonisolated func adopt(_ settings: Settings) -> Occurrence {
    let adopted = Occurrence()
    add(.adopt(settings, adopted))
    return adopted
  }

  /// Removes a document, or all below a folder, with every trace in the state folder.
  ///
  /// If the path still exists and would be indexed again, it is left out from now on. Copies that
  /// editors keep beside it are left out too, and their documents go as well. If a new index is
  /// being built, it replaces the old one at once, which is removed with all its texts.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: the removed documents.
  /// - Throws: a ``ForgetFailure``, and the errors of SQLite and of the file system.
  package nonisolated func forget(_ path: FilePath) async throws -> Forgotten {
    try await withCheckedThrowingContinuation { waiter in add(.forget(path, waiter)) }
  }

  /// Ends the exclusion of a forgotten path, and of all forgotten paths below it.
  ///
  /// - Parameter path: the file or folder.
  /// - Returns: the paths that are compared with the disk for it.
  /// - Throws: a ``ForgetFailure``, and the errors of the file system; then nothing is changed.
  package nonisolated func remember(_ path: FilePath) async throws -> Remembered {
    try await withCheckedThrowingContinuation { waiter in add(.remember(path, waiter)) }
  }

  /// A confirmation by a reader of the feed.
  package enum FeedConfirmation: Sendable {
    /// The consumer has seen everything up to a clock, or begins now.
    case seen(IndexClock?, consumer: String)
    /// The consumer reads no more.
    case end(consumer: String)
  }

  /// Records a confirmation of a reader of the feed, without waiting for it.
  package nonisolated func note(_ confirmation: FeedConfirmation) {
    add(.confirm(confirmation, nil))
  }

  /// Records a confirmation of a reader of the feed.
  ///
  /// - Throws: the errors of SQLite; a `CancellationError` if the indexer ends.
  package nonisolated func confirm(_ confirmation: FeedConfirmation) async throws {
    try await withCheckedThrowingContinuation { waiter in add(.confirm(confirmation, waiter)) }
  }

  private nonisolated func add(_ request: IndexerInbox.Request) {
    inbox.add(request)
    Task(executorPreference: environment.tasks) { [environment] in await environment.watcher.wake()
    }
  }
}
