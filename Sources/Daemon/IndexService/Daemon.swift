import Configuration
import Cooldown
import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchServing
import Synchronization
import Varlink
import Watching

/// The daemon: creates its parts, starts them in order, and stops them in order.
public actor Daemon {
  /// Why the daemon cannot start or continue, as a sentence.
  public struct StartFailure: Error, CustomStringConvertible {
    /// The problem and what to do.
    public let description: String
  }

  private static let wantedDescriptors = 1_024
  /// The longest time for an orderly end; must be shorter than `TimeoutStopSec=` of the unit.
  private static let endTimeout = Duration.seconds(6)

  private let loop: EventLoop
  private nonisolated let tasks: LoopTaskExecutor
  /// Runs blocking calls of file systems, with a timeout.
  private let calls: FileSystemCalls
  private let files: FileSystemGuard
  /// How many files this process can have open.
  private let descriptors: Int
  private let signals: SignalDescriptor
  private let settings: DaemonSettings
  private let journal: Journal
  private var ending: CheckedContinuation<Void, Never>?
  private var hasEnded = false
  /// The folder of the index.
  private let state: FilePath
  /// The folder for the marker files of ``SyncBarrier``.
  private let markers: FilePath
  /// The lock that prevents other daemons from using this index.
  private let lock: FileLock
  /// The listening socket; nil after the server has taken it.
  private var listener: FileDescriptor?
  /// The ABI version of Landlock that protects all other files; 0 without Landlock.
  private let landlock: Int

  /// The actor's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// Creates a daemon whose executor is the main thread; see ``runOnMainThread(_:)``.
  init(_ settings: DaemonSettings) throws {
    descriptors = try DescriptorLimit.raise(to: Self.wantedDescriptors)
    guard descriptors >= DescriptorShare.least else {
      throw StartFailure(
        description: """
          sittad can open \(descriptors) files at a time but needs \(DescriptorShare.least). Raise \
          LimitNOFILE= in its unit, or the limit that 'ulimit -Hn' shows.
          """)
    }
    signals = try SignalDescriptor(
      taking: [SignalDescriptor.terminate, SignalDescriptor.interrupt, SignalDescriptor.hangUp])
    SignalDescriptor.ignoreBrokenPipes()
    ProcessEnvironment.makePrivateFilesOnly()
    // A server's sittad may read everybody's files; what reads documents may not.
    ProcessEnvironment.keepCapabilitiesFromPrograms()
    ProcessEnvironment.keepMemorySmall()
    ProcessEnvironment.keepMemoryOutOfCoreDumps()
    journal = Journal(level: settings.configuration.logLevel)
    self.settings = settings
    let files = try DaemonFiles(settings, journal)
    (state, markers) = (files.state, files.markers)
    // Temporary files of SQLite also contain text of documents.
    ProcessEnvironment.setVariable("SQLITE_TMPDIR", to: markers.isInside(state) ? state : markers)
    landlock =
      WritablePlaces(
        state: state, markers: markers, rootsFile: settings.source.rootsFile,
        user: ProcessEnvironment.user
      ).protectOthers()
    lock = files.lock
    let socket = files.listener
    listener = consume socket
    loop = try EventLoop()
    tasks = try LoopTaskExecutor(name: "sitta-tasks")
    calls = FileSystemCalls(tasks: tasks)
    self.files = FileSystemGuard(calls)
  }

  /// Runs the daemon on this thread, which must be the main thread, until SIGTERM or SIGINT.
  ///
  /// The signals are blocked before any other thread starts. Swift's asynchronous `main` does not
  /// allow this: on Linux, its main thread waits with no signals blocked.
  ///
  /// - Throws: a ``StartFailure`` if the daemon cannot start.
  public static func runOnMainThread(_ settings: DaemonSettings) throws {
    let daemon = try Daemon(settings)
    let outcome = Mutex<Result<Void, any Error>>(.success(()))
    Task(executorPreference: daemon.tasks) {
      do {
        try await daemon.serve()
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      daemon.loop.stop()
    }
    daemon.loop.run()
    try outcome.withLock { outcome in try outcome.get() }
  }

  private func serve() async throws {
    let parts = try makeParts()
    do {
      try await parts.indexer.open()
    } catch let failure as Indexer.StartFailure {
      throw StartFailure(description: failure.description)
    }
    try await parts.watcher.start()
    guard let listener = listener.take() else { return }
    let server = try makeServer(listener, parts)
    try await server.start()
    let indexing = Task(executorPreference: tasks) {
      await parts.indexer.run()
      await self.end()
    }
    let reporting = Task(executorPreference: tasks) { [journal] in
      for await event in parts.indexer.events {
        Self.report(event, to: journal)
        if case .upToDate = event { await parts.service.vocabulary.prepare() }
      }
    }
    let auditing = Task(executorPreference: tasks) { [journal] in
      await Auditor(of: parts.indexer).run { difference, isRepaired in
        Self.report(difference, isRepaired: isRepaired, to: journal)
      }
    }
    defer { auditing.cancel() }
    try startControl(server, parts)
    for warning in settings.source.warnings(about: settings.configuration) {
      journal.log(.warning, warning)
    }
    parts.indexer.progress.show(remarks: settings.source.accessWarnings)
    journal.log(.info, "Ready: \(settings.roots.map(\.description).joined(separator: ", ")).")
    ServiceManager.ready("Comparing files with the index.")
    await withCheckedContinuation { continuation in
      if hasEnded { continuation.resume() } else { ending = continuation }
    }
    ServiceManager.stopping()
    parts.indexer.stop()
    await parts.indexer.environment.barrier.cancelAll()
    await server.stop()
    try await end(parts, [indexing, reporting])
    journal.log(.info, "Stopped.")
  }

  /// Ends the running parts in order.
  ///
  /// - Throws: a ``StartFailure`` if the state folder was lost.
  private func end(_ parts: Parts, _ running: [Task<Void, Never>]) async throws {
    let ending = RunningRequest(on: tasks) { [calls] in
      // The timeout guards this thread against a disk that does not answer.
      try? await calls.answer(within: .seconds(1)) { _ in
        parts.indexer.readings.recordEnding()
      }
      let hasLostState = await parts.watcher.hasLostMarkers
      await parts.service.vocabulary.stop()
      await parts.watcher.stop()
      for task in running { await task.value }
      return hasLostState
    }
    guard let hasLostState = await ending.result(within: Self.endTimeout) else {
      journal.log(.warning, parts.hangingSentence())
      // The hanging call would keep the process alive, so the process ends without closing the rest.
      ProcessEnvironment.endNow()
    }
    if hasLostState {
      throw StartFailure(
        description: """
          The folder '\(state)' was removed, renamed or unmounted, and the index with it. Start \
          sittad again to build a new one.
          """)
    }
  }
}

// MARK: - Starting

extension Daemon {
  private struct Parts: Sendable {
    let indexer: Indexer
    let watcher: TreeWatcher
    let configuration: LiveConfiguration
    let service: SearchService

    /// Names the call that keeps the daemon from ending in order.
    func hangingSentence() -> String {
      let path = indexer.progress.activity.map { "'\($0.path)' does not answer" }
      return """
        Ends without closing the index: \(path ?? "a file system does not answer"). The next start compares \
        all files.
        """
    }
  }

  private func makeParts() throws -> Parts {
    let configuration = settings.configuration
    let store = IndexStore(in: state, text: settings.text)
    let indexing = configuration.indexing(
      settings.roots, state: state, languages: store.languages, calls: calls)
    // The watcher's rules contain the forgotten paths, because it must report renames of these files.
    let watcher = try makeWatcher(indexing.rules, markerFolder: markers)
    let environment = Indexer.Environment(
      watcher: watcher, barrier: try SyncBarrier(folder: markers, tasks: tasks),
      readers: ReaderPool(store), gate: BulkGate(configuration.cooldown), files: files, tasks: tasks
    )
    let queries = try QueryLog(in: state, isOn: configuration.keepsQueries)
    let indexer = try Indexer(
      store: store, settings: indexing, in: environment,
      eraseTraces: { paths in try await queries.forgetOpened(paths) })
    let live = try LiveConfiguration(
      settings, store, indexer: indexer, queries: queries, calls: calls, journal: journal)
    let service = SearchService(
      indexer: indexer, watcher: watcher, configuration: live, calls: calls, queries: queries,
      facts: SearchService.Facts(
        version: Release.version, landlock: landlock,
        subscriptions: min(16, DescriptorShare(of: descriptors).connections / 2)))
    return Parts(indexer: indexer, watcher: watcher, configuration: live, service: service)
  }

  private func makeWatcher(
    _ rules: SelectionRules, markerFolder: FilePath
  ) throws -> TreeWatcher {
    let limit = WatchLimit.current
    do throws(SystemError) {
      return try TreeWatcher(rules: rules, markerFolder: markerFolder, limit: limit, files: files)
    } catch {
      guard error.isOutOfRoom || error.isShortage else { throw error }
      let command =
        error.isOutOfRoom ? limit.command(for: 0) : "sudo sysctl fs.inotify.max_user_instances=1024"
      throw StartFailure(
        description:
          "\(error) Other programs use all that the kernel allows. Raise the limit: \(command)"
      )
    }
  }

  private func makeServer(
    _ listener: consuming FileDescriptor, _ parts: Parts
  ) throws -> VarlinkServer {
    var limits = VarlinkServer.Limits()
    limits.connections = DescriptorShare(of: descriptors).connections
    return try VarlinkServer(
      listener: listener,
      info: ServiceInfo(
        vendor: "The Sitta authors", product: "Sitta", version: Release.version,
        url: ""),
      interfaces: [parts.service], limits: limits, tasks: tasks)
  }
}

// MARK: - Running

extension Daemon {
  private func startControl(_ server: VarlinkServer, _ parts: Parts) throws {
    let configuration = parts.configuration
    try loop.addHandler(for: signals.descriptor.number, .readable) { [weak self] _ in
      self?.assumeIsolated { daemon in daemon.readSignals(configuration) }
    }
    if let interval = ServiceManager.watchdogInterval {
      keepAlive(every: interval / 2, server, parts.watcher)
    }
  }

  /// Notifies systemd's watchdog whenever the threads of the watcher and the server have answered.
  private func keepAlive(every interval: Duration, _ server: VarlinkServer, _ watcher: TreeWatcher)
  {
    Task(executorPreference: tasks) {
      _ = await watcher.status
      await server.ping()
      ServiceManager.keepAlive()
    }
    loop.schedule(at: .now + interval) { [weak self] in
      self?.assumeIsolated { daemon in daemon.keepAlive(every: interval, server, watcher) }
    }
  }

  /// Handles signals; a SIGHUP, also one from a closed terminal, reloads the configuration.
  private func readSignals(_ configuration: LiveConfiguration) {
    guard let signals = try? signals.read() else { return }
    if signals.contains(where: { $0 != SignalDescriptor.hangUp }) { return end() }
    // An error is logged by `reload()`.
    Task(executorPreference: tasks) { _ = try? await configuration.reload() }
  }

  private func end() {
    hasEnded = true
    ending?.resume()
    ending = nil
  }

  private static func report(
    _ difference: Difference, isRepaired: Bool, to journal: Journal
  ) {
    let path = difference.path
    let consequence = isRepaired ? "It is indexed again" : "Indexing it again did not help"
    journal.log(
      .warning,
      "A comparison of random files found '\(path)': \(difference.reason.clause). \(consequence).",
      ["SITTA_PATH": path.description])
  }

  private static func report(_ event: Indexer.Event, to journal: Journal) {
    switch event {
    case .rebuilding(let rebuild):
      journal.log(.warning, "\(rebuild.reason) A new index is being built from the files.")
    case .madeRoom:
      journal.log(.warning, IndexingStatus.noRoom)
    case .rebuilt:
      journal.log(.info, "A new index has been built.")
    case .recovered(let recovery):
      journal.log(.warning, recovery.sentence)
    case .resumedAfterInterruption:
      journal.log(.info, "The previous sittad did not end normally; comparing all files.")
    case .lostEvents:
      journal.log(.warning, "The kernel dropped file events; comparing all files.")
    case .watchLimitReached(let limit, let folders):
      journal.log(
        .warning,
        """
        The limit of \(limit.count) inotify watches is reached: the folders that changed least \
        recently are polled instead. Raise it: \(limit.command(for: folders))
        """)
    case .cannotRead(let line):
      journal.log(.info, line.sentence, ["SITTA_PATH": line.path.description])
    case .failed(let path, let reason):
      journal.log(
        .warning, "Cannot index '\(path)': \(reason).", ["SITTA_PATH": path.description])
    case .paused(let reason):
      journal.log(.error, reason)
    case .resting(let pauses):
      let clock = WallClock.current
      let sentences = pauses?.map { $0.sentence(clock) }.joined(separator: "; ")
      ServiceManager.status(sentences ?? "Comparing files with the index.")
    case .indexed(let result):
      journal.log(.info, result.sentence)
    case .upToDate:
      ServiceManager.status("Up to date.")
    }
  }
}
