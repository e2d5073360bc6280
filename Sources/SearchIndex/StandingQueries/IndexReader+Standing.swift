import LinuxSystem
public import QueryLanguage
public import SQLite

/// The reading side of ``StandingQuery``.
extension IndexReader {
  /// With more changed documents than these, all documents are looked at, not those alone.
  private static let candidateLimit = 5_000
  /// So few documents are looked up one by one.
  ///
  /// Of 120,000 documents, 10 take 0.06 ms so, where going through all matches of a common word
  /// takes 6 ms; 1,000 take longer.
  private static let lookUpLimit = 64

  /// Looks which documents match, of those that have changed since an earlier look.
  ///
  /// O(documents changed × words) where they are few and the query has no beginnings of words;
  /// otherwise one pass over the matches between the first and the last of them.
  ///
  /// - Parameters:
  ///   - query: the query; its dates count from when it was parsed.
  ///   - clock: the earlier state; nil for the first look, which is at all documents.
  ///   - options: where `~` leads, and whether documents that are away count.
  ///   - deadline: when to give up.
  /// - Returns: what was seen, at most one more than ``StandingQuery/capacity``; nil where there is
  ///   nothing new, or nobody has told yet what is.
  /// - Throws: what SQLite fails with, and an interruption at the deadline.
  public func sight(
    of query: Query, since clock: IndexClock?, _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> StandingQuery.Sight? {
    try snapshot(deadline: deadline) { () throws(SQLiteError) -> StandingQuery.Sight? in
      let now = try self.clock()
      var sight = StandingQuery.Sight(now)
      if let clock {
        guard now != clock, log.hasTold(now) else { return nil }
        if let changes = log.changes(from: clock, to: now) {
          sight.candidates = try documents(touchedBy: changes)
          sight.rewritten = changes.texts
        }
      }
      if sight.candidates?.isEmpty != true {
        sight.members = try members(of: query, among: sight.candidates, options)
      }
      return sight
    }
  }

  /// The hits of some documents, with their snippets.
  ///
  /// - Parameters:
  ///   - query: what the snippets show.
  ///   - numbers: the documents.
  ///   - options: how long snippets are, and where `~` leads.
  ///   - deadline: when to give up.
  /// - Returns: the hits by number, without those that are not in the index any more.
  /// - Throws: what SQLite fails with, and an interruption at the deadline.
  public func hits(
    of query: Query, among numbers: [Int64], _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> [Int64: SearchHit] {
    try snapshot(deadline: deadline) { () throws(SQLiteError) -> [Int64: SearchHit] in
      let plan = try plan(query, options)
      let rows = numbers.map { FoundRow(id: $0, score: 0, places: nil) }
      let hits = try hits(rows[...], of: plan, options, deadline: deadline)
      return Dictionary(uniqueKeysWithValues: hits.map { ($0.document.id, $0) })
    }
  }

  /// - Returns: nil where they are too many to be told one by one.
  private func documents(touchedBy changes: IndexChanges) throws(SQLiteError) -> Set<Int64>? {
    var documents = changes.texts.union(changes.rows)
    if !changes.folders.isEmpty {
      let below = FilterCondition.below(changes.folders.sorted())
      try database.prepare(
        "SELECT id FROM document WHERE \(below.sql) LIMIT \(Self.candidateLimit + 1)"
      ).forEachRow(below.values) { documents.insert($0.integer(at: 0)) }
    }
    return documents.count > Self.candidateLimit ? nil : documents
  }

  private func members(
    of query: Query, among candidates: Set<Int64>?, _ options: SearchOptions
  ) throws(SQLiteError) -> [Int64: StandingQuery.Member] {
    let plan = try plan(query, options)
    let looksUp =
      candidates.map { $0.count <= Self.lookUpLimit } == true && !query.root.hasBeginnings(words)
    let (sql, values) = plan.membership(
      among: candidates, lookingUp: looksUp, limit: StandingQuery.capacity + 1)
    var found: [(id: Int64, directory: Int64, name: [UInt8], member: StandingQuery.Member)] = []
    try database.prepare(sql).forEachRow(values) { row in
      let member = StandingQuery.Member(
        path: .root, inode: UInt64(bitPattern: row.integer(at: 3)), size: row.integer(at: 4),
        modified: row.integer(at: 5), state: row.integer(at: 6))
      found.append((row.integer(at: 0), row.integer(at: 1), row.bytes(at: 2), member))
    }
    var paths: [Int64: FilePath] = [:]
    var members: [Int64: StandingQuery.Member] = [:]
    for (id, directory, name, member) in found {
      members[id] = member
      members[id]?.path = try path(of: directory, &paths).appending(name)
    }
    return members
  }
}

extension SearchPlan {
  /// A query for the rows of the documents that match, and the values for its `?`.
  ///
  /// - Parameters:
  ///   - candidates: the documents of which it is asked; nil for all.
  ///   - lookingUp: whether FTS5 looks for each of them by itself. Otherwise it goes through its
  ///     matches from the first of them to the last, once.
  ///   - limit: how many rows there are at most.
  /// - Returns: SQL for number, folder, name, inode, size, modification time and state.
  func membership(
    among candidates: Set<Int64>?, lookingUp: Bool, limit: Int
  ) -> (sql: String, values: [SQLiteValue]) {
    let columns = ["id", "directory", "name", "inode", "size", "modified", "state"]
      .map { "document.\($0)" }.joined(separator: ", ")
    // In a CROSS JOIN, SQLite goes through the left table first.
    var sql =
      match == nil
      ? "SELECT \(columns) FROM document WHERE 1"
      : """
      SELECT \(columns) FROM search CROSS JOIN document ON document.id = search.rowid
      WHERE search MATCH ?
      """
    if let candidates {
      let list = candidates.sorted()
      let numbers = list.map(String.init).joined(separator: ",")
      let id = match == nil ? "document.id" : "search.rowid"
      if match == nil || lookingUp {
        sql += " AND \(id) IN (\(numbers))"
      } else if let first = list.first, let last = list.last {
        sql += " AND \(id) >= \(first) AND \(id) <= \(last) AND +\(id) IN (\(numbers))"
      }
    }
    let conditions = [condition, presence].compactMap(\.self)
    for condition in conditions { sql += " AND \(condition.sql)" }
    let values = (match.map { [SQLiteValue.text("\($0)")] } ?? []) + conditions.flatMap(\.values)
    return (sql + " LIMIT \(limit)", values)
  }
}

extension Query.Node {
  /// Whether a beginning of words is looked for, whose words FTS5 gathers anew at each look-up.
  fileprivate func hasBeginnings(_ words: QueryWords) -> Bool {
    switch self {
    case .term(let term): term.kind == .prefix || words.needsStar(term.text)
    case .near(let terms, _): terms.contains { $0.kind == .prefix || words.needsStar($0.text) }
    case .filter: false
    case .not(let node): node.hasBeginnings(words)
    case .any(let nodes), .all(let nodes): nodes.contains { $0.hasBeginnings(words) }
    }
  }
}
