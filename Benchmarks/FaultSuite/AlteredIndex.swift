import Cooldown
import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SittaSQLite
import TextExtraction
import Watching

/// An indexer in this process, whose index can be altered while it works: no other process could open the file.
final class AlteredIndex: Sendable {
  /// A verification to its end.
  struct Result: Sendable {
    var differences: [FilePath: Difference.Reason] = [:]
    var unrepaired = 0
    var tally = VerificationTally()
  }

  let state: FilePath
  private let indexer: Indexer
  private let watcher: TreeWatcher
  private let barrier: SyncBarrier
  private let running: Task<Void, Never>
  private let reporting: Task<Void, Never>

  /// Starts an indexer over a folder.
  ///
  /// - Parameters:
  ///   - place: where the index lies.
  ///   - files: the root.
  /// - Throws: the errors of making the parts.
  init(in place: FilePath, over files: FilePath) async throws {
    state = place.appending("altered")
    let markers = place.appending("markers")
    for folder in [state, markers] { try folder.makeDirectory() }
    let tasks = try LoopTaskExecutor(name: "tasks")
    let settings = Indexer.Settings(
      rules: SelectionRules(roots: [files], ownFolders: [state]), timing: RescanPlanner.Timing(),
      extraction: ExtractionSettings())
    var limits = BulkScheduler.Limits()
    (limits.activeTime, limits.worksOnBattery, limits.pressure) = (.zero, true, nil)
    let store = IndexStore(in: state)
    let watcher = try TreeWatcher(rules: settings.rules, markerFolder: markers)
    let barrier = try SyncBarrier(folder: markers, tasks: tasks)
    let environment = Indexer.Environment(
      watcher: watcher, barrier: barrier, readers: ReaderPool(store), gate: BulkGate(limits),
      tasks: tasks)
    let indexer = try Indexer(store: store, settings: settings, in: environment)
    (self.indexer, self.watcher, self.barrier) = (indexer, watcher, barrier)
    try await indexer.open()
    try await watcher.start()
    running = Task(executorPreference: tasks) { await indexer.run() }
    reporting = Task(executorPreference: tasks) { for await _ in indexer.events {} }
  }

  /// Waits until everything written before is in the index.
  func synchronize() async throws {
    while try await !barrier.wait(atMost: .seconds(600)) {}
  }

  /// Runs SQL on the index.
  func alter(_ sql: String) throws {
    try Database(path: state.appending("index.sqlite").bytes, sharing: .thisProcess).execute(sql)
  }

  /// Compares everything with the disk.
  func verify(repairing repairs: Bool = false) async throws -> Result {
    var result = Result()
    var verification = try Verification(of: indexer, in: .root, repairing: repairs)
    while true {
      let page = try await verification.next()
      for difference in page.differences { result.differences[difference.path] = difference.reason }
      result.unrepaired += page.unrepaired.count
      result.tally = page.tally
      if page.isDone { return result }
    }
  }

  /// Ends the indexer in order.
  func stop() async {
    await barrier.cancelAll()
    indexer.stop()
    await watcher.stop()
    await running.value
    await reporting.value
  }
}
