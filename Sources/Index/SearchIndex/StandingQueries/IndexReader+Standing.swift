public import IndexStorage
public import QueryLanguage
public import SittaSQLite

/// Searches for ``StandingQuery``.
extension IndexReader {
  /// Finds out which of the documents that have changed since an earlier state match a query.
  ///
  /// O(changed documents × words) if few documents have changed and the query has no prefixes; otherwise one
  /// pass over the matches between the lowest and the highest number of these documents.
  ///
  /// - Parameters:
  ///   - query: the query; its dates are relative to the moment at which it was read.
  ///   - clock: the earlier state; nil to search all documents, the first time.
  ///   - options: the folder that `~` means, and whether documents that cannot be reached are found.
  ///   - deadline: when to stop with an error.
  /// - Returns: the result, with at most one document more than ``StandingQuery/capacity``; nil if nothing
  ///   has changed, or if the last commit is not published yet.
  /// - Throws: the error of SQLite; an interruption at the deadline.
  public func observation(
    of query: Query, since clock: IndexClock?, _ options: SearchOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> StandingQuery.Observation? {
    try StandingSearch(query: query, since: clock, options: options)
      .run(in: Snapshot(of: self, deadline: deadline))
  }

  /// Reads some documents in the form of hits of a query.
  ///
  /// - Parameters:
  ///   - query: the query whose matches the snippets show.
  ///   - numbers: the numbers of the documents.
  ///   - options: the length of the snippets, the folder that `~` means, and
  ///     ``SearchOptions/within``.
  ///   - deadline: when to stop with an error.
  /// - Returns: the hits by number, without documents that are no longer in the index or in
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
      // A document may have been moved since it was observed.
      numbers = try scope.documents(among: numbers, in: snapshot.database)
    }
    let rows = numbers.map { FoundRow(id: $0) }
    let hits = try HitLoader(plan: plan, options: options, deadline: deadline)
      .hits(for: rows[...], in: snapshot)
    return Dictionary(uniqueKeysWithValues: hits.map { ($0.document.id, $0) })
  }
}
