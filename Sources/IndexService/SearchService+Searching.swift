import LinuxSystem
import QueryLanguage
import SQLite
import SearchIndex
import SearchInterface
import Varlink
import Watching

/// `Search` and `Count`.
extension SearchService {
  /// How many milliseconds a search may take unless told.
  private static let deadline = 500
  /// No marker is longer, in bytes: a snippet has a place for each match.
  private static let markerLimit = 64

  func search(_ parameters: SearchMethod.Parameters) async throws -> SearchMethod.Reply {
    let query = try query(parameters.query, parameters.prefixes)
    var options = try await options(
      away: parameters.away, since: parameters.since, facets: parameters.facets,
      values: parameters.facetValues)
    options.limit = parameters.limit ?? options.limit
    options.offset = parameters.offset ?? 0
    options.order = parameters.order.flatMap { .init(rawValue: $0.rawValue) } ?? .relevance
    guard (1...1_000).contains(options.limit) else { throw VarlinkError.invalidParameter("limit") }
    guard (0...1_000_000).contains(options.offset) else {
      throw VarlinkError.invalidParameter("offset")
    }
    options.snippetWords = parameters.snippetWords ?? options.snippetWords
    guard (0...64).contains(options.snippetWords) else {
      throw VarlinkError.invalidParameter("snippetWords")
    }
    let markers = parameters.markers
    for marker in [markers?.open, markers?.close].compactMap(\.self)
    where marker.utf8.count > Self.markerLimit {
      throw VarlinkError.invalidParameter("markers")
    }
    let start = ContinuousClock.now
    let end = start + .milliseconds(parameters.deadline ?? Self.deadline)
    let page = try await read(within: parameters.deadline, sync: parameters.sync) {
      [options] reader, deadline in
      try reader.search(query, options, deadline: deadline)
    }
    let isScored = options.order == .relevance
    let hits = await present(page.hits).map { HitMessage($0, isScored: isScored, markers) }
    await note(parameters, page, took: start.duration(to: .now))
    guard page.isComplete else {
      throw SearchFailure.deadlineExceeded(
        milliseconds: parameters.deadline ?? Self.deadline, partial: hits)
    }
    var reply = SearchMethod.Reply(
      hits: hits, more: page.hasMore, count: page.count,
      facets: page.facets?.fields.map(FacetMessage.init), fresh: page.isFresh ? true : nil,
      clock: Clock(page.clock), pending: await pending(),
      warnings: warnings(query, page.facets) + indexer.progress.current.allWarnings,
      reading: query.reading)
    if hits.isEmpty, options.offset == 0 {
      reply.suggestions = await suggestions(
        insteadOf: parameters.query, parameters.prefixes, options, until: end)
    }
    return reply
  }

  func count(_ parameters: CountMethod.Parameters) async throws -> CountMethod.Reply {
    let query = try query(parameters.query, parameters.prefixes)
    let options = try await options(
      away: parameters.away, since: parameters.since, facets: parameters.facets,
      values: parameters.facetValues)
    let counted = try await read(within: parameters.deadline, sync: parameters.sync) {
      reader, deadline in
      try reader.count(query, options, deadline: deadline)
    }
    var reply = CountMethod.Reply(
      count: counted.count, complete: counted.isComplete, clock: Clock(counted.clock),
      pending: await pending())
    reply.facets = counted.facets?.fields.map(FacetMessage.init)
    reply.fresh = counted.isFresh ? true : nil
    reply.warnings = warnings(query) + indexer.progress.current.allWarnings
    reply.reading = query.reading
    return reply
  }

  /// What `Search` and `Count` have in common.
  private func options(
    away: Bool?, since: Clock?, facets: [FacetMessage.Field]?, values: Int?
  ) async throws -> SearchOptions {
    var options = searchOptions
    options.includesAway = away ?? false
    options.since = since.map(IndexClock.init)
    guard let facets else { return options }
    var request = FacetRequest(facets.compactMap { FacetField(rawValue: $0.rawValue) })
    request.limit = values ?? request.limit
    guard (1...1_000).contains(request.limit) else {
      throw VarlinkError.invalidParameter("facetValues")
    }
    request.folders = await watcher.status.roots.map(\.path)
    request.clock = .current
    options.facets = request
    return options
  }

  /// Asks a reader, and ends where the time is over before there is any answer.
  private func read<Value: Sendable>(
    within milliseconds: Int?, sync: Bool?,
    _ body: @escaping @Sendable (IndexReader, ContinuousClock.Instant) throws -> Value
  ) async throws -> Value {
    let deadline = milliseconds ?? Self.deadline
    guard (1...60_000).contains(deadline) else { throw VarlinkError.invalidParameter("deadline") }
    if sync == true { try await wait(atMost: .seconds(30)) }
    do {
      // Who names no deadline waits longer for a repair than for an answer.
      let patience = milliseconds.map { .milliseconds($0) } ?? Self.repairPatience
      return try await ask(within: patience) { reader in
        try body(reader, .now + .milliseconds(deadline))
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(milliseconds: deadline)
    }
  }

  func readingOptions(_ prefixes: SearchMethod.Prefixes?) -> Query.ReadingOptions {
    var options = Query.ReadingOptions()
    options.prefixes = prefixes.flatMap { .init(rawValue: $0.rawValue) } ?? .none
    options.clock = .current
    return options
  }

  func query(_ text: String, _ prefixes: SearchMethod.Prefixes?) throws -> Query {
    do throws(QuerySyntaxError) {
      return try Query(parsing: text, readingOptions(prefixes))
    } catch {
      throw SearchFailure.invalidQuery(position: error.position, reason: error.description)
    }
  }

  func warnings(_ query: Query, _ facets: Facets? = nil) -> [String] {
    var warnings = query.notes.map(\.description)
    let asksForLanguage = query.root.filters.contains {
      if case .language = $0 { true } else { false }
    }
    if asksForLanguage {
      warnings.append(
        "In which language a text is, is not known yet: 'lang:' holds for no file.")
    }
    if facets?.isComplete == false {
      warnings.append("The time was over before all files were counted that match.")
    }
    return warnings
  }
}

// MARK: - Messages

extension HitMessage {
  /// Markers are put into the snippet, which then has no ranges.
  init(_ hit: SearchHit, isScored: Bool, _ markers: Markers? = nil) {
    let ranges = hit.snippet.matches.map {
      ByteRange(begin: $0.lowerBound, end: $0.upperBound)
    }
    self.init(
      document: DocumentMessage(hit.document), score: isScored ? hit.score : nil,
      snippet: markers.map { hit.snippet.text(open: $0.open, close: $0.close) }
        ?? hit.snippet.text,
      matches: markers == nil ? ranges : [])
  }
}

extension FacetMessage {
  fileprivate init(_ facet: Facet) {
    let field: Field =
      switch facet.field {
      case .type: .type
      case .folder: .folder
      case .tag: .tag
      case .year: .year
      }
    self.init(
      field: field,
      values: facet.values.map {
        FacetValueMessage(value: $0.text, filter: $0.filter, count: $0.count)
      }, others: facet.others)
  }
}
