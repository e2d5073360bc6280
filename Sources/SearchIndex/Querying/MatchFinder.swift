import FullText
import SQLite

/// Finds the first documents of a plan, in the order that the options ask for.
struct MatchFinder {
  let plan: SearchPlan
  let options: SearchOptions

  /// The documents that were found.
  struct Result {
    /// The first documents in their order, with those before the options' offset.
    var rows: [FoundRow]
    /// How many documents match.
    var count: Int
    /// Whether all matches were seen before the deadline.
    var isComplete: Bool
  }

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Result {
    if options.order == .relevance, let match = plan.match {
      return try rank(match, in: snapshot)
    }
    switch options.order {
    case .relevance, .modified:
      // Without words, no document is a better match than another.
      return try sort(by: "document.modified", in: snapshot) { -$0.integer(at: 1) }
    case .name: return try sort(by: "document.name", in: snapshot) { Bytes($0.bytes(at: 1)) }
    case .size: return try sort(by: "document.size", in: snapshot) { -$0.integer(at: 1) }
    }
  }

  private var limit: Int { options.offset + options.limit }

  private func rank(
    _ match: MatchExpression, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Result {
    let (database, best) = (snapshot.database, snapshot.reader.best)
    try snapshot.reader.lengths.update(in: snapshot)
    var request = FTS5BestMatches.Request(limit: limit, weights: options.weights.values)
    request.isFiltered = plan.isFiltered
    request.phrases = match.phrases.map(\.description)
    // Positions are kept for the hits of the first page, not for all that are skipped.
    request.column = options.snippetWords > 0 && options.offset == 0 ? Schema.bodyColumn : nil
    best.begin(request)
    // Frees the rows, which are many for a page far down a long list.
    defer { best.begin(FTS5BestMatches.Request(limit: 0)) }
    let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      try plan.run(plan.gathering(match), in: database) { _ in }
    }
    let rows = best.rows.map { row in
      FoundRow(
        id: DocumentID(rawValue: row.rowID), score: row.score,
        positions: request.column.map { _ in row.places })
    }
    return Result(rows: rows, count: best.count, isComplete: isComplete)
  }

  private func sort<Key: Comparable>(
    by column: String, in snapshot: borrowing Snapshot, _ key: (borrowing Row) -> Key
  ) throws(SQLiteError) -> Result {
    let database = snapshot.database
    var top = TopElements<Keyed<Key>>(limit: limit)
    var count = 0
    let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      try plan.run(plan.documents(selecting: "document.id, \(column)"), in: database) { row in
        count += 1
        top.insert(Keyed(key: key(row), id: row.document(at: 0)))
      }
    }
    let rows = top.sorted.map { FoundRow(id: $0.id, score: 0, positions: nil) }
    return Result(rows: rows, count: count, isComplete: isComplete)
  }
}

/// A document that was found, before it is read.
struct FoundRow {
  let id: DocumentID
  let score: Double
  /// Where its text matches; nil if that is not known yet.
  let positions: FTS5Places?
}

/// A document with its sort key.
private struct Keyed<Key: Comparable>: Comparable {
  let key: Key
  let id: DocumentID

  static func < (first: Self, second: Self) -> Bool {
    first.key < second.key || first.key == second.key && first.id < second.id
  }
}

/// Bytes in the order of SQLite's BLOBs.
private struct Bytes: Comparable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func < (first: Bytes, second: Bytes) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}
