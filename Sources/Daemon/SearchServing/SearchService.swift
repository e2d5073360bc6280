import IndexStorage
package import Indexing
package import LinuxSystem
import SittaSQLite
package import SearchIndex
import SearchInterface
import SearchMessages
package import Varlink
package import Watching

/// Routes each call of `io.sitta.Search` to the handler of its method.
package struct SearchService: VarlinkInterface {
  package let name = SearchInterfaceDescription.name
  package let description = SearchInterfaceDescription.text
  private let index: RepairingReader
  private let condition: ServiceCondition
  /// The words for suggestions.
  package let vocabulary: Vocabulary
  private let search: SearchHandler
  private let similar: SimilarHandler
  private let statistics: StatisticsHandler
  private let list: ListHandler
  private let exclusions: ExclusionHandler
  private let verification: VerificationHandler
  private let sources: SourcesHandler
  private let read: ReadHandler
  private let suggestions: SuggestionHandler
  private let subscriptions: SubscriptionHandler
  private let changes: ChangesHandler
  private let explain: ExplainHandler
  private let status: StatusHandler
  private let roots: RootsHandler
  private let pauses: PauseHandler
  private let forget: ForgetHandler
  private let log: QueryLogHandler
  private let drawing: DrawingHandler

  /// Facts and limits of the service.
  package struct Facts: Sendable {
    /// The version of the program.
    let version: String
    /// The ABI version of Landlock that prevents the daemon from changing files; 0 without Landlock.
    let landlock: Int
    /// The most clients that may follow a query or the feed at the same time.
    let subscriptions: Int

    /// Makes the facts.
    package init(version: String, landlock: Int, subscriptions: Int = 16) {
      (self.version, self.landlock, self.subscriptions) = (version, landlock, subscriptions)
    }
  }

  /// - Parameters:
  ///   - indexer: the indexer, with the readers of the index.
  ///   - watcher: the watcher of the file system.
  ///   - configuration: the configuration in effect.
  ///   - calls: runs blocking calls of file systems, with a timeout.
  ///   - queries: the log of queries.
  ///   - facts: facts and limits of the service.
  package init(
    indexer: Indexer, watcher: TreeWatcher, configuration: any ConfigurationControl,
    calls: FileSystemCalls, queries: QueryLog, facts: Facts
  ) {
    let environment = indexer.environment
    let (readers, tasks) = (environment.readers, environment.tasks)
    vocabulary = Vocabulary(readers, tasks: tasks)
    index = RepairingReader(readers: readers, indexer: indexer, tasks: tasks, calls: calls)
    let wait = IndexerWait(
      indexer: indexer, watcher: watcher, barrier: environment.barrier, index: index)
    condition = ServiceCondition(wait: wait, gate: environment.gate)
    let reader = QueryReader(index: index, configuration: configuration)
    suggestions = SuggestionHandler(queries: reader, vocabulary: vocabulary)
    let correcting = CorrectingSearch(
      condition: condition, suggestions: suggestions, log: queries)
    let presence = PresenceFilter(
      probe: ExistenceProbe(calls), watcher: watcher, indexer: indexer)
    search = SearchHandler(search: correcting, presence: presence)
    similar = SimilarHandler(search: correcting, presence: presence)
    statistics = StatisticsHandler(search: correcting)
    list = ListHandler(index: index, condition: condition)
    exclusions = ExclusionHandler(index: index, condition: condition)
    verification = VerificationHandler(index: index)
    sources = SourcesHandler(configuration: configuration, index: index)
    read = ReadHandler(queries: reader, condition: condition)
    drawing = DrawingHandler(queries: reader)
    let followers = SubscriptionCount(limit: facts.subscriptions)
    subscriptions = SubscriptionHandler(
      queries: reader, condition: condition, subscriptions: followers)
    changes = ChangesHandler(index: index, wait: wait, followers: followers)
    roots = RootsHandler(
      configuration: configuration, counts: IndexCounts(readers, tasks: tasks), index: index,
      condition: condition)
    explain = ExplainHandler(search: correcting, roots: roots)
    status = StatusHandler(
      facts: facts, roots: roots, sources: sources, condition: condition, tasks: tasks)
    pauses = PauseHandler(condition: condition)
    forget = ForgetHandler(wait: wait, vocabulary: vocabulary)
    log = QueryLogHandler(log: queries)
  }

  package func answer(_ call: VarlinkCall) async throws -> Bool {
    do {
      switch call.method {
      case "Search": try await call.reply(search.search(call.parameters()))
      case "Count": try await call.reply(search.count(call.parameters()))
      case "Similar": try await call.reply(similar.similar(call.parameters()))
      case "Statistics": try await call.reply(statistics.statistics(call.parameters()))
      case "List": try await list.list(call)
      case "ListExcluded": try await exclusions.list(call)
      case "Verify": try await verification.verify(call)
      case "ListSources": try await call.reply(sources.list())
      case "Usage":
        try await call.reply(UsageMethod.Reply(of: condition.indexer.progress.usage))
      case "Read": try await call.reply(read.read(call.parameters()))
      case "Draw": try await call.reply(drawing.draw(call.parameters()))
      case "Suggest": try await call.reply(suggestions.suggest(call.parameters()))
      case "Changes": try await changes.changes(call)
      case "ConfirmChanges": try await call.reply(changes.confirm(call.parameters()))
      case "Subscribe": try await subscriptions.subscribe(call)
      case "Explain": try await call.reply(explain.explain(call.parameters()))
      case "Status": try await status.status(call)
      case "Sync": try await call.reply(synchronize(call.parameters()))
      case "Pause": try await pauses.pause(call)
      case "Resume": try await call.reply(pauses.resume(call.parameters()))
      case "AddRoot": try await call.reply(roots.addRoot(call.parameters()))
      case "RemoveRoot": try await call.reply(roots.removeRoot(call.parameters()))
      case "Reload": try await call.reply(roots.reload())
      case "Rebuild": try await call.reply(rebuild())
      case "Forget": try await call.reply(forget.forget(call.parameters()))
      case "Remember": try await call.reply(forget.remember(call.parameters()))
      case "Opened": try await call.reply(log.opened(call.parameters()))
      case "QueryStatistics": try await call.reply(log.queryStatistics(call.parameters()))
      case "ForgetQueries": try await call.reply(log.forgetQueries())
      default: return false
      }
    } catch let error as SearchFailure {
      throw error.wire
    } catch let error as SQLiteError {
      throw await index.failure(for: error).wire
    }
    return true
  }

  package func failure(for error: any Error) -> VarlinkError? {
    SearchFailure.indexUnavailable(reason: "\(error)").wire
  }

  private func rebuild() async -> RebuildMethod.Reply {
    index.indexer.rebuildOnRequest()
    return RebuildMethod.Reply()
  }

  private func synchronize(_ parameters: SyncMethod.Parameters) async throws -> SyncMethod.Reply {
    let timeout = try (parameters.timeout ?? SyncMethod.defaultTimeout)
      .bounded(1...3_600_000, "timeout")
    try await condition.wait(atMost: .milliseconds(timeout))
    let clock = try await index.ask { try $0.currentClock() }
    return SyncMethod.Reply(clock: ClockMessage(clock), pending: condition.pending)
  }
}
