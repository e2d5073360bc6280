import FileSelection
import Indexing
import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import SittaSQLite
import TextExtraction
import Varlink
import Watching

/// `Explain`: collects the facts about a path and makes the explanation.
struct ExplainHandler: Sendable {
  let search: CorrectingSearch
  let roots: RootsHandler
  private var queries: QueryReader { search.suggestions.queries }
  private var condition: ServiceCondition { search.condition }
  private var tasks: LoopTaskExecutor { queries.index.tasks }

  /// The longest time for an explanation, including the count of all hits of its query.
  private static let timeout = Duration.seconds(10)
  /// The longest wait for an answer of the watcher or the indexer, which may hang or be busy.
  private static let partTimeout = Duration.milliseconds(500)
  /// The longest time for examining the file.
  private static let examinationTimeout = Duration.seconds(2)

  func explain(_ parameters: ExplainMethod.Parameters) async throws -> ExplainMethod.Reply {
    let deadline = ContinuousClock.now + Self.timeout
    let asked = try DocumentLocation(parameter: parameters.path, "path")
    let typed = try parameters.query.map {
      try TypedQuery($0, parameters.prefixes, folder: parameters.folder)
    }
    // An invalid query is refused before anything is looked up.
    if let typed { _ = try await queries.query(typed) }
    // The index has paths with symbolic links resolved; only the last name may be a link.
    let file = asked.file
    let folder = await queries.index.resolve(file.parent)
    let location = file.isRoot ? asked : asked.moving(to: folder.appending(file.name))
    let within = try await queries.index.scope(within: parameters.within).folders
    // The error has the path as requested: where a link leads must not be revealed.
    guard location.path.isInside(anyOf: within) else {
      throw SearchFailure.noSuchDocument(path: "\(asked)")
    }
    var options = queries.searchOptions
    options.within = within
    options.includesAway = parameters.away ?? false
    options.isStrict = parameters.strict ?? false
    options.showsCopies = options.isStrict
    options.language = parameters.language ?? options.language
    if let text = parameters.query, !options.isStrict {
      options.opened = await search.opened(for: text)
    }
    var answer = try await searched(typed, options)
    if let spoken = answer?.spoken,
      spoken.hits.contains(where: { $0.document.location == location })
    {
      answer?.query = spoken.query
      answer?.corrected = spoken.text
    }
    let facts = try await facts(of: location, answer, options, deadline: deadline)
    return ExplainMethod.Reply(
      facts, clock: ClockMessage(facts.index.clock), pending: condition.pending)
  }

  /// Searches for the query, or for its probable correction; nil without a query.
  private func searched(
    _ typed: TypedQuery?, _ options: SearchOptions
  ) async throws -> CorrectingSearch.Answer? {
    guard let typed else { return nil }
    var options = options
    (options.limit, options.snippetWords) = (1, 0)
    return try await search.run(typed, options, within: Int(Self.timeout / .milliseconds(1)))
  }

  /// Examines the file; if its file system does not answer, records this, and decides by the path alone.
  private func examine(
    _ facts: PathFacts, _ rules: SelectionRules, _ extraction: ExtractionSettings
  ) async -> PathFacts {
    do {
      return try await queries.index.calls.answer(within: Self.examinationTimeout) { call in
        var facts = facts
        try call.willTouch(facts.path)
        facts.examine(with: rules, extraction)
        return facts
      }
    } catch {
      var facts = facts
      facts.entry = .unreachable("its file system does not answer")
      facts.verdict = rules.verdict(on: facts.path)
      return facts
    }
  }

  private func facts(
    of location: DocumentLocation, _ answer: CorrectingSearch.Answer?, _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) async throws -> PathFacts {
    let path = location.file
    let (indexer, watcher) = (condition.indexer, condition.watcher)
    let rules = indexer.progress.rules
    // First the waiting changes, then the index: a change only moves from the former to the latter.
    let isWaiting = await tasks.value(within: Self.partTimeout) {
      await watcher.isWaiting(for: path)
    }
    // The indexer answers only between two documents.
    let lane = await tasks.value(within: Self.partTimeout) { await indexer.lane(of: path) }
    let progress = indexer.progress.current
    let extraction = indexer.progress.extraction
    var facts: PathFacts
    do {
      facts = try await queries.index.ask { reader in
        let index = try reader.explain(
          location.path, answer?.query, options, clock: .current, deadline: deadline)
        var facts = PathFacts(location: location, index: index)
        if location.isMember, path.isInside(anyOf: options.within) {
          facts.container = try reader.explain(
            path, nil, options, clock: .current, deadline: deadline)
        }
        return facts
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(
        milliseconds: Int(Self.timeout / .milliseconds(1)))
    }
    facts = await examine(facts, rules, extraction)
    if let reader = facts.storedReader { facts.wait = progress.reading.wait(for: reader) }
    facts.lane = lane ?? nil
    facts.isIndexerBusy = lane == nil
    facts.pauses = progress.isResting ? condition.pauses.map(\.text) : []
    (facts.reading, facts.corrected) = (answer?.query.reading, answer?.corrected)
    facts.isSpoken = answer?.spoken.map { $0.text == answer?.corrected } ?? false
    let folder = rules.roots.contains(path) ? path : path.parent
    let delivery = await tasks.value(within: Self.partTimeout) {
      await watcher.delivery(of: folder)
    }
    facts.watch = WatchMessage(
      delivery ?? .unknown, every: queries.configuration.pollInterval,
      isWaiting: isWaiting ?? false)
    facts.closed = progress.closedFolders.filter { path.isInside($0.key) }.values.first
    if case .included(let root) = facts.verdict {
      let watching = await roots.watchStatus().status
      facts.absence = RootMessage.Absence(
        of: root, isMissing: watching.missingRoots.contains(root),
        isOccupied: await roots.occupied(watching).contains(root), progress)
    }
    return facts
  }
}

extension FilePath {
  /// Whether the path is one of some folders or inside one; true if `folders` is nil.
  fileprivate func isInside(anyOf folders: [FilePath]?) -> Bool {
    folders.map { $0.contains { self == $0 || isInside($0) } } ?? true
  }
}
