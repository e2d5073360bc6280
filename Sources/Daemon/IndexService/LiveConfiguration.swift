import Configuration
import Cooldown
import IndexStorage
import Indexing
import LinuxSystem
import Meaning
import SearchIndex
import SearchInterface
import SearchServing
import Synchronization

/// Holds the configuration in effect, and changes it while the daemon runs.
///
/// It reads and writes files on its own thread, so that a folder on a file system that does not
/// answer delays no signal.
actor LiveConfiguration: ConfigurationControl {
  private let loop: EventLoop
  private let source: ConfigurationSource
  private let state: FilePath
  /// The languages of stemming that recognition of images uses while the documents choose languages.
  ///
  /// They are those in use at the start, or the last ones that the configuration set.
  private var firstLanguages: [String]
  private let indexer: Indexer
  private let queries: QueryLog
  private let journal: Journal
  /// Runs blocking calls of file systems, with a timeout.
  private let calls: FileSystemCalls
  private nonisolated let current: Mutex<ServiceConfiguration>
  private nonisolated let currentHome: Mutex<FilePath?>
  private nonisolated let currentEncoder: Mutex<EncoderFile?>
  /// The longest wait for a file system.
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
    currentEncoder = Mutex(settings.text.encoder)
  }

  nonisolated var pollInterval: Duration { current.withLock { $0.pollInterval } }

  nonisolated var weights: RankingWeights { current.withLock { $0.weights } }

  nonisolated var encoder: EncoderFile? { currentEncoder.withLock(\.self) }

  nonisolated var wantsRecognition: Bool { current.withLock { $0.recognition != .no } }

  /// The home folder with symbolic links resolved, as of the start or the last reload.
  nonisolated var home: FilePath? { currentHome.withLock(\.self) }

  private static func home(_ calls: FileSystemCalls) -> FilePath? {
    ProcessEnvironment.home.flatMap { calls.blockingResolve([$0], within: timeout).paths.first }
  }

  deinit {
    loop.stop()
  }

  func reload() async throws(SearchFailure) -> [String] {
    let (configuration, text) = try read()
    let home = Self.home(calls)
    currentHome.withLock { $0 = home }
    return await apply(configuration, text)
  }

  func addRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    guard let resolved = try existingFolder(folder), !resolved.isInside(state) else {
      throw .noSuchFolder(folder: folder.description)
    }
    let (configuration, text) = try read()
    let roots = source.roots(of: configuration)
    if contains(folder, in: roots) { return await apply(configuration, text) }
    return try await change(configuration, text, roots: roots + [folder])
  }

  func removeRoot(_ folder: FilePath) async throws(SearchFailure) -> [String] {
    let (configuration, text) = try read()
    let roots = source.roots(of: configuration)
    guard contains(folder, in: roots) else { throw .noSuchRoot(folder: folder.description) }
    let rest = roots.filter { !contains(folder, in: [$0]) }
    if rest.isEmpty { throw .lastRoot }
    return try await change(configuration, text, roots: rest)
  }

  /// The folder with symbolic links resolved; nil if it does not exist.
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

  /// Whether a folder is one of the roots, by its path or with symbolic links resolved.
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

  /// Writes the list of roots, and reads the configuration as the next start will read it.
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
    // The configuration was valid before, so an error can come only from the new text of this file.
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
      // Roots from the command line are changed only by `addRoot` and `removeRoot`.
      if !source.roots.isEmpty { configuration.roots = current.withLock { $0.roots } }
      return (configuration, text)
    } catch {
      let problem = SearchFailure(configuration: error)
      journal.log(.error, "\(problem)")
      indexer.progress.show(remarks: ["\(problem)"])
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
    currentEncoder.withLock { $0 = text.encoder }
    journal.setLevel(configuration.logLevel)
    indexer.environment.gate.apply(configuration.cooldown)
    queries.setRecording(configuration.keepsQueries)
    let roots = source.roots(of: configuration)
    journal.log(.info, "Indexing \(roots.map(\.description).joined(separator: ", ")).")
    indexer.progress.show(remarks: source.accessWarnings)
    // No remarks about missing roots here, because the status names these anyway.
    var notes = source.warnings(about: configuration)
    if configuration.textLimit != old.textLimit {
      notes.append("MaxTextSize= applies to files that change from now on.")
    }
    if let set = old.text.languages, !set.isEmpty { firstLanguages = set }
    var settings = configuration.indexing(
      roots, state: state, languages: firstLanguages, calls: calls)
    settings.text = text
    // There is no suspension between the change of the configuration and this call, so the last
    // change wins.
    await indexer.adopt(settings).wait()
    return notes
  }
}
