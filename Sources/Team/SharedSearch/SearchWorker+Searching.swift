import HitOrder
import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages

extension SearchWorker {
  /// The candidates of a part of a search.
  private struct Found {
    var numbers: [Candidate.Number] = []
    /// The number of documents that meet the condition, or that were looked at.
    var total = 0
    /// Whether there are more.
    var isCut = false
  }

  /// How many candidates are ranked exactly, besides those of earlier pages.
  private static let candidates = 200
  /// If fewer documents match fully, those that match a part of the query are searched at once.
  private static let fewMatches = 30
  /// The most bytes of text that are ranked, and the most characters of one text.
  private static let (allBytes, longestText) = (4 << 20, 500_000)
  /// The most hits that can be reached.
  package static let mostHits = 1_000

  /// Searches for a query.
  ///
  /// - Parameters:
  ///   - request: the search.
  ///   - milliseconds: its longest time.
  /// - Returns: the hits.
  /// - Throws: `QuerySyntaxError`, or the error of the server.
  package func search(
    _ request: SharedRequest, within milliseconds: Int
  ) async throws -> SharedAnswer {
    let query = try request.query
    return try await asking(within: milliseconds) { connection in
      let index = try await prepared(connection)
      // What is left of a search must not be in the next one.
      defer { empty(index) }
      return try await search(query, request, index, connection)
    }
  }

  /// A search with all that its steps need.
  private struct Run {
    let query: Query
    /// The query without conditions on files, which the database checks.
    let words: Query
    let request: SharedRequest
    let index: CandidateIndex
    let connection: TimedConnection
    var counts: [Int] = []

    var options: SearchOptions { request.options }
  }

  private func search(
    _ query: Query, _ request: SharedRequest, _ index: CandidateIndex,
    _ connection: TimedConnection
  ) async throws -> SharedAnswer {
    var run = Run(
      query: query, words: Query(query.root.withoutFilters), request: request, index: index,
      connection: connection)
    run.counts = try await counts(run)
    let outline = try index.reader.outline(of: query, optionsWithStatistics(run))
    let isRanked = request.options.order == .relevance && !outline.isUnranked
    let mayRelax = isRanked && !request.options.isStrict
    let full = isRanked ? try await find(outline.full, run) : try await sorted(outline.whole, run)
    var partial: Found?
    if mayRelax, full.total < Self.fewMatches, let part = outline.partial {
      partial = try await find(part, run)
    }
    try await load(full.numbers + (partial?.numbers ?? []), run)
    var page = try rank(run)
    if mayRelax, partial == nil, let part = outline.partial,
      page.ranking?.nearMatches ?? 0 < RankingLimits.fewMatches
    {
      let found = try await find(part, run)
      partial = found
      try await load(found.numbers, run)
      page = try rank(run)
    }
    var answer = answer(page, isRanked: isRanked, full, partial ?? Found(), run)
    if let facets = request.options.facets {
      try await add(facets, condition(outline.whole, run), request.reader, connection, to: &answer)
    }
    return answer
  }

  private func answer(
    _ page: SearchPage, isRanked: Bool, _ full: Found, _ partial: Found, _ run: Run
  ) -> SharedAnswer {
    let (options, index) = (run.options, run.index)
    var answer = SharedAnswer()
    (answer.reading, answer.notes) = (run.query.reading, run.query.notes.map(\.description))
    for hit in page.hits {
      guard let candidate = index.candidate(of: hit.document) else { continue }
      answer.hits.append(
        HitMessage(
          hit, isScored: isRanked, run.request.markers, hasPassages: options.passages > 1,
          document: { index.candidate(of: $0)?.message ?? candidate.message }))
      answer.numbers.append(candidate.number.joined ?? 0)
    }
    // If all that match are here, they were counted exactly.
    let isWhole = index.count >= max(full.total, partial.total)
    answer.count = isWhole ? page.count : max(page.count, full.total)
    answer.partial =
      isWhole ? page.partialCount : max(page.partialCount, partial.total - full.total)
    answer.isCut = full.isCut
    let reachable = min(answer.count + answer.partial, Self.mostHits)
    answer.hasMore = page.hasMore || !isWhole && options.offset + options.limit < reachable
    return answer
  }

  /// Adds facets to an answer.
  func add(
    _ facets: FacetRequest, _ condition: SearchCondition, _ reader: SharedReader,
    _ connection: TimedConnection, to answer: inout SharedAnswer
  ) async throws {
    let counted = try await self.facets(facets, condition, of: reader, connection)
    (answer.facets, answer.bytes) = (counted.facets, counted.bytes)
    if counted.isCut { answer.isCut = true }
  }

  // MARK: - Steps

  /// Ranks the candidates.
  private func rank(_ run: Run) throws -> SearchPage {
    let page = try run.index.reader.search(
      run.words, optionsWithStatistics(run), deadline: run.connection.end)
    // The best ones may be among those that were not looked at.
    guard page.isComplete else { throw PostgreSQLError.cancellation }
    return page
  }

  /// Counts the documents with each form of each word: all forms only of words that do not occur as typed.
  private func counts(_ run: Run) async throws -> [Int] {
    let forms = try run.index.reader.countedForms(of: run.words, run.options).map { word in
      word.map { form in form.flatMap { TextQuery($0)?.text } ?? "" }
    }
    var known = try await frequencies(of: forms.compactMap(\.first), run.connection)
    let missing = forms.filter { known[$0.first ?? ""] ?? 0 == 0 }.flatMap { $0.dropFirst() }
    known.merge(try await frequencies(of: missing, run.connection)) { first, _ in first }
    return forms.flatMap { $0.map { known[$0] ?? 0 } }
  }

  /// The number of documents that meet each query.
  func frequencies(
    of queries: [String], _ connection: TimedConnection
  ) async throws -> [String: Int] {
    let asked = Set(queries).subtracting([""]).sorted()
    if asked.isEmpty { return [:] }
    let rows = try await connection.run(
      "SELECT unnest(frequencies($1))", [.text(Self.array(asked))])
    return Dictionary(
      uniqueKeysWithValues: zip(asked, (0..<rows.count).map { Int(rows.integer($0, 0) ?? 0) }))
  }

  /// The options with the numbers of the database, and the folders of the candidates.
  private func optionsWithStatistics(_ run: Run) throws -> SearchOptions {
    var options = run.options
    var statistics = try run.index.reader.statistics(for: run.words, options)
    // A number that is asked later can be larger.
    statistics.documents = max(knowledge.documents, Int64(run.counts.max() ?? 0))
    statistics.tokens = max(knowledge.words, statistics.documents)
    statistics.counts = run.counts
    options.statistics = statistics
    // They are counted in the database.
    options.facets = nil
    return options
  }

  private func condition(_ condition: QueryOutline.Condition, _ run: Run) -> SearchCondition {
    SearchCondition(condition, home: run.request.reader.home).seen(by: run.request)
  }

  /// The best documents of a part of a search.
  private func find(_ part: QueryOutline.Part, _ run: Run) async throws -> Found {
    let keep = Self.candidates + run.options.offset + run.options.limit
    return try await find(
      CandidateRequest(
        part, condition(part.condition, run), keep: keep, length: knowledge.length), run)
  }

  /// The first documents that meet a condition, in an order that the database knows.
  private func sorted(_ whole: QueryOutline.Condition, _ run: Run) async throws -> Found {
    var request = CandidateRequest(condition(whole, run))
    request.order = run.options.order == .relevance ? "modified" : run.options.order.rawValue
    request.keep = run.options.offset + run.options.limit + 1
    return try await find(request, run)
  }

  private func find(_ request: CandidateRequest, _ run: Run) async throws -> Found {
    let rows = try await run.connection.run(
      "SELECT source, id, total FROM find($1, $2)",
      [.text(run.request.reader.login), .text(request.json)])
    var found = Found()
    for row in 0..<rows.count {
      guard let source = rows.integer(row, 0), let id = rows.integer(row, 1) else { continue }
      found.numbers.append(Candidate.Number(source: source, id: id))
      found.total = Int(rows.integer(row, 2) ?? 0)
    }
    if request.order == nil, found.total > request.most {
      (found.total, found.isCut) = (request.most, true)
    }
    return found
  }

  private func load(_ numbers: [Candidate.Number], _ run: Run) async throws {
    if numbers.isEmpty { return }
    try run.index.add(try await candidates(numbers, run.request.reader, run.connection))
  }

  /// Reads documents with their texts.
  func candidates(
    _ numbers: [Candidate.Number], _ reader: SharedReader, _ connection: TimedConnection,
    withTexts: Bool = true
  ) async throws -> [Candidate] {
    let rows = try await connection.run(
      "SELECT source, id, message, folder, suffix, body FROM documents($1, $2, $3, $4, $5)",
      [
        .text(reader.login), .text(Self.array(numbers.map { "\($0.source)" })),
        .text(Self.array(numbers.map { "\($0.id)" })), .integer(Int64(Self.allBytes)),
        .integer(withTexts ? Int64(Self.longestText) : 0),
      ])
    return (0..<rows.count).compactMap { Candidate(rows, $0) }
  }

  /// An array as PostgreSQL reads it; see <https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO>.
  static func array(_ values: [String]) -> String {
    let quoted = values.map { value in
      let escaped = value.reduce(into: "") { escaped, character in
        if character == "\"" || character == "\\" { escaped += "\\" }
        escaped.append(character)
      }
      return "\"\(escaped)\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }
}

extension SearchCondition {
  /// The condition, within the folders of a request, and without what is not available now.
  func seen(by request: SharedRequest) -> SearchCondition {
    var all = [self]
    if let within = request.within { all.append(.any(within.map { .inside($0) })) }
    if !request.options.includesAway { all.append(.not(.away)) }
    return .all(all)
  }
}

extension Query.Node {
  /// The node without conditions on the file, which the database has checked.
  fileprivate var withoutFilters: Query.Node {
    let nodes = if case .all(let nodes) = self { nodes } else { [self] }
    let words = nodes.filter { node in
      switch node {
      case .filter: false
      case .not(.filter): false
      default: true
      }
    }
    return words.count == 1 ? words[0] : .all(words)
  }
}
