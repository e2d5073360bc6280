import IndexStorage
import QueryLanguage
import SittaSQLite

/// Explains why a query finds a document or not: runs every step of the search for that document.
struct MatchExplanation {
  let document: ListedDocument
  let query: Query
  /// The options of the search; the number of hits and their order do not matter.
  let options: SearchOptions
  let localClock: LocalClock

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> ExplainedMatch {
    // This is the plan of a search, so the words mean the same as in a search.
    let plan = try SearchPlan(query, options, in: snapshot)
    let words = snapshot.reader.words
    let row = RowMatcher(document: document.id, in: snapshot)
    let paths = try FilterCondition.ResolvedPaths(
      in: query, home: options.home, FolderTree(in: snapshot.database))
    var match = ExplainedMatch()
    var texts: [Query.Leaf] = []
    for leaf in query.root.leaves() {
      if case .filter(let filter, _) = leaf.node {
        match.filters.append(
          ExplainedFilter(
            filter, reading: reading(of: leaf), isWanted: leaf.isWanted,
            holds: try row.meets(FilterCondition(filter, paths))))
      } else {
        texts.append(leaf)
        match.terms.append(try explain(leaf, by: row, words))
      }
    }
    try explainMissing(&match.terms, texts, in: snapshot)
    try explain(plan, by: row, &match, in: snapshot)
    return match
  }

  private func reading(of leaf: Query.Leaf) -> String {
    Query(leaf.node, clock: localClock).reading
  }

  /// Explains how one text of the query matches the document.
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

  /// The hits among which the document's number is known.
  private static let numberedHits = 300

  /// Adds to `match` how the whole query matches the document, by a search with the same plan.
  private func explain(
    _ plan: SearchPlan, by row: RowMatcher, _ match: inout ExplainedMatch,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    var all = options
    (all.limit, all.offset, all.snippetWords) = (Self.numberedHits, 0, 0)
    let found = try MatchFinder(plan: plan, options: all, watched: document.id).run(in: snapshot)
    // Hits by meaning alone are not counted.
    match.hitCount = max(found.count + found.partialCount, found.rows.count)
    match.position = found.rows.firstIndex {
      $0.id == document.id || $0.copies.contains(document.id) || $0.replies.contains(document.id)
    }.map { $0 + 1 }
    if plan.match == nil {
      for condition in [plan.condition, plan.presence].compactMap(\.self) where match.isHit {
        match.isHit = try row.meets(condition)
      }
      return
    }
    match.isHit = found.watched != nil
    guard let (ranked, search) = found.watched else {
      // The document may match, but was not reached before the deadline.
      if !found.isComplete { throw .interruption }
      return
    }
    match.score = ranked.score
    match.lacking = search.missing(in: ranked.candidate)
    if ranked.similarity != nil {
      match.similar = try found.meaning?.pairs(with: document, in: snapshot.reader)
    }
    match.parts = ranked.parts.map { part in
      guard case .word(let text) = part.kind,
        let number = search.query.words.firstIndex(where: { $0.typed == text })
      else { return ExplainedRankPart(part.kind, score: part.value) }
      // With limits to some folders, the number of documents with a word is not known.
      let documents = options.within == nil ? search.documentCounts[number] : nil
      return ExplainedRankPart(
        part.kind, documents: documents, rarity: search.weights[number], score: part.value)
    }
  }
}
