import QueryLanguage
import SQLite

/// How a query is answered: by FTS5 as far as that goes, and by conditions for rows.
struct SearchPlan {
  /// What every hit matches in FTS5; nil where documents are found without it.
  let match: String?
  /// What must hold for the row of `document` besides.
  let condition: FilterCondition?
  /// What holds for the documents that are not away; nil where none is, or where they are asked for.
  let presence: FilterCondition?
  /// What a hit shows, in FTS5's language; nil where there is nothing to show.
  let highlight: String?

  init(_ root: Query.Node, _ words: QueryWords, _ places: FilterCondition.Places) {
    let root = root.withoutStopWords(words)
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    let parted = PartedConjunction(nodes, words)
    match = parted.match
    let conditions = parted.rest.map { $0.condition(words, places) }
    condition = conditions.isEmpty ? nil : .all(conditions)
    presence = .outside(places.away)
    let shown = root.highlightExpressions(words)
    highlight = match ?? (shown.isEmpty ? nil : shown.joined(separator: " OR "))
  }
}

extension SearchPlan {
  /// A query for the numbers and scores of the hits, and the values for its `?`.
  func selection(_ options: SearchOptions) -> (sql: String, values: [SQLiteValue]) {
    var sql: String
    switch (match, options.order) {
    case (nil, _):
      sql = "SELECT document.id, 0 FROM document WHERE 1"
      if let condition { sql += " AND \(condition.sql)" }
      if let presence { sql += " AND \(presence.sql)" }
    case (_, .relevance):
      sql =
        "SELECT rowid, -bm25_in_memory(search, \(Schema.weights)) AS score FROM search WHERE search MATCH ?"
      // With the plus, FTS5 goes through its matches and not through the documents.
      if let condition {
        sql += " AND +rowid IN (SELECT id FROM document WHERE \(condition.sql))"
      }
      // What is away may be much more than what matches: hence a look at each match.
      if let presence {
        sql += " AND EXISTS(SELECT 1 FROM document WHERE id = search.rowid AND \(presence.sql))"
      }
    case (_, .modified), (_, .name), (_, .size):
      // In a CROSS JOIN, SQLite goes through the left table first.
      sql = """
        SELECT document.id, 0 FROM search CROSS JOIN document ON document.id = search.rowid
        WHERE search MATCH ?
        """
      if let condition { sql += " AND \(condition.sql)" }
      if let presence { sql += " AND \(presence.sql)" }
    }
    let order =
      switch options.order {
      case .relevance where match != nil: " ORDER BY score DESC, rowid"
      // Without words, no document is a better match than another.
      case .relevance, .modified: " ORDER BY document.modified DESC, document.id"
      case .name: " ORDER BY document.name, document.id"
      case .size: " ORDER BY document.size DESC, document.id"
      }
    var values = match.map { [SQLiteValue.text($0)] } ?? []
    values += (condition?.values ?? []) + (presence?.values ?? [])
    values += [.integer(Int64(options.limit) + 1), .integer(Int64(options.offset))]
    return (sql + order + " LIMIT ? OFFSET ?", values)
  }
}

extension Query.Node {
  /// The node without the stop words that stand beside other words.
  fileprivate func withoutStopWords(_ words: QueryWords) -> Query.Node {
    switch self {
    case .term, .near, .filter, .not: return self
    case .any(let nodes): return .any(nodes.map { $0.withoutStopWords(words) })
    case .all(let nodes):
      let telling = nodes.filter { !$0.isStopWord(words) }
      guard telling.contains(where: \.isTelling) else { return self }
      let left = telling.map { $0.withoutStopWords(words) }
      return left.count == 1 ? left[0] : .all(left)
    }
  }

  private func isStopWord(_ words: QueryWords) -> Bool {
    guard case .term(let term) = self else { return false }
    return term.kind == .word && words.isStopWord(term.text)
  }

  /// Whether the node asks for text at all.
  private var isTelling: Bool {
    switch self {
    case .term, .near, .any, .all: true
    case .filter, .not: false
    }
  }

  /// The node as a condition for a row of `document`.
  fileprivate func condition(
    _ words: QueryWords, _ places: FilterCondition.Places
  ) -> FilterCondition {
    if let expression = matchExpression(words) { return .matching(expression) }
    switch self {
    case .filter(let filter, _): return FilterCondition(filter, places)
    case .not(let node): return .not(node.condition(words, places))
    case .any(let nodes): return .any(nodes.map { $0.condition(words, places) })
    case .all(let nodes):
      let parted = PartedConjunction(nodes, words)
      let matching = parted.match.map { [FilterCondition.matching($0)] } ?? []
      return .all(matching + parted.rest.map { $0.condition(words, places) })
    case .term(let term): return .matching(term.matchExpression(words))
    case .near(let terms, let distance):
      return .matching(terms.matchExpression(words, distance: distance))
    }
  }
}
