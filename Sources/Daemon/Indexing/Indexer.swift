import FileSelection
package import IndexStorage
package import LinuxSystem
import TextExtraction
import Watching

/// Keeps the index correct: takes batches of changes, compares with the disk, writes the differences.
///
/// A change is only a hint: the index gets the content that the disk has. This actor has the thread
/// and the inbox. ``IndexingAgenda`` decides the next job, ``JobRunner`` does it, ``Reconciler``
/// compares with the disk, and ``IndexSession`` writes, rebuilds and repairs the index. The actor
/// has its own thread, because reading files and writing SQLite block.
package actor Indexer {
  package nonisolated let events: AsyncStream<Event>
  package nonisolated let progress: IndexingProgress
  /// Happens whenever a reader's error has been examined, or another index serves searches.
  package nonisolated let repairs = Occurrence()
  /// The documents at which a daemon died.
  package nonisolated let readings: ReadingNotes
  /// The requests to the indexer, taken between two steps.
  nonisolated let inbox = IndexerInbox()
  /// The parts of the daemon that the indexer uses.
  package nonisolated let environment: Environment
  private nonisolated let signals = StopSignals()
  private nonisolated let loop: EventLoop
  let runner: JobRunner

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// - Parameters:
  ///   - store: the files of the index.
  ///   - settings: which paths are indexed, and how; forgotten paths are always excluded.
  ///   - environment: the parts of the daemon that the indexer uses.
  ///   - eraseTraces: erases records of forgotten paths outside the index, also on the disk.
  /// - Throws: a shortage of descriptors or memory, or an error of reading the list of forgotten paths.
  package init(
    store: IndexStore, settings: Settings, in environment: Environment,
    eraseTraces: @escaping @Sendable ([FilePath]) async throws -> Void = { _ in }
  ) throws(SystemError) {
    self.environment = environment
    let state = store.file.parent
    let forgotten = try ForgottenPaths(in: state)
    var rules = settings.rules
    rules.forgotten = forgotten.paths
    progress = IndexingProgress(rules, settings.extraction)
    loop = try EventLoop(name: "sitta-index")
    readings = ReadingNotes(in: state)
    let report = IndexingReport(progress)
    events = report.events
    let selection = Selection(rules, forgotten, environment.files)
    store.hide(forgotten.unerased)
    let session = IndexSession(
      store, environment, report: report, repairs: repairs, signals: signals,
      willCommit: selection.saveForgotten)
    session.setRecordsAccess(rules.recordsAccess)
    let reader = DocumentReader(
      settings.extraction, readings, RecognitionCache(in: state), report, loop, environment.hooks)
    let reconciler = Reconciler(
      session, selection, reader, report, environment.watcher, eraseTraces: eraseTraces)
    runner = JobRunner(
      IndexingAgenda(settings.timing), DiskComparison(reconciler, environment), reconciler,
      environment, inbox: inbox, signals: signals)
  }

  deinit {
    loop.stop()
  }

  /// The lane in which work on a path waits; nil if none waits.
  package func lane(of path: FilePath) -> WorkQueue.Lane? { runner.agenda.queue.lane(of: path) }

  /// Opens the index, or makes a new one, and plans the comparison of all roots with the disk.
  ///
  /// If the disk is full or fails, ``run()`` tries again.
  package func open() throws {
    try runner.open()
  }

  /// Works until ``stop()``, then commits and marks the shutdown as clean.
  package func run() async {
    while await step() {}
    await runner.close()
  }

  /// Does one job.
  ///
  /// - Returns: false once the indexer is to end.
  func step() async -> Bool {
    await runner.step()
  }

  /// Makes ``run()`` return after the document that is being written now.
  package nonisolated func stop() {
    signals.end()
    inbox.summons.happen()
  }
}
