import IndexStorage
import QueryLanguage
import SittaSQLite

/// How a query is answered: by FTS5 if possible, and otherwise by conditions for rows.
struct SearchPlan {
  /// The query, without the configured stop words.
  let root: Query.Node
  /// The FTS5 expression that every hit matches; nil if documents are found without FTS5.
  let match: MatchExpression?
  /// A further condition for the row of `document`.
  let condition: FilterCondition?
  /// The condition for documents that may be shown; nil if all may be shown.
  ///
  /// Without a condition no document is hidden, and documents that are away are wanted, or there
  /// are none.
  let presence: FilterCondition?
  /// The expression whose matches a snippet shows; nil if there is nothing to show.
  let highlight: MatchExpression?
  /// The folders of the `in:` filters that every hit has to meet; empty if there are no such filters.
  let folders: [FolderID]
  /// Where all hits lie, as a part of ``condition``; nil for everywhere.
  let scope: SearchScope?
  /// Whether the query's clock belongs to another index, so that all documents count as changed.
  let isReset: Bool

  init(
    _ root: Query.Node, _ words: QueryWords, _ paths: FilterCondition.ResolvedPaths,
    since change: FilterCondition.Change? = nil, within scope: SearchScope? = nil
  ) {
    let root = root.withoutStopWords(words)
    self.root = root
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    let split = SplitConjunction(nodes, words)
    match = split.match
    var conditions = split.rest.map { $0.condition(words, paths) }
    if let changed = change?.condition { conditions.append(changed) }
    // Beside the query, not in it, so nothing that is typed can widen it.
    if let scope { conditions.append(scope.condition) }
    self.scope = scope
    isReset = change.map { $0.condition == nil } ?? false
    condition = conditions.isEmpty ? nil : .all(conditions)
    folders = split.rest.flatMap { node -> [FolderID] in
      if case .filter(.folder(let name), _) = node {
        return paths.folders[name] ?? []
      }
      return []
    }
    // The view of documents that are not hidden is looked at with any condition.
    presence = .outside(paths.away) ?? (paths.hidesDocuments ? FilterCondition("1") : nil)
    let shown = root.highlightExpressions(words)
    // A hit may lack some of the words.
    highlight = shown.isEmpty ? nil : .any(shown)
  }
}

extension SearchPlan {
  /// Looks up the words and paths of a query in one state of the index.
  init(
    _ query: Query, _ options: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let (words, clock) = (snapshot.reader.words, snapshot.clock)
    try words.prepare(
      query.root.inexactTexts, by: options.language, among: options.statistics?.languages,
      in: snapshot.database)
    let folders = FolderTree(in: snapshot.database)
    var paths = try FilterCondition.ResolvedPaths(in: query, home: options.home, folders)
    if !options.includesAway { paths.away = try folders.awayFolders() }
    paths.hidesDocuments = snapshot.reader.hidesDocuments
    let change = options.since.map { FilterCondition.changed(since: $0, in: clock) }
    let scope = try options.within.map { within throws(SQLiteError) in
      try SearchScope(within, in: folders)
    }
    self.init(query.root, words, paths, since: change, within: scope)
  }

  /// A statement, and the values for its `?`.
  struct Selection {
    var sql: String
    var values: [SQLiteValue]

    fileprivate mutating func append(_ sql: String, _ condition: FilterCondition) {
      self.sql += sql
      values += condition.values
    }
  }

  /// A condition together with the plan's conditions, for documents that FTS5 does not look for.
  func conditions(with other: FilterCondition) -> FilterCondition {
    .all([other] + [condition, presence].compactMap(\.self))
  }

  /// Whether a hit must also meet conditions outside of FTS5.
  var isFiltered: Bool { condition != nil || presence != nil }

  /// A statement that passes the hits to a collector and returns no rows.
  ///
  /// - Parameters:
  ///   - match: the plan's ``match``.
  ///   - function: the function of the collector: ``FTS5BestMatches`` or ``FTS5Candidates``.
  /// - Returns: the statement.
  func gathering(_ match: MatchExpression, by function: String = "gather") -> Selection {
    var conditions: [FilterCondition] = []
    if let condition {
      // With the plus, FTS5 goes through its matches and not through the documents.
      conditions.append(
        condition.embedded(after: "+rowid IN (SELECT id FROM document WHERE ", before: ")"))
    }
    if let presence {
      // Much more may be away than matches, so each match is looked up.
      conditions.append(
        presence.embedded(
          after: "EXISTS(SELECT 1 FROM document WHERE id = search.rowid AND ", before: ")"))
    }
    return Self.gathering(match, where: conditions, by: function)
  }

  /// The same for the matches of an expression that meet some conditions.
  static func gathering(
    _ expression: MatchExpression, where conditions: [FilterCondition],
    by function: String = "gather"
  ) -> Selection {
    var selection = Selection(
      sql: "SELECT 1 FROM search WHERE search MATCH ? AND ", values: [.text("\(expression)")])
    if conditions.isEmpty {
      selection.sql += "\(function)(search)"
    } else {
      // CASE, because SQLite may evaluate the parts of WHERE in any order.
      let all = FilterCondition.all(conditions)
      selection.append("CASE WHEN \(all.sql) THEN \(function)(search) END", all)
    }
    return selection
  }

  /// Runs a statement of the plan.
  func run(
    _ selection: Selection, in database: Database, body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    // Only statements without conditions are used by several queries, so only these are kept.
    let statement =
      try condition == nil ? database.statement(selection.sql) : database.prepare(selection.sql)
    try statement.forEachRow(selection.values, body: body)
  }

  /// A statement that selects columns of the documents that match.
  func documents(selecting columns: String) -> Selection {
    var selection = Selection(sql: "SELECT \(columns) FROM document WHERE 1", values: [])
    if let match {
      // In a CROSS JOIN, SQLite goes through the left table first.
      selection.sql = """
        SELECT \(columns) FROM search CROSS JOIN document ON document.id = search.rowid
        WHERE search MATCH ?
        """
      selection.values = [.text("\(match)")]
    }
    if let condition { selection.append(" AND \(condition.sql)", condition) }
    if let presence { selection.append(" AND \(presence.sql)", presence) }
    return selection
  }
}

extension Query.Node {
  /// The node without stop words that occur next to other words.
  fileprivate func withoutStopWords(_ words: QueryWords) -> Query.Node {
    switch self {
    case .term, .near, .filter, .not: return self
    case .any(let nodes): return .any(nodes.map { $0.withoutStopWords(words) })
    case .all(let nodes):
      let others = nodes.filter { !$0.isStopWord(words) }
      guard others.contains(where: \.searchesText) else { return self }
      let left = others.map { $0.withoutStopWords(words) }
      return left.count == 1 ? left[0] : .all(left)
    }
  }

  private func isStopWord(_ words: QueryWords) -> Bool {
    guard case .term(let term) = self else { return false }
    return term.kind == .word && words.isStopWord(term.text)
  }

  /// Whether the node searches for text at all.
  private var searchesText: Bool {
    switch self {
    case .term, .near, .any, .all: true
    case .filter, .not: false
    }
  }

  /// The node as a condition for a row of `document`.
  fileprivate func condition(
    _ words: QueryWords, _ paths: FilterCondition.ResolvedPaths
  ) -> FilterCondition {
    if let expression = matchExpression(words) { return .matching(expression) }
    switch self {
    case .filter(let filter, _): return FilterCondition(filter, paths)
    case .not(let node): return .not(node.condition(words, paths))
    case .any(let nodes): return .any(nodes.map { $0.condition(words, paths) })
    case .all, .term, .near:
      let nodes = if case .all(let nodes) = self { nodes } else { [self] }
      let split = SplitConjunction(nodes, words)
      let matching = split.match.map { [FilterCondition.matching($0)] } ?? []
      return .all(matching + split.rest.map { $0.condition(words, paths) })
    }
  }
}
