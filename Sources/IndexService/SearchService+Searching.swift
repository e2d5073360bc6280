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
    let (query, page) = try await ask(
      parameters.query, parameters.prefixes, within: parameters.deadline, sync: parameters.sync
    ) { [options] reader, query, deadline in
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
      facets: page.facets?.fields.map(FacetMessage.init), reset: page.isReset ? true : nil,
      clock: ClockMessage(page.clock), pending: await pending(),
      warnings: warnings(query, page.facets) + indexer.progress.current.allWarnings,
      reading: query.reading)
    if hits.isEmpty, options.offset == 0 {
      reply.suggestions = await suggestions(
        insteadOf: parameters.query, parameters.prefixes, options, until: end)
    }
    return reply
  }

  func count(_ parameters: CountMethod.Parameters) async throws -> CountMethod.Reply {
    let options = try await options(
      away: parameters.away, since: parameters.since, facets: parameters.facets,
      values: parameters.facetValues)
    let (query, counted) = try await ask(
      parameters.query, parameters.prefixes, within: parameters.deadline, sync: parameters.sync
    ) { reader, query, deadline in
      try reader.count(query, options, deadline: deadline)
    }
    return CountMethod.Reply(
      count: counted.count, complete: counted.isComplete,
      facets: counted.facets?.fields.map(FacetMessage.init),
      reset: counted.isReset ? true : nil, clock: ClockMessage(counted.clock),
      pending: await pending(), warnings: warnings(query) + indexer.progress.current.allWarnings,
      reading: query.reading)
  }

  /// What `Search` and `Count` have in common.
  private func options(
    away: Bool?, since: ClockMessage?, facets: [FacetProperty]?, values: Int?
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

  /// Reads a query and asks a reader, and ends where the time is over before there is any answer.
  private func ask<Value: Sendable>(
    _ text: String, _ prefixes: PrefixMode?, within milliseconds: Int?, sync: Bool?,
    _ body: @escaping @Sendable (IndexReader, Query, ContinuousClock.Instant) throws -> Value
  ) async throws -> (query: Query, answer: Value) {
    let deadline = milliseconds ?? Self.deadline
    guard (1...60_000).contains(deadline) else { throw VarlinkError.invalidParameter("deadline") }
    if sync == true {
      // What is no query is refused at once.
      _ = try await query(text, prefixes)
      try await wait(atMost: .seconds(30))
    }
    do {
      // Who names no deadline waits longer for a repair than for an answer.
      let patience = milliseconds.map { .milliseconds($0) } ?? Self.repairPatience
      return try await ask(text, prefixes, within: patience) { reader, query in
        try body(reader, query, .now + .milliseconds(deadline))
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(milliseconds: deadline)
    }
  }

  func warnings(_ query: Query, _ facets: Facets? = nil) -> [String] {
    var warnings = query.notes.map(\.description)
    let asksForLanguage = query.root.filters.contains {
      if case .language = $0 { true } else { false }
    }
    if asksForLanguage {
      warnings.append(
        "Language detection is not implemented; 'lang:' matches nothing.")
    }
    if facets?.isComplete == false {
      warnings.append("Timed out before all matches were counted.")
    }
    return warnings
  }
}

// MARK: - Messages

extension HitMessage {
  /// Markers are put into the snippet, which then has no ranges.
  init(_ hit: SearchHit, isScored: Bool, _ markers: MarkersMessage? = nil) {
    let ranges = hit.snippet.matches.map {
      RangeMessage(begin: $0.lowerBound, end: $0.upperBound)
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
    let field: FacetProperty =
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
