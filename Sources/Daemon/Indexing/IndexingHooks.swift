package import TextExtraction

/// Lets tests run something else where the indexer is suspended; it does nothing in the daemon.
package struct IndexingHooks: Sendable {
  /// A point at which a step of the indexer is suspended.
  package enum Point: CaseIterable, Sendable {
    /// Before a step begins.
    case willStep
    /// Before the readers let the files of the index go.
    case willExchangeFiles
    /// While only the indexer has the files of the index open.
    case didSuspendReaders
    /// Before the watcher is asked to watch a folder that is compared.
    case willWatchFolder
    /// After that, before the folder is listed.
    case didWatchFolder
    /// Before the index is checked on its own thread.
    case willCheck
    /// Before everything is planned anew.
    case willStartOver
  }

  /// Called at each point, after which the indexer goes on; nil in the daemon, which is not
  /// suspended for it.
  package let reach: (@Sendable (Point) async -> Void)?
  /// The clock that the pauses of readers go by.
  package let now: @Sendable () -> ContinuousClock.Instant
  /// Starts the programs that read documents; nil for the real ones.
  package let startReader: ReaderStart?

  package init(
    _ reach: (@Sendable (Point) async -> Void)? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    startReader: ReaderStart? = nil
  ) {
    (self.reach, self.now, self.startReader) = (reach, now, startReader)
  }
}
