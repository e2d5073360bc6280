import FullText
import QueryLanguage
import SittaSQLite

/// Counts the documents that match; see ``IndexReader/count(_:_:deadline:)``.
struct MatchCount {
  let query: Query
  let options: SearchOptions

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> SearchCount {
    let plan = try SearchPlan(query, options, in: snapshot)
    if let request = options.facets {
      let (facets, count) = try FacetCount(request: request, plan: plan).run(in: snapshot)
      return SearchCount(
        count: count, isComplete: facets.isComplete, facets: facets, isReset: plan.isReset,
        clock: snapshot.clock)
    }
    let (database, best) = (snapshot.database, snapshot.reader.best)
    var count = 0
    let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      if let match = plan.match {
        best.begin(FTS5BestMatches.Request(limit: 0))
        defer { count = best.count }
        try plan.run(plan.gathering(match), in: database) { _ in }
      } else {
        try plan.run(plan.documents(selecting: "1"), in: database) { _ in count += 1 }
      }
    }
    return SearchCount(
      count: count, isComplete: isComplete, facets: nil, isReset: plan.isReset,
      clock: snapshot.clock)
  }
}
