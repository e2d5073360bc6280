public import IndexStorage
public import QueryLanguage
public import SittaSQLite

/// The reading side of ``StandingQuery``.
extension IndexReader {
  /// Finds out which documents match, among the documents that have changed since an earlier state.
  ///
  /// O(changed documents × words) if they are few and the query has no prefixes; otherwise one pass
  /// over the matches between the first and the last of them.
  ///
  /// - Parameters:
  ///   - query: the query; its dates are relative to when it was parsed.
  ///   - clock: the earlier state; nil for the first time, when all documents are searched.
  ///   - options: the folder that `~` means, and whether documents that are away count.
  ///   - deadline: when to give up.
  /// - Returns: the observation, at most one document more than ``StandingQuery/capacity``; nil if
  ///   nothing is new, or if the writer's changes are not published yet.
  /// - Throws: the error of SQLite; an interruption at the deadline.
  public func observation(
    of query: Query, since clock: IndexClock?, _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> StandingQuery.Observation? {
    try StandingSearch(query: query, since: clock, options: options)
      .run(in: Snapshot(of: self, deadline: deadline))
  }

  /// Reads some documents as hits of a query.
  ///
  /// - Parameters:
  ///   - query: the query whose matches the snippets show.
  ///   - numbers: the documents.
  ///   - options: the length of the snippets, the folder that `~` means, and
  ///     ``SearchOptions/within``.
  ///   - deadline: when to give up.
  /// - Returns: the hits by number, without documents that are no longer in the index, or have left
  ///   ``SearchOptions/within``.
  /// - Throws: the error of SQLite; an interruption at the deadline.
  public func hits(
    of query: Query, among numbers: [DocumentID], _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> [DocumentID: SearchHit] {
    let snapshot = try Snapshot(of: self, deadline: deadline)
    let plan = try SearchPlan(query, options, in: snapshot)
    var numbers = numbers
    if let scope = plan.scope {
      // They may have moved since they were observed.
      numbers = try scope.documents(among: numbers, in: snapshot.database)
    }
    let rows = numbers.map { FoundRow(id: $0) }
    let hits = try HitLoader(plan: plan, options: options, deadline: deadline)
      .hits(for: rows[...], in: snapshot)
    return Dictionary(uniqueKeysWithValues: hits.map { ($0.document.id, $0) })
  }
}
