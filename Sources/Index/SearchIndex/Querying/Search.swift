import QueryLanguage
import SittaSQLite

/// A search for one page of hits; see ``IndexReader/search(_:_:deadline:)``.
struct Search {
  let query: Query
  let options: SearchOptions
  let deadline: ContinuousClock.Instant?

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> SearchPage {
    snapshot.setDeadline(endOfMatching)
    let plan = try SearchPlan(query, options, in: snapshot)
    let found = try MatchFinder(plan: plan, options: options).run(in: snapshot)
    var page = SearchPage(clock: snapshot.clock)
    page.isComplete = found.isComplete
    page.count = found.count
    page.isReset = plan.isReset
    page.partialCount = found.partialCount
    page.hasMore =
      max(found.count + found.partialCount - found.hidden, found.rows.count)
      > options.offset + options.limit
    page.ranking = found.ranking
    let rows =
      options.documents.map { wanted in found.rows.filter { wanted.contains($0.id) }[...] }
      ?? found.rows.dropFirst(options.offset).prefix(options.limit)
    page.hits = try HitLoader(
      plan: plan, options: options, words: found.words, meaning: found.meaning, deadline: deadline
    )
    .hits(for: rows, in: snapshot)
    if let request = options.facets {
      snapshot.setDeadline(deadline)
      page.facets = try FacetCount(request: request, plan: plan).run(in: snapshot).facets
    }
    return page
  }

  /// The deadline for matching, which leaves some time for snippets.
  private var endOfMatching: ContinuousClock.Instant? {
    deadline.map { deadline in
      deadline - min(.milliseconds(100), ContinuousClock.now.duration(to: deadline) / 4)
    }
  }
}
