import Configuration
import Cooldown
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchServing
import Synchronization

/// Holds the configuration in effect, and changes it while the daemon runs.
///
/// It reads and writes files, so it has a thread of its own: a folder on a file system that does not answer
/// delays no signal.
actor LiveConfiguration: ConfigurationControl {
  private let loop: EventLoop
  private let source: ConfigurationSource
  private let state: FilePath
  /// The languages of stems when the documents began to choose them.
  ///
  /// That is at the start, or after others were set. Text in images is recognized in them.
  private var firstLanguages: [String]
  private let indexer: Indexer
  private let queries: QueryLog
  private let journal: Journal
  /// Asks file systems of others.
  private let calls: FileSystemCalls
  private nonisolated let current: Mutex<ServiceConfiguration>
  private nonisolated let currentHome: Mutex<FilePath?>
  /// The longest time to wait for a file system.
  private static let timeout = Duration.seconds(1)

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(
    _ settings: DaemonSettings, _ store: IndexStore, indexer: Indexer, queries: QueryLog,
    calls: FileSystemCalls, journal: Journal
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-config")
    self.calls = calls
    currentHome = Mutex(Self.home(calls))
    source = settings.source
    firstLanguages = store.languages
    state = store.file.parent
    self.indexer = indexer
    self.queries = queries
    self.journal = journal
    current = Mutex(settings.configuration)
  }

  /// The longest time until a change is found that the kernel does not report.
  nonisolated var pollInterval: Duration { current.withLock { $0.pollInterval } }

  /// The weights of a document's columns in the ranking.
  nonisolated var weights: RankingWeights { current.withLock { $0.weights } }

  /// Whether the text in images is to be recognized.
  nonisolated var wantsRecognition: Bool { current.withLock { $0.recognition != .no } }

  /// The home folder without symbolic links, as it was at the start or at the last reload.
  nonisolated var home: FilePath? { currentHome.withLock(\.self) }

  private static func home(_ calls: FileSystemCalls) -> FilePath? {
    ProcessEnvironment.home.flatMap { calls.blockingResolve([$0], within: timeout).paths.first }
  }

  deinit {
    loop.stop()
  }

  /// Reads the configuration again and returns once it is in effect.
  ///
  /// - Returns: warnings for people, as sentences.
  /// - Throws: an error that names the mistake; nothing has changed then.
  func reload() async throws(SearchFailure) -> [String] {
    let (configuration, text) = try read()
    let home = Self.home(calls)
    currentHome.withLock { $0 = home }
    return await apply(configuration, text)
  }

  /// Adds a root, now and for later starts, and returns once it is in effect.
  ///
  /// - Parameter folder: the folder; adding a root again is no error.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchFolder`, and the errors of ``reload()``.
  func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    guard let resolved = try existingFolder(folder), !resolved.isInside(state) else {
      throw .noSuchFolder(folder: folder.description)
    }
    let (configuration, text) = try read()
    let roots = source.roots(of: configuration)
    if contains(folder, in: roots) { return await apply(configuration, text) }
    return try await change(configuration, text, roots: roots + [folder])
  }

  /// Removes a root with its documents, now and for later starts, and returns once it is in effect.
  ///
  /// - Parameter folder: a root.
  /// - Returns: warnings for people, as sentences.
  /// - Throws: `noSuchRoot`, `lastRoot`, and the errors of ``reload()``.
  func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    let (configuration, text) = try read()
    let roots = source.roots(of: configuration)
    guard contains(folder, in: roots) else { throw .noSuchRoot(folder: folder.description) }
    let rest = roots.filter { !contains(folder, in: [$0]) }
    if rest.isEmpty { throw .lastRoot }
    return try await change(configuration, text, roots: rest)
  }

  /// The folder without symbolic links; nil if it does not exist.
  private func existingFolder(_ folder: FilePath) throws(SearchFailure) -> FilePath? {
    do {
      return try calls.blockingAnswer(within: Self.timeout) { call in
        if let reason = try RootFolder.refusal(of: folder, willTouch: call.willTouch) {
          throw SearchFailure.noSuchFolder(folder: folder.description, reason: reason)
        }
        let resolved = try folder.resolvingExistingLinks { next, _ in try call.willTouch(next) }
        try call.willTouch(resolved)
        return (try? FileStatus(of: resolved))?.kind == .directory ? resolved : nil
      }
    } catch let failure as SearchFailure {
      throw failure
    } catch {
      throw .noSuchFolder(
        folder: folder.description, reason: "\(error). Add it again once that answers.")
    }
  }

  /// Whether a folder is one of the roots, by its path or after symbolic links are resolved.
  private func contains(_ folder: FilePath, in roots: [FilePath]) -> Bool {
    if roots.contains(folder) { return true }
    let resolved = calls.blockingResolve([folder] + roots, within: Self.timeout).paths
    return resolved.dropFirst().contains { $0 == resolved.first }
  }

  private func change(
    _ configuration: ServiceConfiguration, _ text: TextSettings, roots: [FilePath]
  ) async throws(SearchFailure) -> [String] {
    if let file = source.rootsFile {
      return await apply(try write(roots, to: file), text)
    }
    var configuration = configuration
    configuration.roots = roots
    let notes = await apply(configuration, text)
    return notes + ["This lasts until sittad ends, because its command line names the roots."]
  }

  /// Writes the list of roots, and reads the configuration as the next start will.
  private func write(
    _ roots: [FilePath], to file: RootsFile
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
    // The configuration was valid before, so only the new text of this file can be wrong.
    if let configuration = try? source.read().configuration, configuration.roots == roots {
      return configuration
    }
    try? file.replace(with: before)
    throw .configurationNotKept(
      file: "\(file.path)", reason: "a file that is read later overrides Roots=.")
  }

  private func read() throws(SearchFailure) -> (ServiceConfiguration, TextSettings) {
    do {
      var (configuration, text) = try source.read()
      // Roots on the command line change through `addRoot` and `removeRoot` only.
      if !source.roots.isEmpty { configuration.roots = current.withLock { $0.roots } }
      return (configuration, text)
    } catch {
      let problem = SearchFailure(configuration: error)
      journal.log(.error, "\(problem)")
      showInStatus(["\(problem)"])
      throw problem
    }
  }

  private func apply(
    _ configuration: ServiceConfiguration, _ text: TextSettings
  ) async -> [String] {
    let old = current.withLock { current in
      defer { current = configuration }
      return current
    }
    journal.setLevel(configuration.logLevel)
    indexer.environment.gate.apply(configuration.cooldown)
    queries.setRecording(configuration.keepsQueries)
    let roots = source.roots(of: configuration)
    journal.log(.info, "Indexing \(roots.map(\.description).joined(separator: ", ")).")
    showInStatus(source.accessWarnings)
    // The status itself names roots that do not exist.
    var notes = source.warnings(about: configuration)
    if configuration.textLimit != old.textLimit {
      notes.append("MaxTextSize= applies to files that change from now on.")
    }
    if let set = old.text.languages, !set.isEmpty { firstLanguages = set }
    var settings = configuration.indexing(
      roots, state: state, languages: firstLanguages, calls: calls)
    settings.text = text
    // No suspension lies between the change of the configuration and this request, so the last
    // change counts.
    await indexer.adopt(settings).wait()
    return notes
  }

  /// Shows sentences in the status; they replace the sentences of the last attempt.
  private func showInStatus(_ sentences: [String]) {
    indexer.progress.show(remarks: sentences)
  }
}
