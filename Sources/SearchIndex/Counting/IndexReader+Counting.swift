import FullText
import LinuxSystem
public import QueryLanguage
public import SQLite

extension IndexReader {
  /// Counts the documents that match.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - options: what is searched, and what else is counted; hits and order are of no matter.
  ///   - deadline: when to stop; what was counted until then is given.
  /// - Returns: the number.
  /// - Throws: what SQLite fails with.
  public func count(
    _ query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SearchCount {
    try snapshot(deadline: deadline) { () throws(SQLiteError) -> SearchCount in
      let plan = try plan(query, options)
      if let request = options.facets {
        let (facets, count) = try facets(request, of: plan)
        return SearchCount(
          count: count, isComplete: facets.isComplete, facets: facets,
          isFresh: plan.isFresh, clock: try clock())
      }
      var count = 0
      let isComplete = try untilDeadline { () throws(SQLiteError) in
        if let match = plan.match {
          best.begin(FTS5BestMatches.Request(limit: 0))
          defer { count = best.count }
          try run(plan.gathering(match), of: plan) { _ in }
        } else {
          try run(plan.documents(selecting: "1"), of: plan) { _ in count += 1 }
        }
      }
      return SearchCount(
        count: count, isComplete: isComplete, facets: nil, isFresh: plan.isFresh,
        clock: try clock())
    }
  }

  /// Counts what the documents that match have in common.
  ///
  /// - Parameters:
  ///   - request: what is counted.
  ///   - plan: the query.
  /// - Returns: the facets, and how many documents were counted for them.
  /// - Throws: what SQLite fails with.
  func facets(
    _ request: FacetRequest, of plan: SearchPlan
  ) throws(SQLiteError) -> (facets: Facets, count: Int) {
    var tally = FacetTally(request)
    let columns = "document.directory, document.type, document.tags, document.modified"
    let isComplete = try untilDeadline { () throws(SQLiteError) in
      try run(plan.documents(selecting: columns), of: plan) { row in
        tally.add(
          folder: row.integer(at: 0), type: row.text(at: 1) ?? "", tags: row.text(at: 2) ?? "",
          modified: row.integer(at: 3))
      }
    }
    // Only the folders that were found are looked at, one by one.
    database.setDeadline(nil)
    let places =
      request.fields.contains(.folder) ? try self.places(of: tally, request, plan) : []
    let fields = request.fields.map { tally.facet($0, places: places) }
    return (Facets(fields: fields, isComplete: isComplete), tally.documents)
  }

  private func places(
    of tally: FacetTally, _ request: FacetRequest, _ plan: SearchPlan
  ) throws(SQLiteError) -> [(path: String?, text: String, count: Int)] {
    var parents: [Int64: Int64] = [:]
    for folder in tally.folders.keys {
      var place = folder
      while place > 1, parents[place] == nil {
        let parent = try database.first(
          "SELECT parent FROM directory WHERE id = ?1", .integer(place)
        ) { $0.integer(at: 0) }
        guard let parent else { break }
        parents[place] = parent
        place = parent
      }
    }
    var folders = plan.folders
    if folders.isEmpty {
      for path in request.folders { folders += [try directory(at: path)].compactMap(\.self) }
    }
    if folders.isEmpty { folders = [1] }
    var paths: [Int64: FilePath] = [:]
    var places: [(path: String?, text: String, count: Int)] = []
    let tree = FolderTally(tally.folders, parents: parents)
    for (folder, count) in tree.breakdown(below: folders) {
      let path = try path(of: folder, &paths)
      places.append((path.utf8, path.description, count))
    }
    return places
  }
}
