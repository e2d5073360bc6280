import FileSelection
import Watching
import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex
import SearchInterface
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
    var (options, scopeWarnings) = try await options(
      away: parameters.away, since: parameters.since, facets: parameters.facets,
      values: parameters.facetValues, within: parameters.within)
    options.limit = try (parameters.limit ?? options.limit).bounded(1...1_000, "limit")
    options.offset = try (parameters.offset ?? 0).bounded(0...1_000_000, "offset")
    options.isStrict = parameters.strict ?? false
    options.showsCopies = parameters.copies ?? options.isStrict
    try apply(parameters.statistics, documents: parameters.documents, to: &options)
    options.language = parameters.language ?? options.language
    options.order = parameters.order.flatMap { .init(rawValue: $0.rawValue) } ?? .relevance
    options.snippetWords = try (parameters.snippetWords ?? options.snippetWords)
      .bounded(0...64, "snippetWords")
    options.passages = try (parameters.passages ?? options.passages).bounded(1...10, "passages")
    options.masksSecrets = parameters.mask ?? false
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
    guard page.isComplete else {
      throw SearchFailure.deadlineExceeded(
        milliseconds: parameters.deadline ?? CorrectingSearch.deadline, partial: hits)
    }
    var reply = SearchMethod.Reply(
      hits: hits, more: page.hasMore, count: page.count,
      partial: page.partialCount > 0 ? page.partialCount : nil, corrected: answer.corrected,
      facets: page.facets?.fields.map(FacetMessage.init), reset: page.isReset ? true : nil,
      clock: ClockMessage(page.clock), pending: condition.pending,
      warnings: query.warnings(page.facets) + scopeWarnings + condition.searchWarnings,
      reading: query.reading)
    reply.ranking = page.ranking.map(RankingMessage.init)
    if options.statistics != nil || options.documents != nil {
      reply.numbers = present.map { Int($0.document.id.rawValue) }
    }
    reply.suggestions = answer.offer.map { [$0] }
    // Other searches have already tried the probable correction.
    if hits.isEmpty, options.offset == 0, options.isStrict || options.since != nil {
      reply.suggestions = try await suggestions.suggestions(
        insteadOf: parameters.typed, options, until: answer.end)
    }
    return reply
  }

  func count(_ parameters: CountMethod.Parameters) async throws -> CountMethod.Reply {
    let (options, scopeWarnings) = try await options(
      away: parameters.away, since: parameters.since, facets: parameters.facets,
      values: parameters.facetValues, within: parameters.within)
    let (query, counted) = try await search.ask(
      parameters.typed, within: parameters.deadline, sync: parameters.sync
    ) { reader, query, deadline in
      try reader.count(query, options, deadline: deadline)
    }
    return CountMethod.Reply(
      count: counted.count, complete: counted.isComplete,
      facets: counted.facets?.fields.map(FacetMessage.init),
      reset: counted.isReset ? true : nil, clock: ClockMessage(counted.clock),
      pending: condition.pending,
      warnings: query.warnings() + scopeWarnings + condition.searchWarnings, reading: query.reading)
  }

  /// Has a search rank as a part of several hosts do.
  private func apply(
    _ statistics: StatisticsMessage?, documents: [Int]?, to options: inout SearchOptions
  ) throws(VarlinkError) {
    if let statistics {
      guard let statistics = QueryStatistics(statistics) else {
        throw .invalidParameter("statistics")
      }
      options.statistics = statistics
      options.showsCopies = true
    }
    guard let documents else { return }
    _ = try documents.count.bounded(0...1_000, "documents")
    options.documents = Set(documents.map { DocumentID(rawValue: Int64($0)) })
  }

  /// `Statistics`.
  func statistics(
    _ parameters: StatisticsMethod.Parameters
  ) async throws -> StatisticsMethod.Reply {
    var (options, _) = try await options(
      away: parameters.away, since: nil, facets: nil, values: nil, within: parameters.within)
    options.isStrict = parameters.strict ?? false
    options.language = parameters.language ?? options.language
    let typed = try parameters.typed
    if parameters.correction != true {
      return try await statistics(of: typed, options, within: parameters.deadline)
    }
    let end =
      ContinuousClock.now + .milliseconds(try CorrectingSearch.deadline(parameters.deadline))
    guard search.canCorrect else { return StatisticsMethod.Reply(clock: try await clock()) }
    guard let words = parameters.words else {
      let words = try await suggestions.correctionWords(for: typed, options, until: end)
      return StatisticsMethod.Reply(
        words: words.map { CountedWordMessage(word: $0.word, documents: $0.documents) },
        clock: try await clock())
    }
    let list = try WordList(words)
    var known = options
    try apply(parameters.statistics, documents: nil, to: &known)
    guard let found = await suggestions.correction(of: typed, known, from: list, until: end) else {
      return StatisticsMethod.Reply(clock: try await clock())
    }
    if found.isOffer {
      var reply = StatisticsMethod.Reply(clock: try await clock())
      (reply.suggestion, reply.likelihood) = (found.text, found.likelihood)
      return reply
    }
    var reply = try await statistics(
      of: typed.replacing(found.text), options, within: parameters.deadline)
    (reply.corrected, reply.likelihood) = (found.text, found.likelihood)
    reply.hasHits = found.hasHits
    return reply
  }

  private func clock() async throws -> ClockMessage {
    ClockMessage(try await queries.index.ask { try $0.currentClock() })
  }

  private func statistics(
    of typed: TypedQuery, _ options: SearchOptions, within deadline: Int?
  ) async throws -> StatisticsMethod.Reply {
    let (_, reply) = try await search.ask(typed, within: deadline, sync: nil) {
      reader, query, deadline in
      StatisticsMethod.Reply(
        statistics: StatisticsMessage(
          try reader.statistics(for: query, options, deadline: deadline)),
        clock: ClockMessage(try reader.currentClock()))
    }
    return reply
  }

  /// The options that `Search` and `Count` share.
  private func options(
    away: Bool?, since: ClockMessage?, facets: [FacetProperty]?, values: Int?,
    within: [String]?
  ) async throws -> (options: SearchOptions, warnings: [String]) {
    var options = queries.searchOptions
    options.includesAway = away ?? false
    options.since = since.map(IndexClock.init)
    let scope = try await queries.index.scope(within: within)
    options.within = scope.folders
    guard let facets else { return (options, scope.warnings) }
    var request = FacetRequest(facets.compactMap { FacetField(rawValue: $0.rawValue) })
    request.limit = try (values ?? request.limit).bounded(1...1_000, "facetValues")
    request.folders = presence.watcher.overview.rules.roots
    request.clock = .current
    options.facets = request
    return (options, scope.warnings)
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
  /// Warnings for people about how the query was read and answered.
  func warnings(_ facets: Facets? = nil) -> [String] {
    var warnings = notes.map(\.description)
    if facets?.isComplete == false {
      warnings.append("Timed out before all matches were counted.")
    }
    return warnings
  }
}
