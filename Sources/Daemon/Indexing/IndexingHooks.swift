package import TextExtraction

/// Lets tests run code at points where the indexer suspends; the daemon runs none.
package struct IndexingHooks: Sendable {
  /// A point at which a step of the indexer is suspended.
  package enum Point: CaseIterable, Sendable {
    /// Before a step begins.
    case willStep
    /// Before the readers close the files of the index, because the files are about to be replaced.
    case willExchangeFiles
    /// While only the indexer has the files of the index open.
    case didSuspendReaders
    /// Before the watcher is asked to watch a folder that is being compared.
    case willWatchFolder
    /// After the watcher has answered, before the folder is listed.
    case didWatchFolder
    /// Before the index is checked on another thread.
    case willCheck
    /// Before the comparison of everything is planned again.
    case willStartOver
  }

  /// Called at each point, after which the indexer continues; nil in the daemon.
  package let reach: (@Sendable (Point) async -> Void)?
  /// The clock for the pauses of readers.
  package let now: @Sendable () -> ContinuousClock.Instant
  /// Starts the programs that read documents; nil to start the real ones.
  package let startReader: ReaderStart?

  package init(
    _ reach: (@Sendable (Point) async -> Void)? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    startReader: ReaderStart? = nil
  ) {
    (self.reach, self.now, self.startReader) = (reach, now, startReader)
  }
}
