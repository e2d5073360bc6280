import Cooldown
import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import Meaning
import SearchIndex
import SearchInterface
import TestSupport
import TextExtraction
import Varlink
import Watching

@testable import SearchServing

/// The service over a temporary folder: all its parts in this process, behind a socket, without a daemon.
final class LiveService: Sendable {
  /// The configuration of a test: it returns each request as a warning.
  struct Configuration: ConfigurationControl {
    let pollInterval = Duration.seconds(300)
    let weights = RankingWeights()
    let wantsRecognition = false
    let encoder: EncoderFile? = nil
    let home = ProcessEnvironment.home

    func reload() async throws(SearchFailure) -> [String] { ["Reloaded."] }

    func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
      if folder == "/nowhere" { throw .noSuchFolder(folder: "\(folder)") }
      return ["Added '\(folder)'."]
    }

    func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
      throw .lastRoot
    }
  }

  /// The root.
  let files: FilePath
  private let home: TemporaryDirectory
  private let tasks: LoopTaskExecutor
  private let indexer: Indexer
  private let watcher: TreeWatcher
  private let barrier: SyncBarrier
  private let readers: ReaderPool
  private let server: VarlinkServer
  private let running: Task<Void, Never>
  private let reporting: Task<Void, Never>

  /// Starts the service with an empty root.
  ///
  /// - Parameters:
  ///   - reader: starts the programs that read documents; nil for none.
  ///   - text: how texts are indexed.
  /// - Throws: the errors of the parts when they are made.
  init(reader: ReaderStart? = nil, text: TextSettings = .default) async throws {
    home = try TemporaryDirectory()
    files = home["files"]
    let (state, markers) = (home["state"], home["markers"])
    for folder in [files, state, markers, home["run"]] { try folder.makeDirectory() }
    let tasks = try LoopTaskExecutor(name: "tasks")
    var timing = ChangeBuffer.Timing()
    timing.settle = .milliseconds(1)
    timing.quiet = .milliseconds(5)
    let settings = Indexer.Settings(
      rules: SelectionRules(roots: [files], ownFolders: [state]), timing: RescanPlanner.Timing(),
      extraction: ExtractionSettings(programs: reader.map { [home] _ in home["programs"] }))
    var limits = BulkScheduler.Limits()
    limits.activeTime = .zero
    limits.pressure = nil
    // A folder without supplies means mains power.
    let gate = BulkGate(limits, power: PowerSupply(folder: home["power"]))
    let store = IndexStore(in: state, text: text)
    let watcher = try TreeWatcher(rules: settings.rules, markerFolder: markers, timing: timing)
    let (readers, barrier) = (ReaderPool(store), try SyncBarrier(folder: markers, tasks: tasks))
    let queries = try QueryLog(in: state, isOn: true)
    var environment = Indexer.Environment(
      watcher: watcher, barrier: barrier, readers: readers, gate: gate, tasks: tasks)
    environment.hooks = IndexingHooks(startReader: reader)
    let indexer = try Indexer(
      store: store, settings: settings, in: environment,
      eraseTraces: { paths in try await queries.forgetOpened(paths) })
    let service = SearchService(
      indexer: indexer, watcher: watcher, configuration: Configuration(),
      calls: FileSystemCalls(tasks: tasks), queries: queries,
      facts: SearchService.Facts(version: "9.9", landlock: 7))
    server = try VarlinkServer(
      listener: UnixSocket.listen(at: home["run/socket"]),
      info: ServiceInfo(vendor: "", product: "", version: "", url: ""), interfaces: [service],
      tasks: tasks)
    (self.tasks, self.indexer, self.watcher) = (tasks, indexer, watcher)
    (self.barrier, self.readers) = (barrier, readers)
    try await indexer.open()
    try await watcher.start()
    try await server.start()
    running = Task(executorPreference: tasks) { await indexer.run() }
    reporting = Task(executorPreference: tasks) { for await _ in indexer.events {} }
  }

  /// Runs a test with a service and a client, and stops the service.
  @BlockingThread
  static func run(
    reader: ReaderStart? = nil, text: TextSettings = .default,
    _ body: @BlockingThread (LiveService, SearchClient) async throws -> Void
  ) async throws {
    let service = try await LiveService(reader: reader, text: text)
    do {
      try await body(service, service.client())
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  /// Connects one more client.
  func client() throws -> SearchClient {
    try SearchClient(connectingTo: home["run/socket"], timeout: .seconds(60))
  }

  /// Connects without a client, to send calls as bytes.
  func connection() throws -> FileDescriptor {
    try UnixSocket.connect(to: home["run/socket"])
  }

  /// Writes a file below the root.
  func write(_ name: String, _ text: String) throws {
    try files.appending(name).write(text)
  }

  private func stop() async {
    await barrier.cancelAll()
    await server.stop()
    await readers.reset()
    indexer.stop()
    await watcher.stop()
    await running.value
    await reporting.value
  }
}
