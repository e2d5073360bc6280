import QueryLanguage
import SittaSQLite

/// Explains why a query finds a document or does not: every step of a search, for one document.
struct MatchExplanation {
  let document: ListedDocument
  let query: Query
  /// How the search would be done; the number of hits and their order do not matter.
  let options: SearchOptions
  let localClock: LocalClock

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> ExplainedMatch {
    try snapshot.reader.lengths.update(in: snapshot)
    let words = snapshot.reader.words
    let (database, folders) = (snapshot.database, FolderTree(in: snapshot.database))
    try words.prepare(query.root.inexactTexts, in: database)
    let row = RowMatcher(document: document.id, in: snapshot)
    var paths = try FilterCondition.ResolvedPaths(in: query, home: options.home, folders)
    var terms: [ExplainedTerm] = []
    var filters: [ExplainedFilter] = []
    for leaf in query.root.leaves() {
      if case .filter(let filter, _) = leaf.node {
        filters.append(
          ExplainedFilter(
            filter, reading: reading(of: leaf), isWanted: leaf.isWanted,
            holds: try row.meets(FilterCondition(filter, paths))))
      } else {
        terms.append(try explain(leaf, by: row, words))
      }
    }
    try MissingWords(of: document.id, in: snapshot)
      .explain(&terms, query.root.leaves().filter { !$0.isFilter })
    if !options.includesAway { paths.away = try folders.awayFolders() }
    let scope = try options.within.map { within throws(SQLiteError) in
      try SearchScope(within, in: folders)
    }
    let plan = SearchPlan(query.root, words, paths, within: scope)
    return try explain(plan, by: row, terms, filters, in: snapshot)
  }

  private func reading(of leaf: Query.Leaf) -> String {
    Query(leaf.node, clock: localClock).reading
  }

  /// How one text of the query matches the document.
  private func explain(
    _ leaf: Query.Leaf, by row: RowMatcher, _ words: QueryWords
  ) throws(SQLiteError) -> ExplainedTerm {
    var term = ExplainedTerm(
      reading: reading(of: leaf), column: leaf.terms.first?.column, isWanted: leaf.isWanted)
    if let expression = leaf.node.matchExpression(words) {
      term.counts = try row.occurrences(of: expression)
    }
    if case .term(let only) = leaf.node, only.kind == .word, words.isStopWord(only.text) {
      term.isSkipped = query.root.leaves().contains { other in
        !other.terms.allSatisfy { words.isStopWord($0.text) }
      }
    }
    if term.counts.total == 0, term.column != nil,
      let expression = leaf.anywhere.matchExpression(words)
    {
      term.elsewhere = try row.occurrences(of: expression)
    }
    return term
  }

  /// How the whole query matches the document.
  private func explain(
    _ plan: SearchPlan, by row: RowMatcher, _ terms: [ExplainedTerm], _ filters: [ExplainedFilter],
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> ExplainedMatch {
    var match = ExplainedMatch(
      isHit: true, terms: terms, filters: filters, score: nil, parts: [], position: nil,
      hitCount: 0)
    for condition in [plan.condition, plan.presence].compactMap(\.self) where match.isHit {
      match.isHit = try row.meets(condition)
    }
    var all = options
    (all.limit, all.offset, all.snippetWords) = (CandidateSearch.depth, 0, 0)
    let found = try MatchFinder(plan: plan, options: all).run(in: snapshot)
    match.hitCount = found.count
    match.position = found.rows.firstIndex {
      $0.id == document.id || $0.copies.contains(document.id)
    }.map { $0 + 1 }
    guard plan.match != nil, match.isHit else { return match }
    let only = plan.restricted(to: document.id)
    // The one document must not be found because others are missing.
    let search = try CandidateSearch(plan: only, options: all, relaxes: found.isRelaxed)
      .run(in: snapshot)
    var order = RelevanceOrder(search, all)
    order.explains = true
    let ranked = try order.run(in: snapshot).first
    match.isHit = ranked != nil
    guard let ranked else { return match }
    match.score = ranked.score
    match.lacking = search.missing(in: ranked.candidate)
    match.parts = ranked.parts.map { part in
      guard case .word(let text) = part.kind,
        let number = search.query.words.firstIndex(where: { $0.typed == text })
      else { return ExplainedRankPart(part.kind, score: part.value) }
      return ExplainedRankPart(
        part.kind, documents: search.documentCounts[number], rarity: search.weights[number],
        score: part.value)
    }
    return match
  }
}
