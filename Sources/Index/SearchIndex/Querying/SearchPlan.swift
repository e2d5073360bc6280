import IndexStorage
import QueryLanguage
import SittaSQLite

/// A query in the form in which it is run: an FTS5 expression if possible, and SQL conditions.
struct SearchPlan {
  /// The query without its stop words, if it has other words.
  let root: Query.Node
  /// The expression that every hit matches; nil if the hits are found without FTS5.
  let match: MatchExpression?
  /// A further condition for each hit, as SQL for a row of `document`.
  let condition: FilterCondition?
  /// The condition for documents that may be shown; nil if all may be shown.
  ///
  /// It is nil if no document is hidden, and if documents that cannot be reached are wanted or do not exist.
  let presence: FilterCondition?
  /// The expression whose matches are shown in a snippet; nil if there are none to show.
  let highlight: MatchExpression?
  /// The folders of the `in:` filters that every hit must meet; empty if there are no such filters.
  let folders: [FolderID]
  /// The folders in which all hits must be, as a part of ``condition``; nil for everywhere.
  let scope: SearchScope?
  /// Whether the clock of the options belongs to another index, so that all documents count as changed.
  let isReset: Bool

  init(
    _ root: Query.Node, _ words: QueryWords, _ paths: FilterCondition.ResolvedPaths,
    since change: FilterCondition.Change? = nil, within scope: SearchScope? = nil
  ) {
    let root = root.withoutStopWords(words).joiningNumbers
    self.root = root
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    let split = SplitConjunction(nodes, words)
    match = split.match
    var conditions = split.rest.map { $0.condition(words, paths) }
    if let changed = change?.condition { conditions.append(changed) }
    // The condition is added outside of the query, so no query can find documents beyond it.
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
    // If documents are hidden, any condition on `document` makes SQLite use the view without them.
    presence = .outside(paths.away) ?? (paths.hidesDocuments ? FilterCondition("1") : nil)
    let shown = root.highlightExpressions(words)
    // Any of the words is shown, because a hit may lack some of them.
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

  /// An SQL statement, and the values for its `?`.
  struct Selection {
    var sql: String
    var values: [SQLiteValue]

    fileprivate mutating func append(_ sql: String, _ condition: FilterCondition) {
      self.sql += sql
      values += condition.values
    }
  }

  /// Returns a condition joined with the plan's conditions, for documents that are found without FTS5.
  func conditions(with other: FilterCondition) -> FilterCondition {
    .all([other] + [condition, presence].compactMap(\.self))
  }

  /// Makes a statement that passes all hits to a collector and returns no rows.
  ///
  /// `match` is the plan's ``match``, and `function` the SQL function of the collector, which is a
  /// ``FTS5BestMatches`` or ``FTS5Candidates``.
  func gathering(_ match: MatchExpression, by function: String = "gather") -> Selection {
    var conditions: [FilterCondition] = []
    if let condition {
      // The plus makes SQLite go through FTS5's matches, and not through the documents.
      conditions.append(
        condition.embedded(after: "+rowid IN (SELECT id FROM document WHERE ", before: ")"))
    }
    if let presence {
      // More documents may be unreachable than match, so each match is looked up.
      conditions.append(
        presence.embedded(
          after: "EXISTS(SELECT 1 FROM document WHERE id = search.rowid AND ", before: ")"))
    }
    return Self.gathering(match, where: conditions, by: function)
  }

  /// Makes such a statement for the matches of any expression that meet some conditions.
  static func gathering(
    _ expression: MatchExpression, where conditions: [FilterCondition],
    by function: String = "gather"
  ) -> Selection {
    var selection = Selection(
      sql: "SELECT 1 FROM search WHERE search MATCH ? AND ", values: [.text("\(expression)")])
    if conditions.isEmpty {
      selection.sql += "\(function)(search)"
    } else {
      // CASE fixes the order: SQLite may evaluate the parts of WHERE in any order.
      let all = FilterCondition.all(conditions)
      selection.append("CASE WHEN \(all.sql) THEN \(function)(search) END", all)
    }
    return selection
  }

  /// Runs a statement of the plan.
  func run(
    _ selection: Selection, in database: Database, body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    // Only statements without conditions are cached, because others are rarely used by two queries.
    let statement =
      try condition == nil ? database.statement(selection.sql) : database.prepare(selection.sql)
    try statement.forEachRow(selection.values, body: body)
  }

  /// Makes a statement that selects columns of the documents that match.
  func documents(selecting columns: String) -> Selection {
    var selection = Selection(sql: "SELECT \(columns) FROM document WHERE 1", values: [])
    if let match {
      // CROSS JOIN makes SQLite go through the left table first.
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
  /// Returns the node without stop words, if there are other words beside them.
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

  /// Returns the node as an SQL condition for a row of `document`.
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
