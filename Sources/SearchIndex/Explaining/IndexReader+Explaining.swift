import FullText
public import LinuxSystem
public import QueryLanguage
public import SQLite

/// Why a document is found or not: everything that a search goes through, for one document.
extension IndexReader {
  /// Tells what the index knows of a path, and how a query meets it.
  ///
  /// It counts the hits of the query, so it costs about what a search does that gives all of them.
  ///
  /// - Parameters:
  ///   - path: where a file or folder is, or was.
  ///   - query: what is looked for, if anything.
  ///   - options: how a search would be done; the number of hits and their order do not matter.
  ///   - localClock: in which dates are shown.
  ///   - deadline: when to give up.
  /// - Returns: what is known.
  /// - Throws: an interruption at the deadline; see ``SQLite/SQLiteError/isInterruption``.
  public func explain(
    _ path: FilePath, _ query: Query? = nil, _ options: SearchOptions = SearchOptions(),
    clock localClock: LocalClock = .utc, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> ExplainedPath {
    try snapshot(deadline: deadline) { () throws(SQLiteError) -> ExplainedPath in
      let clock = try clock()
      let folder = try directory(at: path)
      var below: Int64?
      if let folder {
        let condition = FilterCondition.below([folder])
        below = try database.prepare("SELECT count(*) FROM document WHERE \(condition.sql)")
          .first(condition.values) { $0.integer(at: 0) }
      }
      let document = try explainedDocument(at: path, clock)
      var match: ExplainedMatch?
      if let document, let query {
        match = try explain(document.document, query, options, localClock)
      }
      return ExplainedPath(
        document: document, documentsBelow: below, match: match, clock: clock)
    }
  }

  private func explainedDocument(
    at path: FilePath, _ clock: IndexClock
  ) throws(SQLiteError) -> ExplainedDocument? {
    guard !path.isRoot, let folder = try directory(at: path.parent) else { return nil }
    let file = try StoredFile(named: path.name, in: folder, of: database)
    var paths: [Int64: FilePath] = [:]
    guard let file, var document = try document(file.id, &paths) else { return nil }
    let away = try awayFolders().map { id throws(SQLiteError) in try self.path(of: id, &paths) }
    document.isAway = away.contains(where: document.path.isInside)
    return ExplainedDocument(
      document: document, file: file, tokens: try tokens(of: file.id),
      lastChange: log.lastChange(of: file.id, upTo: clock))
  }

  private func tokens(of document: Int64) throws(SQLiteError) -> ColumnCounts {
    do throws(FullTextError) {
      return ColumnCounts(
        try FTS5DocumentLengths.columns(of: document, fromTable: "search", in: database) ?? [])
    } catch {
      if let cause = error.cause { throw cause }
      return ColumnCounts()
    }
  }

  private func explain(
    _ document: ListedDocument, _ query: Query, _ options: SearchOptions, _ clock: LocalClock
  ) throws(SQLiteError) -> ExplainedMatch {
    try bringLengthsUpToDate()
    try words.prepare(query.root.inexactTexts, in: database)
    var places = try places(in: query, home: options.home)
    var terms: [ExplainedTerm] = []
    var filters: [ExplainedFilter] = []
    for leaf in query.root.leaves() {
      if case .filter(let filter, _) = leaf.node {
        let condition = FilterCondition(filter, places)
        filters.append(
          ExplainedFilter(
            filter, reading: Query(leaf.node, clock: clock).reading,
            isWanted: leaf.isWanted, holds: try holds(condition, for: document.id)))
      } else {
        terms.append(try explain(leaf, of: query, document.id, clock))
      }
    }
    try findNearest(for: &terms, query.root.leaves().filter { !$0.isFilter }, document.id)
    if !options.includesAway { places.away = try awayFolders() }
    return try explain(
      document, SearchPlan(query.root, words, places), terms, filters, options.weights)
  }

  /// How one text of a query meets a document.
  private func explain(
    _ leaf: Query.Leaf, of query: Query, _ document: Int64, _ clock: LocalClock
  ) throws(SQLiteError) -> ExplainedTerm {
    var term = ExplainedTerm(
      reading: Query(leaf.node, clock: clock).reading, column: leaf.terms.first?.column,
      isWanted: leaf.isWanted)
    if let expression = leaf.node.matchExpression(words) {
      term.counts = try occurrences(of: expression, in: document)
    }
    if case .term(let only) = leaf.node, only.kind == .word, words.isStopWord(only.text) {
      term.isPassedOver = query.root.leaves().contains { other in
        !other.terms.allSatisfy { words.isStopWord($0.text) }
      }
    }
    if term.counts.total == 0, term.column != nil {
      let everywhere = leaf.anywhere
      if let expression = everywhere.matchExpression(words) {
        term.elsewhere = try occurrences(of: expression, in: document)
      }
    }
    return term
  }

  private func explain(
    _ document: ListedDocument, _ plan: SearchPlan, _ terms: [ExplainedTerm],
    _ filters: [ExplainedFilter], _ weights: ColumnWeights
  ) throws(SQLiteError) -> ExplainedMatch {
    var match = ExplainedMatch(
      isHit: true, terms: terms, filters: filters, score: nil, parts: [], place: nil,
      hitCount: 0)
    if let expression = plan.match {
      match.isHit = try meet(expression, document.id, weights)
      let parts = explainedRow.parts
      let phrases = expression.phrases
      if match.isHit {
        match.score = parts.reduce(0) { $0 + $1.score }
        match.parts = parts.indices.compactMap { index in
          let part = parts[index]
          guard part.frequency > 0 else { return nil }
          return ExplainedRankPart(
            text: phrases.count == parts.count ? phrases[index].text : "text \(index + 1)",
            documents: part.rowCount, rarity: part.inverseFrequency,
            counts: ColumnCounts(part.counts), frequency: part.frequency, score: part.score)
        }
      }
    }
    for condition in [plan.condition, plan.presence].compactMap(\.self) where match.isHit {
      match.isHit = try holds(condition, for: document.id)
    }
    var all = SearchOptions()
    all.limit = .max / 2
    all.snippetWords = 0
    all.weights = weights
    let found = try find(plan, all)
    match.hitCount = found.count
    match.place = found.rows.firstIndex { $0.id == document.id }.map { $0 + 1 }
    return match
  }

  private func holds(
    _ condition: FilterCondition, for document: Int64
  ) throws(SQLiteError) -> Bool {
    let row = try database.prepare("SELECT 1 FROM document WHERE \(condition.sql) AND id = ?")
      .first(condition.values + [.integer(document)]) { _ in true }
    return row ?? false
  }

  /// Whether a document matches an expression; ``explainedRow`` knows then how.
  private func meet(
    _ expression: MatchExpression, _ document: Int64, _ weights: ColumnWeights = ColumnWeights()
  ) throws(SQLiteError) -> Bool {
    explainedRow.forget()
    let weights = weights.values.map { "\($0)" }.joined(separator: ", ")
    let met = try database.first(
      "SELECT explain_row(search, \(weights)) FROM search WHERE search MATCH ?1 AND rowid = ?2",
      .text("\(expression)"), .integer(document)
    ) { _ in true }
    return met ?? false
  }

  private func occurrences(
    of expression: MatchExpression, in document: Int64
  ) throws(SQLiteError) -> ColumnCounts {
    guard try meet(expression, document) else { return ColumnCounts() }
    let counts = explainedRow.parts.map(\.counts)
    return ColumnCounts((0..<4).map { column in counts.reduce(0) { $0 + $1[column] } })
  }
}
