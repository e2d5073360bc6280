/// The positions of phrases in some rows, read for the rows that can be among the best.
struct SegmentPositionBatch: PostingSink {
  /// One more than ``FTS5Candidates`` keeps, so that it sees whether these are all.
  private static let positionLimit = FTS5Candidates.occurrenceLimit + 1

  /// The rows in ascending order.
  let rows: [Int64]
  let phraseCount: Int
  let columnCount: Int
  var positions: PositionCollector
  /// The positions of each phrase in each row, by phrase × number of rows + index of the row.
  private var lists: [Range<Int>]
  /// The number of the last term for which a segment has decided about a row.
  private var decided: [Int]
  /// The number of the current term, and its phrase.
  private var (term, phrase) = (0, 0)
  /// The positions of later terms in rows that have an earlier one; such rows are rare.
  private var several: [Int: [Range<Int>]] = [:]
  private var next = 0

  /// - Parameters:
  ///   - rows: the rows in ascending order.
  ///   - phraseCount: the number of phrases.
  ///   - columnCount: the number of columns of the table.
  init(_ rows: [Int64], phraseCount: Int, columnCount: Int) {
    (self.rows, self.phraseCount, self.columnCount) = (rows, phraseCount, columnCount)
    positions = PositionCollector(limit: Self.positionLimit, columnCount: columnCount)
    lists = Array(repeating: 0..<0, count: rows.count * phraseCount)
    decided = Array(repeating: 0, count: rows.count)
  }

  /// Reads a phrase, which is one of some terms.
  mutating func read(
    phrase: Int, _ alternatives: [[UInt8]], from terms: SegmentTermReader
  ) throws(FTS5SegmentError) {
    self.phrase = phrase
    for bytes in alternatives {
      term += 1
      try terms.read(bytes, into: &self) { $0.next = 0 }
    }
    for (list, ranges) in several { lists[list] = positions.merge(ranges) }
    several = [:]
  }

  /// The positions of a phrase in the row with an index.
  func list(_ phrase: Int, row: Int) -> Range<Int> { lists[phrase * rows.count + row] }

  var isSelective: Bool { true }

  mutating func nextWanted(from row: Int64) -> Int64? {
    while next < rows.count, rows[next] < row { next += 1 }
    return next < rows.count ? rows[next] : nil
  }

  mutating func wants(_ row: Int64, isDeleted: Bool) -> Bool {
    guard nextWanted(from: row) == row, decided[next] != term else { return false }
    decided[next] = term
    return !isDeleted
  }

  mutating func take(_ row: Int64) {
    // It is the last row that was wanted.
    let list = phrase * rows.count + next
    if lists[list].isEmpty {
      lists[list] = positions.range
    } else {
      several[list, default: [lists[list]]].append(positions.range)
    }
  }
}
