import Cooldown
import FileSelection
import IndexStorage
import LinuxSystem
import SearchIndex
import TestSupport
import TextExtraction
import Watching

@testable import Indexing

/// An indexer with its watcher, readers and barrier over a temporary folder, without a daemon.
final class LiveIndexer: Sendable {
  let home: TemporaryDirectory
  let settings: Indexer.Settings
  let indexer: Indexer
  let watcher: TreeWatcher
  let readers: ReaderPool
  let barrier: SyncBarrier
  let gate: BulkGate
  let tasks: LoopTaskExecutor
  private let running: Task<Void, Never>
  private let reporting: Task<Void, Never>

  /// Starts an indexer over the folder `files`.
  ///
  /// - Parameters:
  ///   - home: where everything lies.
  ///   - extraction: how files are read.
  ///   - hooks: run where the indexer is suspended.
  /// - Throws: the errors of making the parts.
  init(
    in home: TemporaryDirectory, extraction: ExtractionSettings = ExtractionSettings(),
    hooks: IndexingHooks = IndexingHooks()
  ) async throws {
    self.home = home
    let (state, markers) = (home["state"], home["markers"])
    for folder in [state, markers, home["files"]] { try folder.makeDirectory() }
    let tasks = try LoopTaskExecutor(name: "tasks")
    var timing = ChangeBuffer.Timing()
    timing.settle = .milliseconds(1)
    timing.quiet = .milliseconds(5)
    timing.longestWait = .milliseconds(50)
    settings = Indexer.Settings(
      rules: SelectionRules(roots: [home["files"]], ownFolders: [state]),
      timing: RescanPlanner.Timing(), extraction: extraction)
    var limits = BulkScheduler.Limits()
    limits.activeTime = .zero
    limits.worksOnBattery = true
    limits.pressure = nil
    let store = IndexStore(in: state)
    let (watcher, gate) = (
      try TreeWatcher(rules: settings.rules, markerFolder: markers, timing: timing),
      // A folder without supplies means mains power.
      BulkGate(limits, power: PowerSupply(folder: home["power"]))
    )
    let (readers, barrier) = (
      ReaderPool(store), try SyncBarrier(folder: markers, tasks: tasks)
    )
    var environment = Indexer.Environment(
      watcher: watcher, barrier: barrier, readers: readers, gate: gate, tasks: tasks)
    environment.hooks = hooks
    let indexer = try Indexer(store: store, settings: settings, in: environment)
    (self.tasks, self.watcher, self.gate) = (tasks, watcher, gate)
    (self.readers, self.barrier, self.indexer) = (readers, barrier, indexer)
    try await indexer.open()
    try await watcher.start()
    running = Task(executorPreference: tasks) { await indexer.run() }
    reporting = Task(executorPreference: tasks) { for await _ in indexer.events {} }
  }

  /// Waits until everything written before is in the index.
  ///
  /// - Returns: false where that takes more than a minute.
  /// - Throws: where no marker can be made.
  func sync() async throws -> Bool {
    try await barrier.wait(atMost: .seconds(60))
  }

  /// The paths of all documents.
  ///
  /// - Throws: the errors of SQLite.
  func listed() async throws -> Set<FilePath> {
    try await readers.read { reader in
      Set(try reader.list(ListRequest(below: .root, limit: 1_000)).documents.map(\.path))
    }
  }

  /// Ends as the daemon does.
  func stop() async {
    await barrier.cancelAll()
    await readers.reset()
    indexer.stop()
    await watcher.stop()
    await running.value
    await reporting.value
  }
}
