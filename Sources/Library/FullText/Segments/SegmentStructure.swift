/// The segments of an FTS5 table: the record with the id 10 of `%_data`.
///
/// It begins with four bytes, the cookie, which changes with the options in `%_config`. Numbers follow: of
/// the levels, of the segments, and a counter of writes. Each level has the number of its segments that are
/// being merged, the number of its segments, and for each its id and its first and last leaf. The oldest
/// segment of a level is first, and levels with smaller numbers are newer. See `fts5StructureDecode` in
/// `fts5_index.c`.
struct SegmentStructure: Equatable {
  /// A segment: a sorted list of terms with their postings, in leaves with consecutive numbers.
  struct Segment: Equatable {
    /// A part of the rowid of each of its pages; used again after a merge.
    let id: Int
    /// The number of its first leaf; larger than 1 while a merge takes its first terms.
    let first: Int
    let last: Int
  }

  /// The id of the record.
  static let recordID: Int64 = 10
  private static let cookieSize = 4
  /// More segments than SQLite makes: `FTS5_MAX_SEGMENT` is 2,000.
  private static let mostSegments = 2_000
  /// SQLite writes more levels than `FTS5_MAX_LEVEL` (64) after many partial merges.
  private static let mostLevels = 2_000
  private static let mostSegmentID = 0xffff
  private static let mostLeaves = 0x7fff_ffff

  private(set) var cookie: UInt32 = 0
  /// The segments, the newest one first.
  private(set) var segments: [Segment] = []

  /// The structure of a table without rows.
  init() {}

  init(_ bytes: Span<UInt8>) throws(FTS5SegmentError) {
    guard bytes.count >= Self.cookieSize + 3 else { throw .damaged(.structure) }
    for index in 0..<Self.cookieSize { cookie = cookie << 8 | UInt32(bytes[index]) }
    var offset = Self.cookieSize
    // A table with contentless_delete has FF 00 00 01 here. No number of levels begins like this.
    if bytes[offset] == 0xff { throw .unsupported(.structure) }
    func next(most: Int) throws(FTS5SegmentError) -> Int {
      guard let number = bytes.number(at: &offset, before: bytes.count, most: most) else {
        throw .damaged(.structure)
      }
      return number
    }
    let levelCount = try next(most: Self.mostLevels)
    let segmentCount = try next(most: Self.mostSegments)
    guard bytes.number(at: &offset, before: bytes.count) != nil else { throw .damaged(.structure) }
    for _ in 0..<levelCount {
      _ = try next(most: Self.mostSegments)
      let count = try next(most: segmentCount - segments.count)
      var level: [Segment] = []
      for _ in 0..<count {
        let id = try next(most: Self.mostSegmentID)
        let first = try next(most: Self.mostLeaves)
        let last = try next(most: Self.mostLeaves)
        guard id > 0, first <= last, (first == 0) == (last == 0) else {
          throw .damaged(.structure)
        }
        level.append(Segment(id: id, first: first, last: last))
      }
      segments += level.reversed()
    }
    guard segments.count == segmentCount else { throw .damaged(.structure) }
    // A merge has taken all terms of a segment whose first leaf is 0.
    segments.removeAll { $0.first == 0 }
  }
}

extension SegmentStructure.Segment {
  private static let leafBits: Int64 = 31
  private static let heightBits: Int64 = 5
  private static let idShift = leafBits + heightBits + 1

  /// The rowid of a leaf in `%_data`.
  func rowID(ofLeaf leaf: Int) -> Int64 {
    Int64(id) << Self.idShift | Int64(leaf)
  }

  /// The rowid of a page of a doclist index.
  func rowID(ofDoclistIndex page: Int) -> Int64 {
    rowID(ofLeaf: page) | 1 << (Self.leafBits + Self.heightBits)
  }
}
