package import Cooldown
import FileSelection
package import LinuxSystem
package import SearchIndex
import TextExtraction
import Watching

/// Keeps the index right: takes batches of changes, compares with the disk, and writes the difference.
///
/// A change is only a hint: the disk decides which content the index gets. This actor is the thread
/// and the inbox of indexing. ``IndexingAgenda`` decides the next job, ``JobRunner`` does it,
/// ``Reconciler`` compares with the disk, and ``IndexSession`` writes, rebuilds and repairs the
/// index. It has its own thread, because reading files and writing SQLite block.
package actor Indexer {
  package nonisolated let events: AsyncStream<Event>
  package nonisolated let progress: IndexingProgress
  /// Happens whenever a suspicion has been examined, or another index serves.
  package nonisolated let repairs = Occurrence()
  /// Remembers documents at which the daemon died.
  package nonisolated let readings: ReadingNotes
  /// The requests of others, taken between two steps.
  nonisolated let inbox = IndexerInbox()
  nonisolated let watcher: any FolderWatching
  nonisolated let tasks: LoopTaskExecutor
  private nonisolated let signals = StopSignals()
  private nonisolated let loop: EventLoop
  let runner: JobRunner

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// - Parameters:
  ///   - store: the files of the index.
  ///   - watcher: reports changes.
  ///   - barrier: lets others wait for the index.
  ///   - readers: the readers of the index.
  ///   - settings: decide which paths are indexed, and how.
  ///   - gate: says when bulk work may run.
  ///   - forgotten: the paths that a person had removed from the index.
  ///   - readings: remembers documents at which the daemon died.
  ///   - files: asked before any file system that others serve.
  ///   - tasks: runs timeouts.
  ///   - eraseTraces: erases other records of forgotten paths, on the disk as well.
  ///   - hooks: for tests.
  /// - Throws: a shortage of descriptors or memory.
  package init(
    store: IndexStore, watcher: any FolderWatching, barrier: SyncBarrier, readers: ReaderPool,
    settings: Settings, gate: BulkGate, forgotten: ForgottenPaths, readings: ReadingNotes,
    files: FileSystemGuard = FileSystemGuard { _ in true }, tasks: LoopTaskExecutor,
    eraseTraces: @escaping @Sendable ([FilePath]) async throws -> Void = { _ in },
    hooks: IndexingHooks = IndexingHooks()
  ) throws(SystemError) {
    progress = IndexingProgress(settings.rules, settings.extraction)
    loop = try EventLoop(name: "sitta-index")
    (self.watcher, self.readings, self.tasks) = (watcher, readings, tasks)
    let report = IndexingReport(progress)
    events = report.events
    let selection = Selection(settings.rules, forgotten, files)
    store.hide(forgotten.unerased)
    let session = IndexSession(
      store: store, readers: readers, report: report, repairs: repairs, signals: signals,
      hooks: hooks, willCommit: selection.saveForgotten)
    let reader = DocumentReader(
      settings.extraction, readings, RecognitionCache(in: store.file.parent), report, loop,
      now: hooks.now, start: hooks.startReader)
    let reconciler = Reconciler(
      session, selection, reader, report, watcher, eraseTraces: eraseTraces)
    runner = JobRunner(
      IndexingAgenda(settings.timing), DiskComparison(reconciler, watcher, readers, hooks),
      reconciler, watcher: watcher, inbox: inbox, barrier: barrier, gate: gate, files: files,
      signals: signals, tasks: tasks, hooks: hooks)
  }

  deinit {
    loop.stop()
  }

  /// The lane in which work for a path waits; nil if none waits.
  package func lane(of path: FilePath) -> WorkQueue.Lane? { runner.agenda.queue.lane(of: path) }

  /// Opens the index, or makes a new one, and plans the comparison of all roots with the disk.
  ///
  /// If the disk is full or fails, ``run()`` tries again.
  package func open() throws {
    try runner.open()
  }

  /// Works until ``stop()``, then commits and leaves the mark of a clean shutdown.
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

  /// Ends ``run()`` after the document that is being written now.
  package nonisolated func stop() {
    signals.end()
    inbox.summons.happen()
  }
}
