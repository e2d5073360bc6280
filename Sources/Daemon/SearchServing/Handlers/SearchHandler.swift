import FileSelection
import IndexStorage
import Watching
import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex
import SearchInterface
import SearchMessages
import Varlink

/// `Search` and `Count`.
struct SearchHandler: Sendable {
  let search: CorrectingSearch
  let presence: PresenceFilter
  private var log: QueryLog { search.log }
  private var condition: ServiceCondition { search.condition }
  private var suggestions: SuggestionHandler { search.suggestions }
  private var queries: QueryReader { suggestions.queries }
  /// The most bytes of a marker, which a snippet repeats for each match.
  private static let markerLimit = 64

  func search(_ parameters: SearchMethod.Parameters) async throws -> SearchMethod.Reply {
    let scope = try await queries.index.scope(within: parameters.within)
    var options = try options(of: parameters, in: scope)
    try options.apply(parameters)
    let markers = parameters.markers
    for marker in [markers?.open, markers?.close].compactMap(\.self)
    where marker.utf8.count > Self.markerLimit {
      throw VarlinkError.invalidParameter("markers")
    }
    let start = ContinuousClock.now
    if options.order == .relevance, !options.isStrict {
      options.opened = await search.opened(for: parameters.query)
    }
    let answer = try await search.run(
      parameters.typed, options, within: parameters.deadline, sync: parameters.sync)
    let (query, page) = (answer.query, answer.page)
    let isScored = options.order == .relevance && !options.isLookup
    let present = await presence.present(page.hits)
    let hits = present.map { [options] hit in
      HitMessage(hit, isScored: isScored, markers, hasPassages: options.passages > 1)
    }
    record(parameters, page, took: start.duration(to: .now))
    guard answer.isComplete else {
      throw SearchFailure.deadlineExceeded(
        milliseconds: parameters.deadline ?? CorrectingSearch.deadline, partial: hits)
    }
    var reply = SearchMethod.Reply(
      hits: hits, more: page.hasMore, count: page.count,
      partial: page.partialCount > 0 ? page.partialCount : nil, corrected: answer.corrected,
      facets: page.facets?.fields.map(FacetMessage.init), reset: page.isReset ? true : nil,
      clock: ClockMessage(page.clock), pending: condition.pending,
      warnings: query.warnings(page.facets) + scope.warnings
        + condition.searchWarnings(isForPeople: !options.isStrict)
        + (await suggestions.warnings(lacksWords: answer.lacksWords)),
      reading: query.reading)
    reply.ranking = page.ranking.map(RankingMessage.init)
    if options.statistics != nil || options.documents != nil {
      reply.numbers = present.map { Int($0.document.id.rawValue) }
    }
    reply.spoken = answer.spoken?.text
    reply.suggestions = answer.offer.map { [$0] }
    // Other searches have tried the correction already, in `CorrectingSearch`.
    if hits.isEmpty, options.offset == 0, options.isStrict || options.since != nil {
      let deadline = parameters.deadline ?? CorrectingSearch.deadline
      reply.suggestions = try await SearchFailure.inTime(deadline) { [options] in
        try await suggestions.suggestions(
          insteadOf: parameters.typed, options, until: answer.end)
      }
    }
    return reply
  }

  func count(_ parameters: CountMethod.Parameters) async throws -> CountMethod.Reply {
    let scope = try await queries.index.scope(within: parameters.within)
    let options = try options(of: parameters, in: scope)
    let (query, counted) = try await search.ask(
      parameters.typed, within: parameters.deadline, sync: parameters.sync
    ) { reader, query, deadline in
      try reader.count(query, options, deadline: deadline)
    }
    return CountMethod.Reply(
      count: counted.count, complete: counted.isComplete,
      facets: counted.facets?.fields.map(FacetMessage.init),
      bytes: counted.facets?.bytes.map { Int(clamping: $0) },
      reset: counted.isReset ? true : nil, clock: ClockMessage(counted.clock),
      pending: condition.pending,
      warnings: query.warnings() + scope.warnings + condition.searchWarnings(isForPeople: false)
        + (await suggestions.warnings(lacksWords: false)), reading: query.reading)
  }

  /// The options from the parameters that `Search` and `Count` share.
  private func options(
    of parameters: some SelectionParameters, in scope: RepairingReader.Scope
  ) throws(VarlinkError) -> SearchOptions {
    var options = queries.searchOptions
    options.includesAway = parameters.away ?? false
    options.since = parameters.since.map(IndexClock.init)
    options.within = scope.folders
    try options.apply(facetsOf: parameters, roots: presence.watcher.overview.rules.roots)
    return options
  }

  /// Records a search in the log, except searches while typing and further pages.
  private func record(
    _ parameters: SearchMethod.Parameters, _ page: SearchPage, took duration: Duration
  ) {
    guard log.isOn, parameters.prefixes != .last, parameters.offset ?? 0 == 0,
      parameters.documents == nil
    else { return }
    let search = QueryLog.Search(
      query: parameters.query, hits: page.hits.count, hasMore: page.hasMore, duration: duration)
    log.enqueue(search, now: .now, on: queries.index.tasks)
  }
}

extension Query {
  /// Warnings for people on how the query was understood and answered.
  func warnings(_ facets: Facets? = nil) -> [String] {
    var warnings = notes.map(\.description)
    if facets?.isComplete == false {
      warnings.append("Timed out before all matches were counted.")
    }
    return warnings
  }
}
