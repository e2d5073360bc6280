import Configuration
import Cooldown
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchServing
import Synchronization
import Watching

/// The configuration in effect, and the only one who changes it while the daemon runs.
///
/// It reads and writes files, so it lives on the daemon's main thread, which has little else to do.
actor LiveConfiguration: ConfigurationControl {
  private let loop: EventLoop
  private let source: ConfigurationSource
  private let state: FilePath
  /// What the daemon was started with; some of it stays until the next start.
  private let started: ServiceConfiguration
  private let indexer: Indexer
  private let watcher: TreeWatcher
  private let gate: BulkGate
  private let journal: Journal
  private nonisolated let current: Mutex<ServiceConfiguration>

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(
    _ settings: DaemonSettings, state: FilePath, loop: EventLoop, indexer: Indexer,
    watcher: TreeWatcher, gate: BulkGate, journal: Journal
  ) {
    self.loop = loop
    source = settings.source
    started = settings.configuration
    self.state = state
    self.indexer = indexer
    self.watcher = watcher
    self.gate = gate
    self.journal = journal
    current = Mutex(settings.configuration)
  }

  /// How long it takes at most until a change is found of which the kernel does not tell.
  nonisolated var pollInterval: Duration { current.withLock { $0.pollInterval } }

  /// What the parts of a document weigh when hits are ranked.
  nonisolated var weights: ColumnWeights { current.withLock { $0.weights } }

  /// Reads the configuration again.
  ///
  /// - Returns: once it is in effect: what a person should know, as sentences.
  /// - Throws: what is wrong where it cannot be followed; then everything stays as it is.
  func reload() async throws(SearchFailure) -> [String] {
    await adopt(try read())
  }

  /// Indexes one more folder, now and after the next start.
  ///
  /// - Parameter folder: the folder; one that is a root already is no error.
  /// - Returns: once it is in effect: what a person should know, as sentences.
  /// - Throws: `noSuchFolder`, and what ``reload()`` throws.
  func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    let place = folder.resolvingExistingLinks()
    guard (try? FileStatus(of: place))?.kind == .directory, !place.isInside(state) else {
      throw .noSuchFolder(folder: folder.description)
    }
    let configuration = try read()
    let roots = source.roots(of: configuration)
    if contains(folder, in: roots) { return await adopt(configuration) }
    return try await change(configuration, roots: roots + [folder])
  }

  /// Indexes a folder no more, now and after the next start: its documents go.
  ///
  /// - Parameter folder: a root.
  /// - Returns: once it is in effect: what a person should know, as sentences.
  /// - Throws: `noSuchRoot`, `lastRoot`, and what ``reload()`` throws.
  func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    let configuration = try read()
    let roots = source.roots(of: configuration)
    guard contains(folder, in: roots) else { throw .noSuchRoot(folder: folder.description) }
    let rest = roots.filter { !contains(folder, in: [$0]) }
    if rest.isEmpty { throw .lastRoot }
    return try await change(configuration, roots: rest)
  }

  /// Whether a folder is among roots, by its name or by what that leads to.
  private func contains(_ folder: FilePath, in roots: [FilePath]) -> Bool {
    let place = folder.resolvingExistingLinks()
    return roots.contains { $0 == folder || $0.resolvingExistingLinks() == place }
  }

  private func change(
    _ configuration: ServiceConfiguration, roots: [FilePath]
  ) async throws(SearchFailure) -> [String] {
    if let file = source.rootsFile {
      return await adopt(try keep(roots, in: file))
    }
    var configuration = configuration
    configuration.roots = roots
    let notes = await adopt(configuration)
    return notes + ["This lasts until sittad ends, because its command line names the roots."]
  }

  /// Writes the list of roots, and reads everything as the next start would.
  private func keep(
    _ roots: [FilePath], in file: RootsFile
  ) throws(SearchFailure) -> ServiceConfiguration {
    let before = file.content
    guard let text = RootsFile.text(for: roots) else {
      throw .configurationNotKept(
        file: "\(file.path)", reason: "a path is not valid UTF-8 or contains a line feed.")
    }
    do throws(SystemError) {
      try file.replace(with: Array(text.utf8))
    } catch {
      throw .configurationNotKept(file: "\(file.path)", reason: "\(error)")
    }
    // It was read a moment ago without this file's new text, so only that can be wrong with it.
    if let configuration = try? source.read().configuration, configuration.roots == roots {
      return configuration
    }
    try? file.replace(with: before)
    throw .configurationNotKept(
      file: "\(file.path)", reason: "a file that is read later sets other Roots=.")
  }

  private func read() throws(SearchFailure) -> ServiceConfiguration {
    do {
      var configuration = try source.read().configuration
      // What the command line names was changed by nobody but us.
      if !source.roots.isEmpty { configuration.roots = current.withLock { $0.roots } }
      return configuration
    } catch {
      let failure = (error as? ConfigurationError).map {
        SearchFailure.invalidConfiguration(file: $0.file, line: $0.line, reason: $0.reason)
      }
      let problem = failure ?? .invalidConfiguration(file: "", line: nil, reason: "\(error)")
      journal.log(.error, "\(problem)")
      say(["\(problem)"])
      throw problem
    }
  }

  private func adopt(_ configuration: ServiceConfiguration) async -> [String] {
    let old = current.withLock { current in
      defer { current = configuration }
      return current
    }
    journal.setLevel(configuration.logLevel)
    gate.change(configuration.cooldown)
    let roots = source.roots(of: configuration)
    journal.log(.info, "Indexing \(roots.map(\.description).joined(separator: ", ")).")
    var notes: [String] = []
    if configuration.text != started.text {
      notes.append("[Text] has changed; the change takes effect at the next start.")
    }
    if configuration.keepsQueries != started.keepsQueries {
      notes.append("QueryLog= has changed; the change takes effect at the next start.")
    }
    say(notes)
    if configuration.textLimit != old.textLimit {
      notes.append("MaxTextSize= applies to files that change from now on.")
    }
    await indexer.adopt(configuration.indexing(roots, state: state))
    return notes
  }

  /// Shows sentences in the status, in place of those of the last attempt.
  private func say(_ sentences: [String]) {
    indexer.progress.show(remarks: sentences)
  }
}
