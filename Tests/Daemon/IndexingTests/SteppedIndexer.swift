import Cooldown
import FileSelection
import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import Synchronization
import TestSupport
import TextExtraction
import Watching

@testable import Indexing

/// A watcher that reports the events of a test, and never waits.
final class FakeWatcher: FolderWatching {
  private struct State {
    var batches: [ChangeBatch] = []
    var watched: [FilePath] = []
    var outcome = WatchOutcome.watched
    var ended = false
  }

  let limit = WatchLimit.current
  let dueChanges = DueChanges()
  /// Happens when a reader has brought something.
  let woken = Occurrence()
  private let state = Mutex(State())

  /// The folders that were watched, in their order.
  var watched: [FilePath] { state.withLock { $0.watched } }

  /// Reports changes with the next batch.
  func report(_ change: (inout ChangeBatch) -> Void) {
    var batch = ChangeBatch()
    change(&batch)
    state.withLock { $0.batches.append(batch) }
  }

  /// Sets the outcome of watches from now on.
  func answer(_ outcome: WatchOutcome) {
    state.withLock { $0.outcome = outcome }
  }

  /// Ends, as a watcher whose marker folder is gone.
  func end() {
    state.withLock { $0.ended = true }
  }

  var hasLostMarkers: Bool { state.withLock { $0.ended } }
  var needsPolling: Bool { false }

  func nextBatch(until deadline: ContinuousClock.Instant?) async -> ChangeBatch? {
    dueBatch() ?? ChangeBatch()
  }

  func dueBatch() -> ChangeBatch? {
    state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
  }

  func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration, fileSystem: FileSystemType?,
    isResolved: Bool
  ) -> WatchOutcome {
    state.withLock { state in
      state.watched.append(folder)
      return state.outcome
    }
  }

  func wake() { woken.happen() }
  func watch(ruleFiles files: Set<FilePath>) {}
  func setRules(_ rules: SelectionRules) {}
  func expect(root: FilePath) {}
  func forgetMissing(_ folder: FilePath) {}
  func forget(_ folder: FilePath) {}
  func unwatched(among folders: [FilePath]) -> [FilePath] { [] }
  func unreliable(among folders: [FilePath]) -> [FilePath] { [] }
  func finishRound(unwatched: Int) {}
}

/// An indexer over a temporary folder that does one step when a test says so.
final class SteppedIndexer: Sendable {
  let indexer: Indexer
  let watcher = FakeWatcher()
  let gate: BulkGate
  let barrier: SyncBarrier
  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor

  /// Makes an indexer of the folder `files`.
  ///
  /// - Parameters:
  ///   - home: where everything lies.
  ///   - extraction: how files are read.
  ///   - files: says which file systems answer.
  ///   - hooks: run in between.
  /// - Throws: the errors of making the parts.
  init(
    in home: TemporaryDirectory, extraction: ExtractionSettings = ExtractionSettings(),
    files: FileSystemGuard = FileSystemGuard { _ in true }, hooks: IndexingHooks = IndexingHooks()
  ) async throws {
    let (state, markers) = (home["state"], home["markers"])
    for folder in [state, markers, home["files"]] { try folder.makeDirectory() }
    let tasks = try LoopTaskExecutor(name: "tasks")
    var limits = BulkScheduler.Limits()
    limits.activeTime = .zero
    limits.worksOnBattery = true
    limits.pressure = nil
    // A folder without supplies means mains power.
    gate = BulkGate(limits, power: PowerSupply(folder: home["power"]))
    let store = IndexStore(in: state)
    self.tasks = tasks
    readers = ReaderPool(store)
    barrier = try SyncBarrier(folder: markers, tasks: tasks)
    let settings = Indexer.Settings(
      rules: SelectionRules(roots: [home["files"]], ownFolders: [state]),
      timing: RescanPlanner.Timing(), extraction: extraction)
    var environment = Indexer.Environment(
      watcher: watcher, barrier: barrier, readers: readers, gate: gate, files: files, tasks: tasks)
    environment.hooks = hooks
    indexer = try Indexer(store: store, settings: settings, in: environment)
    try await indexer.open()
  }

  var status: IndexingStatus { indexer.progress.current }

  /// Does steps until a condition holds.
  ///
  /// - Parameters:
  ///   - limit: how many steps at most.
  ///   - isTrue: the condition.
  /// - Returns: how many; nil if they are not enough.
  @discardableResult
  func step(
    atMost limit: Int = 1_000, until isTrue: (IndexingStatus) -> Bool
  ) async -> Int? {
    for count in 0..<limit {
      if isTrue(status) { return count }
      guard await step() else { return nil }
    }
    return nil
  }

  /// Does one step, and waits for a reader if a document is being read then.
  private func step() async -> Bool {
    let count = watcher.woken.count
    let goesOn = await indexer.step()
    if indexer.progress.activity != nil {
      await watcher.woken.wait(after: count, until: .now + .seconds(60), on: tasks)
    }
    return goesOn
  }

  /// Does steps until nothing is left to do; now and then all markers come through.
  ///
  /// A step ends after a time, so a slow machine needs more of them.
  ///
  /// - Returns: false if something is left after 5,000 steps.
  func settle() async -> Bool {
    for _ in 0..<100 {
      _ = await step()
      if await step(atMost: 50, until: { !$0.isIndexing }) != nil { return true }
      watcher.report { $0.barriers = Array(1...20) }
    }
    return false
  }

  /// Has settings adopted, which takes a step after the request has come.
  func adopt(_ settings: Indexer.Settings) async {
    let isAdopted = Mutex(false)
    async let adopted: Void = {
      await indexer.adopt(settings).wait()
      isAdopted.withLock { $0 = true }
    }()
    while !isAdopted.withLock({ $0 }) { _ = await indexer.step() }
    await adopted
  }

  /// All documents, by their names.
  ///
  /// - Throws: the errors of SQLite.
  func documents() async throws -> [String: ListedDocument] {
    try await readers.read { reader in
      let documents = try reader.list(ListRequest(below: .root, limit: 1_000)).documents
      return Dictionary(
        uniqueKeysWithValues: documents.map {
          (String(decoding: $0.path.name, as: UTF8.self), $0)
        })
    }
  }

  /// The names of the documents that have a word.
  ///
  /// - Throws: the errors of SQLite.
  func found(_ word: String) async throws -> Set<String> {
    try await readers.read { reader in
      var options = SearchOptions()
      (options.isStrict, options.showsCopies) = (true, true)
      let hits = try reader.search(Query(parsing: word), options).hits
      return Set(hits.map { String(decoding: $0.document.path.name, as: UTF8.self) })
    }
  }

  /// The paths of all documents, also in roots that are away.
  ///
  /// - Throws: the errors of SQLite.
  func listed() async throws -> Set<FilePath> {
    var request = ListRequest(below: .root, limit: 1_000)
    request.includesAway = true
    return try await readers.read { [request] reader in
      Set(try reader.list(request).documents.map(\.path))
    }
  }
}
