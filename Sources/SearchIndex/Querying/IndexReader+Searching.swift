import FullText
import LinuxSystem
public import QueryLanguage
public import SQLite

extension IndexReader {
  /// Searches.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - options: how many hits, in which order.
  ///   - deadline: when to stop; what was found until then is given.
  /// - Returns: the hits; ``SearchPage/isComplete`` tells whether everything was looked at.
  /// - Throws: what SQLite fails with; see ``SQLite/SQLiteError/isInterruption`` for a deadline that
  ///   came before the search could begin.
  public func search(
    _ query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SearchPage {
    // Some of the time is for the snippets.
    let end = deadline.map { deadline in
      deadline - min(.milliseconds(100), ContinuousClock.now.duration(to: deadline) / 4)
    }
    return try snapshot(deadline: end) { () throws(SQLiteError) -> SearchPage in
      let plan = try plan(query, options)
      let found = try find(plan, options)
      var page = SearchPage(clock: try clock())
      page.isComplete = found.isComplete
      page.count = found.count
      page.isFresh = plan.isFresh
      page.hasMore = found.count > options.offset + options.limit
      let rows = found.rows.dropFirst(options.offset).prefix(options.limit)
      page.hits = try hits(rows, of: plan, options, deadline: deadline)
      if let request = options.facets {
        database.setDeadline(deadline)
        page.facets = try facets(request, of: plan).facets
      }
      return page
    }
  }

  /// Looks up what a query names, in this state of the index.
  func plan(_ query: Query, _ options: SearchOptions) throws(SQLiteError) -> SearchPlan {
    try words.prepare(query.root.inexactTexts, in: database)
    var places = try places(in: query, home: options.home)
    if !options.includesAway { places.away = try awayFolders() }
    let change = try options.since.map { since throws(SQLiteError) in
      try FilterCondition.changed(since: since, in: clock())
    }
    return SearchPlan(query.root, words, places, since: change)
  }

  struct Found {
    /// The first rows in their order, those that are passed over too.
    var rows: [FoundRow]
    var count: Int
    var isComplete: Bool
  }

  /// Finds the first documents of a plan, in the order that was asked for.
  func find(
    _ plan: SearchPlan, _ options: SearchOptions
  ) throws(SQLiteError) -> Found {
    let limit = options.offset + options.limit
    if options.order == .relevance, let match = plan.match {
      return try rank(match, of: plan, options, limit: limit)
    }
    switch options.order {
    case .relevance, .modified:
      // Without words, no document is a better match than another.
      return try sort(plan, by: "document.modified", limit: limit) { -$0.integer(at: 1) }
    case .name: return try sort(plan, by: "document.name", limit: limit) { Bytes($0.bytes(at: 1)) }
    case .size: return try sort(plan, by: "document.size", limit: limit) { -$0.integer(at: 1) }
    }
  }

  private func rank(
    _ match: MatchExpression, of plan: SearchPlan, _ options: SearchOptions, limit: Int
  ) throws(SQLiteError) -> Found {
    try bringLengthsUpToDate()
    var request = FTS5BestMatches.Request(limit: limit, weights: options.weights.values)
    request.isFiltered = plan.isFiltered
    request.phrases = match.phrases.map(\.description)
    // Places are kept for the hits of a page, not for all that are passed over.
    request.column = options.snippetWords > 0 && options.offset == 0 ? Schema.bodyColumn : nil
    best.begin(request)
    // Far down a long list there is much that nobody needs any more.
    defer { best.begin(FTS5BestMatches.Request(limit: 0)) }
    let isComplete = try untilDeadline { () throws(SQLiteError) in
      try run(plan.gathering(match), of: plan) { _ in }
    }
    let rows = best.rows.map { row in
      FoundRow(id: row.rowID, score: row.score, places: request.column == nil ? nil : row.places)
    }
    return Found(rows: rows, count: best.count, isComplete: isComplete)
  }

  private func sort<Key: Comparable>(
    _ plan: SearchPlan, by column: String, limit: Int, _ key: (borrowing Row) -> Key
  ) throws(SQLiteError) -> Found {
    var top = TopElements<Keyed<Key>>(limit: limit)
    var count = 0
    let isComplete = try untilDeadline { () throws(SQLiteError) in
      try run(plan.documents(selecting: "document.id, \(column)"), of: plan) { row in
        count += 1
        top.insert(Keyed(key: key(row), id: row.integer(at: 0)))
      }
    }
    let rows = top.sorted.map { FoundRow(id: $0.id, score: 0, places: nil) }
    return Found(rows: rows, count: count, isComplete: isComplete)
  }

  /// Runs a statement of a plan.
  func run(
    _ selection: SearchPlan.Selection, of plan: SearchPlan, body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    // Conditions differ from query to query; only what comes again is worth keeping.
    let statement =
      try plan.condition == nil
      ? database.statement(selection.sql) : database.prepare(selection.sql)
    try statement.forEachRow(selection.values, body: body)
  }

  /// Does something that the deadline may end.
  ///
  /// - Parameter body: what is done.
  /// - Returns: whether it came to its own end.
  /// - Throws: what `body` throws, but not an interruption.
  func untilDeadline(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      try body()
      return true
    } catch {
      guard error.isInterruption else { throw error }
      return false
    }
  }

  func hits(
    _ rows: ArraySlice<FoundRow>, of plan: SearchPlan, _ options: SearchOptions,
    deadline: ContinuousClock.Instant?
  ) throws(SQLiteError) -> [SearchHit] {
    database.setDeadline(deadline)
    let places = try places(in: rows, of: plan, options)
    // What is left are a few short look-ups for each hit; between them the clock is looked at.
    database.setDeadline(nil)
    var paths: [Int64: FilePath] = [:]
    let away = try awayFolders().map { id throws(SQLiteError) in try path(of: id, &paths) }
    var hits: [SearchHit] = []
    for row in rows {
      guard var document = try document(row.id, &paths) else { continue }
      document.isAway = away.contains(where: document.path.isInside)
      var snippet = Snippet()
      if let places = places[row.id], deadline.map({ .now < $0 }) ?? true {
        snippet = try self.snippet(of: row.id, showing: places, words: options.snippetWords)
      }
      hits.append(SearchHit(document: document, score: row.score, snippet: snippet))
    }
    return hits
  }
}

/// A document that was found, before it is shown.
struct FoundRow {
  let id: Int64
  let score: Double
  /// Where it matches; nil where nobody knows yet.
  let places: FTS5Places?
}

/// A document with what it is sorted by.
private struct Keyed<Key: Comparable>: Comparable {
  let key: Key
  let id: Int64

  static func < (first: Self, second: Self) -> Bool {
    first.key < second.key || first.key == second.key && first.id < second.id
  }
}

/// Bytes in the order of SQLite's BLOBs.
private struct Bytes: Comparable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func < (first: Bytes, second: Bytes) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}
