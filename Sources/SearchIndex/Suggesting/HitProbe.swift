import QueryLanguage
import SQLite

/// Finds out whether queries have hits, as long as there is time.
struct HitProbe {
  /// How texts are read.
  var reading: Query.ReadingOptions
  let search: SearchOptions
  let deadline: ContinuousClock.Instant
  /// How many more texts may be searched.
  var left = Int.max

  /// - Returns: false also if there is no time left to find out, or no probe.
  mutating func hasHits(_ text: String, in snapshot: borrowing Snapshot) throws(SQLiteError) -> Bool
  {
    guard let query = try? Query(parsing: text, reading) else { return false }
    return try hasHits(query.root, in: snapshot)
  }

  /// - Returns: false also if there is no time left to find out, or no probe.
  mutating func hasHits(
    _ node: Query.Node, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    if left <= 0 || .now >= deadline { return false }
    left -= 1
    snapshot.setDeadline(deadline)
    defer { snapshot.setDeadline(nil) }
    do throws(SQLiteError) {
      let plan = try SearchPlan(Query(node), search, in: snapshot)
      let membership = plan.membership(selecting: "1", among: nil, lookingUp: false, limit: 1)
      return try snapshot.database.prepare(membership.sql).first(membership.values) { _ in true }
        ?? false
    } catch {
      guard error.isInterruption else { throw error }
      return false
    }
  }
}
