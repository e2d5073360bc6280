import LinuxSystem
import SQLite
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `io.sitta.Search` as the daemon answers it.
struct SearchService: VarlinkInterface {
  let name = SearchInterfaceDescription.name
  let description = SearchInterfaceDescription.text
  let version: String
  let configuration: LiveConfiguration
  let readers: ReaderPool
  let indexer: Indexer
  let watcher: TreeWatcher
  let barrier: SyncBarrier
  let gate: BulkGate
  let tasks: LoopTaskExecutor
  let look: FileLook
  let queries: QueryLog
  let vocabulary: Vocabulary
  let counts: IndexCounts
  let subscriptions = SubscriptionCount()

  /// How often folders are looked at of which no event tells all.
  var pollInterval: Duration { configuration.pollInterval }

  /// How long who asks for no deadline waits for a repair.
  static let repairPatience = Duration.seconds(5)
  /// How many documents go out in one reply of a list.
  private static let listPage = 1_000

  func answer(_ call: VarlinkCall) async throws -> Bool {
    do {
      switch call.method {
      case "Search": try await call.reply(search(call.parameters()))
      case "Count": try await call.reply(count(call.parameters()))
      case "List": try await list(call)
      case "Status": try await status(call)
      case "Sync": try await call.reply(synchronize(call.parameters()))
      case "Pause": try await pause(call)
      case "Resume": try await call.reply(resume())
      case "AddRoot": try await call.reply(addRoot(call.parameters()))
      case "RemoveRoot": try await call.reply(removeRoot(call.parameters()))
      case "Reload": try await call.reply(reload())
      case "Subscribe": try await subscribe(call)
      case "Suggest": try await call.reply(suggest(call.parameters()))
      case "Forget": try await call.reply(forget(call.parameters()))
      case "Rebuild": try await call.reply(rebuild())
      case "Explain": try await call.reply(explain(call.parameters()))
      case "Opened": try await call.reply(opened(call.parameters()))
      case "QueryStatistics": try await call.reply(queryStatistics(call.parameters()))
      case "ForgetQueries": try await call.reply(forgetQueries())
      default: return false
      }
    } catch let error as SearchFailure {
      throw error.wire
    } catch let error as SQLiteError {
      throw await failure(for: error).wire
    }
    return true
  }

  /// The options of a search of which nothing else is said.
  var searchOptions: SearchOptions {
    var options = SearchOptions()
    // The index knows files by the paths that lead through no symbolic link.
    options.home = ProcessEnvironment.home.map { (try? $0.resolvingSymbolicLinks()) ?? $0 }
    options.weights = configuration.weights
    return options
  }

  private func list(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(ListMethod.Parameters.self)
    guard let folder = folder(parameters.folder) else {
      throw VarlinkError.invalidParameter("folder")
    }
    let limit = parameters.limit ?? Self.listPage
    guard (1...Self.listPage).contains(limit) else {
      throw VarlinkError.invalidParameter("limit")
    }
    var after = DocumentID(rawValue: Int64(parameters.after ?? 0))
    let includesAway = parameters.away ?? false
    let since = parameters.since.map(IndexClock.init)
    let onlyFailed = parameters.failed ?? false
    while true {
      let page = try await ask(within: Self.repairPatience) { [after] reader in
        try reader.list(
          below: folder, after: after, limit: limit, includesAway: includesAway,
          onlyFailed: onlyFailed, since: since)
      }
      let goesOn = call.wantsMore && page.next != nil
      try await call.reply(
        ListMethod.Reply(
          documents: page.documents.map(DocumentMessage.init),
          next: page.next.map { Int($0.rawValue) },
          reset: page.isReset ? true : nil, clock: ClockMessage(page.clock),
          pending: await pending()),
        continues: goesOn)
      guard goesOn, let next = page.next else { return }
      after = next
    }
  }

  func folder(_ text: String?) -> FilePath? {
    guard let text else { return .root }
    return text.hasPrefix("file:") ? FilePath(uri: text) : FilePath(absolute: text)
  }

  func status() async throws -> StatusMethod.Reply {
    let watching = await watcher.status
    let counts = await counted(watching)
    let documents = counts.statistics?.documents ?? [:]
    let progress = indexer.progress.current
    let isBusy = progress.isIndexing || watching.waiting > 0
    func count(_ state: Document.State) -> Int { Int(documents[state] ?? 0) }
    var reply = StatusMethod.Reply(
      version: version, process: Int(ProcessEnvironment.processNumber),
      state: isBusy ? (progress.isResting ? .resting : .indexing) : .idle,
      roots: roots(watching, progress, counts),
      documents: Int(documents.values.reduce(0, +)), withoutText: count(.withoutText),
      partial: count(.partial), unreadable: count(.unreadable), failed: count(.failed),
      away: Int(counts.statistics?.away ?? 0), pending: progress.waiting + watching.waiting,
      watchedFolders: watching.watchedFolders, overflows: watching.overflows,
      indexBytes: Int(counts.statistics?.size ?? 0),
      clock: counts.statistics.map { ClockMessage($0.clock) }
        ?? ClockMessage(index: "", sequence: 0),
      pauses: pauses(progress),
      rebuild: progress.rebuild.map {
        IndexRebuildMessage($0, documents: Int(progress.rebuiltDocuments))
      },
      recoveries: progress.recoveries.map(RecoveryMessage.init),
      checked: progress.checked.map(WallClock.rfc3339), warnings: [])
    reply.warnings = progress.allWarnings + warnings(progress.closedFolders)
    reply.warnings += [counts.warning].compactMap(\.self)
    reply.warnings += reply.roots.filter { $0.state == .missing }.map { root in
      let path = FilePath(uri: root.uri)?.description ?? root.uri
      return "The folder '\(path)' \(root.note ?? "is missing")."
    }
    if watching.roots.contains(where: { $0.watchedFolders != nil }) {
      let folders = counts.folders[.root] ?? watching.watchedFolders
      reply.warnings.append(
        """
        The limit of \(watching.limit.count) inotify watches is reached: \
        \(watching.watchedFolders) of \(folders) folders are watched, the others are looked at \
        every \(pollInterval.inWords). Raise it: \(watching.limit.command(for: folders))
        """)
    }
    return reply
  }

  /// Why a root is not there now; nil where it is.
  func absence(
    of root: FilePath, isMissing: Bool, _ progress: IndexingProgress.Values
  ) -> RootMessage.Absence? {
    if isMissing { return (try? FileStatus(of: root)) == nil ? .missing : .noFolder }
    return progress.awayRoots.contains(root) ? .unmounted : nil
  }

  private func warnings(_ closedFolders: [FilePath: String]) -> [String] {
    guard let first = closedFolders.min(by: { $0.key < $1.key }) else { return [] }
    let others = closedFolders.count > 1 ? " and \(closedFolders.count - 1) more" : ""
    return ["The folder '\(first.key)'\(others) cannot be opened: \(first.value)."]
  }

  private func synchronize(_ parameters: SyncMethod.Parameters) async throws -> SyncMethod.Reply {
    let timeout = parameters.timeout ?? SyncMethod.defaultTimeout
    guard (1...3_600_000).contains(timeout) else { throw VarlinkError.invalidParameter("timeout") }
    try await wait(atMost: .milliseconds(timeout))
    let clock = try await ask(within: Self.repairPatience) { try $0.currentClock() }
    return SyncMethod.Reply(clock: ClockMessage(clock), pending: await pending())
  }

  func wait(atMost timeout: Duration) async throws {
    let isInTime: Bool
    do throws(SystemError) {
      isInTime = try await barrier.wait(atMost: timeout)
    } catch {
      throw SearchFailure.indexUnavailable(reason: error.description)
    }
    if isInTime { return }
    let pauses = pauses(indexer.progress.current).map(\.text).joined(separator: "; ")
    throw SearchFailure.notSynchronized(
      pending: await pending(), reason: pauses.isEmpty ? nil : pauses)
  }

  func pending() async -> Int {
    await watcher.status.waiting + indexer.progress.current.waiting
  }

}

// MARK: - Messages

extension ClockMessage {
  init(_ clock: IndexClock) {
    self.init(index: clock.index, sequence: Int(clock.sequence))
  }
}

extension IndexClock {
  init(_ clock: ClockMessage) {
    self.init(index: clock.index, sequence: Int64(clock.sequence))
  }
}

extension DocumentState {
  init(_ state: Document.State) {
    self =
      switch state {
      case .complete: .complete
      case .withoutText: .withoutText
      case .partial: .partial
      case .unreadable: .unreadable
      case .failed: .failed
      }
  }
}

extension DocumentMessage {
  init(_ document: ListedDocument) {
    self.init(
      uri: document.path.uri, path: document.path.utf8,
      name: String(decoding: document.path.name, as: UTF8.self), title: document.title,
      modified: rfc3339(document.modified), size: Int(document.size), type: document.type,
      tags: document.tags, state: DocumentState(document.state), note: document.note,
      away: document.isAway ? true : nil)
  }
}
