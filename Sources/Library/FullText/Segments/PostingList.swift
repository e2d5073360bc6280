/// The rows of one term, collected segment by segment.
struct PostingList: PostingSink {
  private struct Posting {
    let row: Int64
    let counts: ColumnCounts
    let isDeleted: Bool
  }

  var positions: PositionCounter
  /// The wanted rows in ascending order; nil for all.
  private let wanted: [Int64]?
  private var next = 0
  /// The rows that newer segments have decided, and those of the current one.
  private var merged: [Posting] = []
  private var current: [Posting] = []

  /// - Parameters:
  ///   - positions: counts them.
  ///   - rows: the wanted rows; nil for all.
  init(_ positions: PositionCounter, among rows: (some Sequence<Int64>)? = [Int64]?.none) {
    self.positions = positions
    wanted = rows.map { Set($0).sorted() }
  }

  var isSelective: Bool { wanted != nil }

  mutating func beginSegment() {
    merge()
    next = 0
  }

  mutating func nextWanted(from row: Int64) -> Int64? {
    guard let wanted else { return row }
    while next < wanted.count, wanted[next] < row { next += 1 }
    return next < wanted.count ? wanted[next] : nil
  }

  mutating func wants(_ row: Int64, isDeleted: Bool) -> Bool {
    if wanted != nil, nextWanted(from: row) != row { return false }
    if isDeleted {
      current.append(Posting(row: row, counts: ColumnCounts(), isDeleted: true))
    }
    return !isDeleted
  }

  mutating func take(_ row: Int64) {
    current.append(Posting(row: row, counts: positions.counts, isDeleted: false))
  }

  /// Adds the rows of the current segment that no newer one has.
  private mutating func merge() {
    defer { current.removeAll(keepingCapacity: true) }
    if current.isEmpty { return }
    if merged.isEmpty {
      swap(&merged, &current)
      return
    }
    var result: [Posting] = []
    result.reserveCapacity(merged.count + current.count)
    var old = current[...]
    for posting in merged {
      while let first = old.first, first.row < posting.row { result.append(old.removeFirst()) }
      if old.first?.row == posting.row { old.removeFirst() }
      result.append(posting)
    }
    merged = result + old
  }

  /// Passes the rows that have the term, in ascending order.
  mutating func forEachLiveRow(
    _ body: (_ rowID: Int64, _ counts: ColumnCounts) throws -> Void
  ) rethrows {
    merge()
    for posting in merged where !posting.isDeleted { try body(posting.row, posting.counts) }
  }
}

/// Counts the rows that have one of several terms, without their positions.
struct DocumentCounter: PostingSink {
  var positions = PositionCounter(limit: 0, columnCount: 0)
  private var live: RowSet
  /// The rows that newer segments have decided for the current term.
  private var decided: RowSet

  /// - Parameter limit: larger than all row ids of the table.
  init(below limit: Int) {
    live = RowSet(below: limit)
    decided = live
  }

  var isSelective: Bool { false }
  var count: Int { live.count }

  mutating func beginTerm() { decided = RowSet(below: live.limit) }

  mutating func nextWanted(from row: Int64) -> Int64? { row }

  mutating func wants(_ row: Int64, isDeleted: Bool) -> Bool {
    // A row that is not in the table can have deletions only.
    guard row >= 0, row < Int64(live.limit), decided.insert(row), !isDeleted else { return false }
    live.insert(row)
    return false
  }

  mutating func take(_ row: Int64) {}
}
