package import FileSelection
package import IndexStorage
package import LinuxSystem
package import SittaSQLite
package import TextExtraction
package import Watching

/// Requests to the indexer; each is added to its inbox.
extension Indexer {
  /// The settings for indexing from the configuration.
  package struct Settings: Sendable {
    package var rules: SelectionRules
    var timing: RescanPlanner.Timing
    var extraction: ExtractionSettings
    /// How words are found; nil to keep the current settings.
    package var text: TextSettings?

    /// - Parameters:
    ///   - rules: which paths are indexed.
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

  /// Requests an examination of an error that a reader has met; ``repairs`` happens after it.
  package nonisolated func suspect(_ error: SQLiteError) {
    add(.suspect(error))
  }

  /// Requests a rebuild of the index, unless one is under way.
  package nonisolated func rebuildOnRequest() {
    add(.rebuild)
  }

  /// Requests a comparison of missing files with the disk, because their events may come late or never.
  package nonisolated func compareMissing(_ paths: Set<FilePath>) {
    add(.missing(paths))
  }

  /// Changes the settings.
  ///
  /// The last call wins, because a call enqueues its settings before it returns. If other text
  /// settings need a new index, it is built while the old one serves searches. Files that have to
  /// be compared with the disk for other settings wait in their lanes like all others.
  ///
  /// - Returns: an occurrence that happens once no work uses the old settings any more.
  package nonisolated func adopt(_ settings: Settings) -> Occurrence {
    let adopted = Occurrence()
    add(.adopt(settings, adopted))
    return adopted
  }

  /// Removes a document, or all documents below a folder, with every trace in the state folder.
  ///
  /// If the path still exists and would be indexed again, it is excluded from now on, and so are
  /// copies that editors keep beside it; their documents are removed too. If a new index is being
  /// built, it replaces the old one at once, and the old one is deleted with all its texts.
  ///
  /// - Throws: a ``ForgetFailure``, and the errors of SQLite and of the file system.
  package nonisolated func forget(_ path: FilePath) async throws -> Forgotten {
    try await withCheckedThrowingContinuation { waiter in add(.forget(path, waiter)) }
  }

  /// Ends the exclusion of a forgotten path, and of all forgotten paths below it.
  ///
  /// - Returns: the paths that are compared with the disk again.
  /// - Throws: a ``ForgetFailure``, and errors of the file system; then the exclusion stays.
  package nonisolated func remember(_ path: FilePath) async throws -> Remembered {
    try await withCheckedThrowingContinuation { waiter in add(.remember(path, waiter)) }
  }

  /// What a consumer of the change feed confirms.
  package enum FeedConfirmation: Sendable {
    /// The consumer has seen all changes up to a clock; nil if it begins now.
    case seen(IndexClock?, consumer: String)
    /// The consumer no longer reads the feed.
    case end(consumer: String)
  }

  /// Records a confirmation of a consumer of the feed, without waiting for it.
  package nonisolated func note(_ confirmation: FeedConfirmation) {
    add(.confirm(confirmation, nil))
  }

  /// Records a confirmation of a consumer of the feed, and waits for it.
  ///
  /// - Throws: the errors of SQLite; `CancellationError` if the indexer ends.
  package nonisolated func confirm(_ confirmation: FeedConfirmation) async throws {
    try await withCheckedThrowingContinuation { waiter in add(.confirm(confirmation, waiter)) }
  }

  /// Adds a request to the inbox, and wakes the indexer.
  nonisolated func add(_ request: IndexerInbox.Request) {
    inbox.add(request)
    Task(executorPreference: environment.tasks) { [environment] in await environment.watcher.wake()
    }
  }
}
