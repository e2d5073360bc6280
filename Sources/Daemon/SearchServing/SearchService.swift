package import Cooldown
package import Indexing
package import LinuxSystem
import SittaSQLite
package import SearchIndex
import SearchInterface
package import Varlink
package import Watching

/// The router of `io.sitta.Search`: gives each call to the handler of its method.
package struct SearchService: VarlinkInterface {
  package let name = SearchInterfaceDescription.name
  package let description = SearchInterfaceDescription.text
  private let index: RepairingReader
  private let condition: ServiceCondition
  private let search: SearchHandler
  private let list: ListHandler
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

  /// - Parameters:
  ///   - version: the version of the program.
  ///   - landlock: the ABI of Landlock that protects files from the service; 0 if there is none.
  ///   - configuration: the configuration in effect.
  ///   - readers: the readers of the index.
  ///   - indexer: the indexer.
  ///   - watcher: the watcher of the file system.
  ///   - barrier: the barrier that `Sync` waits for.
  ///   - gate: decides when bulk work may run.
  ///   - tasks: the executor for timeouts.
  ///   - calls: asks file systems, which can hang.
  ///   - queries: the log of queries.
  ///   - vocabulary: the words for suggestions.
  ///   - counts: the last counts of documents and folders.
  ///   - subscriptions: the most clients that follow a query or the feed.
  package init(
    version: String, landlock: Int, configuration: any ConfigurationControl, readers: ReaderPool,
    indexer: Indexer, watcher: TreeWatcher, barrier: SyncBarrier, gate: BulkGate,
    tasks: LoopTaskExecutor, calls: FileSystemCalls, queries: QueryLog,
    vocabulary: Vocabulary, counts: IndexCounts, subscriptions: Int = 16
  ) {
    index = RepairingReader(readers: readers, indexer: indexer, tasks: tasks, calls: calls)
    let wait = IndexerWait(indexer: indexer, watcher: watcher, barrier: barrier, index: index)
    condition = ServiceCondition(wait: wait, gate: gate)
    let reader = QueryReader(index: index, configuration: configuration)
    suggestions = SuggestionHandler(queries: reader, vocabulary: vocabulary)
    let correcting = CorrectingSearch(
      condition: condition, suggestions: suggestions, log: queries)
    search = SearchHandler(
      search: correcting,
      presence: PresenceFilter(probe: ExistenceProbe(calls), watcher: watcher, indexer: indexer))
    list = ListHandler(index: index, condition: condition)
    read = ReadHandler(queries: reader, condition: condition)
    let followers = SubscriptionCount(limit: subscriptions)
    self.subscriptions = SubscriptionHandler(
      queries: reader, condition: condition, subscriptions: followers)
    changes = ChangesHandler(index: index, wait: wait, followers: followers)
    roots = RootsHandler(
      configuration: configuration, counts: counts, index: index, wait: wait)
    explain = ExplainHandler(search: correcting, roots: roots)
    status = StatusHandler(
      version: version, landlock: landlock, roots: roots, condition: condition, tasks: tasks)
    pauses = PauseHandler(condition: condition)
    forget = ForgetHandler(wait: wait, vocabulary: vocabulary)
    log = QueryLogHandler(log: queries)
  }

  package func answer(_ call: VarlinkCall) async throws -> Bool {
    do {
      switch call.method {
      case "Search": try await call.reply(search.search(call.parameters()))
      case "Count": try await call.reply(search.count(call.parameters()))
      case "Statistics": try await call.reply(search.statistics(call.parameters()))
      case "List": try await list.list(call)
      case "Read": try await call.reply(read.read(call.parameters()))
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
    } catch let error where !(error is VarlinkError || error is CancellationError) {
      // A call that fails in another way is answered as well: its client must not have to guess why.
      throw SearchFailure.indexUnavailable(reason: "\(error)").wire
    }
    return true
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
