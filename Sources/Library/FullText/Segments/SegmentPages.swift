import SittaSQLite

/// Reads the records of one FTS5 table: the only place where the segments meet SQLite.
///
/// A page is a span over SQLite's own memory, which is valid only inside of a closure. So no pointer and no
/// copy leaves it.
final class SegmentPages {
  /// Whether the next leaf is read.
  enum Step {
    case next
    case stop
  }

  let database: Database
  private let record: Statement
  private let leaves: Statement
  private let termIndex: Statement

  init(table: String, in database: Database) throws(SQLiteError) {
    self.database = database
    let data = "main." + quotedName(table + "_data")
    record = try database.prepare("SELECT block FROM \(data) WHERE id = ?1")
    leaves = try database.prepare(
      "SELECT id, block FROM \(data) WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
    termIndex = try database.prepare(
      """
      SELECT pgno FROM main.\(quotedName(table + "_idx"))
      WHERE segid = ?1 AND term <= ?2 ORDER BY term DESC LIMIT 1
      """)
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - id: its rowid.
  ///   - kind: its kind, for errors.
  ///   - body: reads it; the bytes are valid only during the call.
  /// - Returns: the result of `body`; nil if there is no such record.
  /// - Throws: the error of `body` or of SQLite.
  func record<Result>(
    _ id: Int64, _ kind: FTS5SegmentError.Record,
    _ body: (Span<UInt8>) throws(FTS5SegmentError) -> Result
  ) throws(FTS5SegmentError) -> Result? {
    try typed {
      try record.first([.integer(id)]) { row in
        guard row.isBlob(at: 0) else { throw FTS5SegmentError.damaged(kind) }
        return try row.withBytes(at: 0, body)
      }
    }
  }

  /// The leaf of a segment that can have a term, and whether a doclist index belongs to its last term.
  ///
  /// The term index has a row for each leaf with a term, with a beginning that is larger than all terms
  /// before the leaf and not larger than its first term.
  func leaf(
    of segment: SegmentStructure.Segment, for term: [UInt8]
  ) throws(FTS5SegmentError) -> (leaf: Int, hasDoclistIndex: Bool) {
    let found: Int64?
    do throws(SQLiteError) {
      found = try termIndex.first([.integer(Int64(segment.id)), .blob(term)]) { row in
        row.integer(at: 0)
      }
    } catch {
      throw .failed(error)
    }
    // The number of the leaf is shifted by a bit for the doclist index.
    guard let found else { return (segment.first, false) }
    guard found >= 0, found >> 1 <= Int64(segment.last) else { throw .damaged(.termIndex) }
    // Rows for leaves whose terms a merge has taken are removed later.
    if found >> 1 < Int64(segment.first) { return (segment.first, false) }
    return (Int(found >> 1), found & 1 == 1)
  }

  /// Calls `body` with a leaf and those after it, until it stops or the segment ends.
  ///
  /// Before each leaf it looks at the deadline of the connection.
  ///
  /// - Parameters:
  ///   - segment: the segment.
  ///   - first: the number of the first leaf.
  ///   - body: reads a leaf; the bytes are valid only during the call.
  /// - Throws: the error of `body` or of SQLite; ``FTS5SegmentError/damaged(_:)`` if a leaf is missing.
  func forEachLeaf(
    of segment: SegmentStructure.Segment, from first: Int,
    _ body: (Span<UInt8>, Int) throws(FTS5SegmentError) -> Step
  ) throws(FTS5SegmentError) {
    try typed {
      var expected = first
      var isStopped = false
      try leaves.step([
        .integer(segment.rowID(ofLeaf: first)), .integer(segment.rowID(ofLeaf: segment.last)),
      ]) { row in
        try database.checkForStop()
        guard row.integer(at: 0) == segment.rowID(ofLeaf: expected), row.isBlob(at: 1) else {
          throw FTS5SegmentError.damaged(.leaf)
        }
        let step = try row.withBytes(at: 1) { (bytes) throws(FTS5SegmentError) in
          try body(bytes, expected)
        }
        expected += 1
        isStopped = step == .stop
        return isStopped ? .stop : .next
      }
      guard isStopped || expected == segment.last + 1 else {
        throw FTS5SegmentError.damaged(.leaf)
      }
    }
  }

  /// Gives errors their type, which closures over rows lose.
  private func typed<Result>(_ body: () throws -> Result) throws(FTS5SegmentError) -> Result {
    do {
      return try body()
    } catch let error as FTS5SegmentError {
      throw error
    } catch let error as SQLiteError {
      throw .failed(error)
    } catch {
      throw .failed(.corruption("\(error)"))
    }
  }
}
