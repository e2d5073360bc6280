import HitOrder
import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages

extension SearchWorker {
  /// The candidates of a part of a search.
  struct Found {
    var numbers: [Candidate.Number] = []
    /// The number of documents that meet the condition, or that were looked at.
    var total = 0
    /// Whether there are more.
    var isCut = false
  }

  /// A candidate, and its place in the order of a search.
  private struct Placed {
    let number: Candidate.Number
    let score: Double
    let name: String?

    init(_ rows: PostgreSQLRows, _ row: Int, database: Int64) {
      number = Candidate.Number(
        database: database, source: rows.integer(row, 0) ?? 0, id: rows.integer(row, 1) ?? 0)
      score = rows.text(row, 3).flatMap(Double.init) ?? 0
      name = rows.text(row, 4)
    }

    static func isBefore(_ first: Placed, _ second: Placed) -> Bool {
      if let name = first.name, let other = second.name, name != other {
        return name.utf8.lexicographicallyPrecedes(other.utf8)
      }
      return first.score > second.score
    }
  }

  /// How many candidates are ranked exactly, besides those of earlier pages.
  private static let candidates = 300
  /// If fewer documents match fully, those that match a part of the query are searched at once.
  private static let fewMatches = 30
  /// The most bytes of text that are ranked, and the most characters of one text.
  private static let (allBytes, longestText) = (6 << 20, 500_000)
  /// The most tokens that are looked for in the rest of a longer text.
  private static let mostTokens = 64
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
    let call = call(within: milliseconds)
    let index = try await prepared(call)
    // What is left of a search must not be in the next one.
    defer { empty(index) }
    var answer = try await search(query, request, index, call)
    answer.silent = call.silent
    do {
      answer = try await corrected(answer, request, index, call)
    } catch let error as PostgreSQLError where error.isCancellation || error == .timeout {
      // The hits of the typed query are an answer, too.
    }
    return answer
  }

  /// A search with all that its steps need.
  struct Run {
    let query: Query
    /// The query without conditions on files, which the database checks.
    let words: Query
    let request: SharedRequest
    var options: SearchOptions
    let index: CandidateIndex
    let call: DatabaseCall
    var counts: [Int] = []
    /// Tokens of the query.
    var tokens: [String] = []
  }

  /// Searches for a query as it is.
  func search(
    _ query: Query, _ request: SharedRequest, _ index: CandidateIndex, _ call: DatabaseCall
  ) async throws -> SharedAnswer {
    var run = Run(
      query: query, words: Query(query.root.withoutFilters), request: request,
      options: request.options, index: index, call: call)
    run.counts = try await counts(run)
    let outline = try index.reader.outline(of: query, optionsWithStatistics(run))
    run.tokens = Self.tokens(of: outline)
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
    var other: String?
    if mayRelax, let found = try await spoken(run) { (page, other) = found }
    var answer = answer(page, isRanked: isRanked, full, partial ?? Found(), run)
    answer.spoken = other
    if let facets = request.options.facets {
      try await add(facets, condition(outline.whole, run), request.reader, call, to: &answer)
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
    _ call: DatabaseCall, to answer: inout SharedAnswer
  ) async throws {
    let counted = try await self.facets(facets, condition, of: reader, call)
    (answer.facets, answer.bytes) = (counted.facets, counted.bytes)
    if counted.isCut { answer.isCut = true }
  }

  // MARK: - Steps

  /// Ranks the candidates.
  func rank(_ run: Run) throws -> SearchPage {
    let page = try run.index.reader.search(
      run.words, optionsWithStatistics(run), deadline: run.call.end)
    // The best ones may be among those that were not looked at.
    guard page.isComplete else { throw PostgreSQLError.cancellation }
    return page
  }

  /// Counts the documents with each form of each word: all forms only of words that do not occur as typed.
  func counts(_ run: Run) async throws -> [Int] {
    let forms = try run.index.reader.countedForms(of: run.words, run.options).map { word in
      word.map { form in form.flatMap { TextQuery($0)?.text } ?? "" }
    }
    var known = try await frequencies(of: forms.compactMap(\.first), run.call)
    let missing = forms.filter { known[$0.first ?? ""] ?? 0 == 0 }.flatMap { $0.dropFirst() }
    known.merge(try await frequencies(of: missing, run.call)) { first, _ in first }
    return forms.flatMap { $0.map { known[$0] ?? 0 } }
  }

  /// The number of documents that meet each query.
  func frequencies(
    of queries: [String], _ call: DatabaseCall
  ) async throws -> [String: Int] {
    let asked = Set(queries).subtracting([""]).sorted()
    if asked.isEmpty { return [:] }
    let answers = try await call.ask { _, connection in
      try await connection.run("SELECT unnest(frequencies($1))", [.text(Self.array(asked))])
    }
    return Dictionary(uniqueKeysWithValues: zip(asked, Self.sums(answers.values, asked.count)))
  }

  /// Adds the numbers of several databases, row by row.
  static func sums(_ answers: some Sequence<PostgreSQLRows>, _ count: Int) -> [Int] {
    answers.reduce(into: Array(repeating: 0, count: count)) { sums, rows in
      for row in 0..<min(rows.count, count) { sums[row] += Int(rows.integer(row, 0) ?? 0) }
    }
  }

  /// The options with the numbers of the database, and the folders of the candidates.
  func optionsWithStatistics(_ run: Run) throws -> SearchOptions {
    var options = run.options
    var statistics = try run.index.reader.statistics(for: run.words, options)
    // A number that is asked later can be larger.
    statistics.documents = max(numbers.documents, Int64(run.counts.max() ?? 0))
    statistics.tokens = max(numbers.words, statistics.documents)
    statistics.counts = run.counts
    // With these numbers, the index finds out itself how many candidates match fully.
    statistics.fullMatches = nil
    options.statistics = statistics
    // They are counted in the database.
    options.facets = nil
    return options
  }

  private func condition(_ condition: QueryOutline.Condition, _ run: Run) -> SearchCondition {
    SearchCondition(condition, home: run.request.reader.home).seen(by: run.request)
  }

  /// The best documents of a part of a search.
  func find(_ part: QueryOutline.Part, _ run: Run) async throws -> Found {
    let keep = Self.candidates + run.options.offset + run.options.limit
    return try await find(
      CandidateRequest(
        part, condition(part.condition, run), keep: keep, length: meanLength,
        databases: databases.count), run.request,
      run.call)
  }

  /// The first documents that meet a condition, in an order that the database knows.
  func sorted(_ whole: QueryOutline.Condition, _ run: Run) async throws -> Found {
    var request = CandidateRequest(condition(whole, run))
    request.order = run.options.order == .relevance ? "modified" : run.options.order.rawValue
    request.keep = run.options.offset + run.options.limit + 1
    return try await find(request, run.request, run.call)
  }

  /// The documents that a request asks for.
  func find(
    _ wanted: CandidateRequest, _ request: SharedRequest, _ call: DatabaseCall
  ) async throws -> Found {
    let (login, json) = (request.reader.login, wanted.json)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        "SELECT source, id, total, score, name FROM find($1, $2)", [.text(login), .text(json)])
    }
    var (found, placed) = (Found(), [Placed]())
    for (database, rows) in answers.sorted(by: { $0.key < $1.key }) {
      placed += (0..<rows.count).map { Placed(rows, $0, database: database) }
      let total = rows.count == 0 ? 0 : Int(rows.integer(0, 2) ?? 0)
      // A negative number says that there may be more.
      let isCut = wanted.order == nil && (total > wanted.most || total < 0)
      found.total += isCut ? min(abs(total), wanted.most) : total
      if isCut { found.isCut = true }
    }
    // Each database has put its own in order.
    if answers.count > 1 { placed.sort(by: Placed.isBefore) }
    found.numbers = placed.prefix(wanted.keep).map(\.number)
    return found
  }

  /// The tokens of a query that are looked for in long texts.
  static func tokens(of outline: QueryOutline) -> [String] {
    Set(outline.whole.tokens).prefix(mostTokens).map { String(decoding: $0, as: UTF8.self) }
  }

  func load(_ numbers: [Candidate.Number], _ run: Run) async throws {
    let missing = run.index.missing(of: numbers)
    try run.index.add(
      try await candidates(missing, run.request.reader, run.call, .beginning(run.tokens)))
  }

  /// How much of the text of a document is read.
  enum TextAmount {
    case nothing
    /// A long text is cut, but has the surroundings of the first place of each token behind that.
    case beginning([String])
    case whole
  }

  /// Reads documents, in the order of their numbers.
  func candidates(
    _ numbers: [Candidate.Number], _ reader: SharedReader, _ call: DatabaseCall,
    _ amount: TextAmount
  ) async throws -> [Candidate] {
    if numbers.isEmpty { return [] }
    let (longest, tokens): (Int, [String]) =
      switch amount {
      case .nothing: (0, [])
      case .beginning(let tokens): (Self.longestText, tokens)
      case .whole: (Int(Int32.max), [])
      }
    let wanted = Dictionary(grouping: numbers, by: \.database)
    let answers = try await call.ask(Set(wanted.keys)) { database, connection in
      let here = wanted[database.number] ?? []
      let rows = try await connection.run(
        """
        SELECT source, id, message, folder, suffix, body, away FROM documents($1, $2, $3, $4, $5, $6)
        """,
        [
          .text(reader.login), .text(Self.array(here.map { "\($0.source)" })),
          .text(Self.array(here.map { "\($0.id)" })),
          .integer(Int64(Self.allBytes * here.count / numbers.count)), .integer(Int64(longest)),
          .text(Self.array(tokens)),
        ])
      return (0..<rows.count).compactMap { Candidate(rows, $0, database: database.number) }
    }
    let found = answers.values.joined().map { ($0.number, $0) }
    let byNumber = Dictionary(found) { first, _ in first }
    return numbers.compactMap { byNumber[$0] }
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
