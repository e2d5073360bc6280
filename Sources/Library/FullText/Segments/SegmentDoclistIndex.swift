/// The first row of each leaf of a long doclist, so that leaves can be skipped.
///
/// Its pages have the numbers of the leaves from the term's on. A page begins with a flag, which is 1 if there
/// are several pages, the number of a leaf, and its first row id. The distance to the next leaf's first row
/// follows for each leaf, or 0 if no row begins in it. Pages with a larger height are an index of these pages
/// and are not needed to read all of them. See "Segment doclist indexes" in `fts5_index.c`.
struct SegmentDoclistIndex {
  private var leaves: [Int] = []
  private var rows: [Int64] = []
  /// Entries before this one have smaller rows than were asked for.
  private var next = 0

  /// Reads all pages; O(leaves of the doclist).
  ///
  /// - Parameters:
  ///   - segment: the segment.
  ///   - leaf: the leaf of the term.
  ///   - pages: the records.
  /// - Throws: ``FTS5SegmentError/damaged(_:)`` if the first page is missing, or a page is not valid.
  init(
    of segment: SegmentStructure.Segment, leaf: Int, in pages: SegmentPages
  ) throws(FTS5SegmentError) {
    var covered = leaf
    var page = leaf
    while covered < segment.last {
      let isLast = try pages.record(segment.rowID(ofDoclistIndex: page), .doclistIndex) {
        (bytes) throws(FTS5SegmentError) in
        try read(bytes, &covered, last: segment.last)
      }
      guard let isLast else {
        // The last of several pages is marked like the others.
        if page == leaf { throw .damaged(.doclistIndex) }
        return
      }
      if isLast { return }
      page += 1
    }
  }

  /// Reads a page.
  ///
  /// - Returns: whether it is the only one.
  private mutating func read(
    _ bytes: Span<UInt8>, _ covered: inout Int, last: Int
  ) throws(FTS5SegmentError) -> Bool {
    guard bytes.count > 2, bytes[0] <= 1 else { throw .damaged(.doclistIndex) }
    var offset = 1
    guard let first = bytes.number(at: &offset, before: bytes.count, most: last), first > covered,
      let number = bytes.number(at: &offset, before: bytes.count)
    else { throw .damaged(.doclistIndex) }
    var (leaf, row) = (first, Int64(bitPattern: number))
    if let last = rows.last, row <= last { throw .damaged(.doclistIndex) }
    leaves.append(leaf)
    rows.append(row)
    while offset < bytes.count {
      guard leaf < last, let distance = bytes.number(at: &offset, before: bytes.count) else {
        throw .damaged(.doclistIndex)
      }
      leaf += 1
      if distance == 0 { continue }
      let next = row &+ Int64(bitPattern: distance)
      guard next > row else { throw .damaged(.doclistIndex) }
      row = next
      leaves.append(leaf)
      rows.append(row)
    }
    covered = leaf
    return bytes[0] == 0
  }

  /// The last leaf whose first row is not after `row`; nil if there is none.
  ///
  /// Rows must be asked for in ascending order. O(log of the leaves that are skipped).
  mutating func leaf(of row: Int64) -> Int? {
    var step = 1
    while next < rows.count, rows[next] <= row {
      next = min(next + step, rows.count)
      step *= 2
    }
    // The entry is among the last step.
    var (low, high) = (max(0, next - step / 2), next)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] <= row { low = middle + 1 } else { high = middle }
    }
    next = low
    return low > 0 ? leaves[low - 1] : nil
  }
}
