/// What a reader of doclists does with the rows of a term.
protocol PostingSink {
  associatedtype Positions: SegmentPositions

  /// Reads the positions of a row.
  var positions: Positions { get set }

  /// Whether only some rows are wanted, so that leaves without them need not be read.
  var isSelective: Bool { get }

  /// The first wanted row from `row` on; nil if there is none.
  mutating func nextWanted(from row: Int64) -> Int64?

  /// Whether the positions of a row are read.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - isDeleted: whether the segment says only that older segments do not count for this row.
  /// - Returns: whether ``take(_:)`` is called for it.
  mutating func wants(_ row: Int64, isDeleted: Bool) -> Bool

  /// Receives a wanted row, whose list is in ``positions``.
  mutating func take(_ row: Int64)
}

/// Reads the doclist of a term in one segment, leaf by leaf.
///
/// It has for each row its id, or the distance from the last one, then a number, and the list of positions.
/// The number is twice the size of the list, plus 1 if the row was deleted before; a row without positions is
/// a deletion only. The first row of a leaf has a whole id. A list can go on in the next leaves. See "Segment
/// leaf" in `fts5_index.c`.
struct SegmentDoclist {
  private static let mostListBytes = 0x7fff_ffff

  /// The last row; nil before the first one.
  private(set) var row: Int64?
  /// How many bytes of the list of ``row`` are in the next leaves.
  private var left = 0
  private var isWanted = false
  /// Whether leaves before the next one were skipped.
  private var hasSkipped = false

  /// Whether the list of a wanted row goes on in the next leaf.
  var isInsideWantedList: Bool { left > 0 && isWanted }

  /// Whether the list of a row goes on in the next leaf.
  var isInsideList: Bool { left > 0 }

  /// Prepares for another leaf than the next one.
  mutating func skip() {
    hasSkipped = true
    (left, isWanted) = (0, false)
  }

  /// Reads the rows in the leaf of the term.
  ///
  /// - Returns: whether the doclist can go on in the next leaf.
  @inline(__always)
  mutating func read<Sink: PostingSink>(
    _ bytes: Span<UInt8>, _ doclist: SegmentLeaf.Doclist, into sink: inout Sink
  ) throws(FTS5SegmentError) -> Bool {
    if doclist.start == doclist.end {
      // A merge can put the first row on the page after the term's.
      guard doclist.isLast else { throw .damaged(.leaf) }
      return true
    }
    try readRows(bytes, doclist.start..<doclist.end, into: &sink)
    if left > 0, !doclist.isLast { throw .damaged(.leaf) }
    return doclist.isLast
  }

  /// Reads the rows in a leaf after the term's.
  ///
  /// - Returns: whether the doclist can go on in the next leaf.
  @inline(__always)
  mutating func read<Sink: PostingSink>(
    _ bytes: Span<UInt8>, next leaf: SegmentLeaf, into sink: inout Sink
  ) throws(FTS5SegmentError) -> Bool {
    let hasTerm = leaf.firstTerm < leaf.contentEnd
    var start = SegmentLeaf.contentStart
    if hasSkipped {
      // The rest of a list is before the first row.
      guard leaf.firstRow > 0 else { return !hasTerm }
      start = leaf.firstRow
    } else if left > 0 {
      let piece = start..<min(leaf.firstTerm, start + left)
      guard !piece.isEmpty, !isWanted || sink.positions.read(bytes, piece) else {
        throw .damaged(.leaf)
      }
      start = piece.upperBound
      left -= piece.count
      if left > 0 {
        // No row begins inside of a list.
        if hasTerm || leaf.firstRow > 0 { throw .damaged(.leaf) }
        return true
      }
      if isWanted, let row { try finish(row, into: &sink) }
    }
    guard start < leaf.firstTerm else {
      if hasTerm { return false }
      guard start > SegmentLeaf.contentStart else { throw .damaged(.leaf) }
      return true
    }
    guard leaf.firstRow == start else { throw .damaged(.leaf) }
    hasSkipped = false
    try readRows(bytes, start..<leaf.firstTerm, into: &sink)
    if left > 0, hasTerm { throw .damaged(.leaf) }
    return !hasTerm
  }

  @inline(__always)
  private func finish<Sink: PostingSink>(
    _ row: Int64, into sink: inout Sink
  ) throws(FTS5SegmentError) {
    guard sink.positions.isAtEnd else { throw .damaged(.leaf) }
    sink.take(row)
  }

  /// Reads rows; the first of them has a whole id.
  @inline(__always)
  private mutating func readRows<Sink: PostingSink>(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into sink: inout Sink
  ) throws(FTS5SegmentError) {
    var offset = range.lowerBound
    let end = range.upperBound
    guard end <= bytes.count else { throw .damaged(.leaf) }
    guard let first = bytes.number(at: &offset, before: end) else { throw .damaged(.leaf) }
    var row = Int64(bitPattern: first)
    if let last = self.row, row <= last { throw .damaged(.leaf) }
    while true {
      guard let size = bytes.number(at: &offset, before: end, most: Self.mostListBytes) else {
        throw .damaged(.leaf)
      }
      let count = size / 2
      let isWanted = sink.wants(row, isDeleted: count == 0)
      guard count <= end &- offset else {
        if isWanted {
          sink.positions.begin()
          guard sink.positions.read(bytes, offset..<end) else { throw .damaged(.leaf) }
        }
        (left, self.isWanted, self.row) = (count &- (end &- offset), isWanted, row)
        return
      }
      if isWanted {
        sink.positions.begin()
        guard sink.positions.read(bytes, offset..<offset &+ count) else { throw .damaged(.leaf) }
        try finish(row, into: &sink)
      }
      offset &+= count
      if offset >= end { break }
      guard let distance = bytes.number(at: &offset, before: end) else { throw .damaged(.leaf) }
      // The sum wraps for a distance that is too large, and is not larger then.
      let next = row &+ Int64(bitPattern: distance)
      guard next > row else { throw .damaged(.leaf) }
      row = next
    }
    self.row = row
  }
}
