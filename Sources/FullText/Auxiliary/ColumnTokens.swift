/// The tokens of one column of a row, as places in its text.
struct ColumnTokens {
  /// The bytes of each token that is not a synonym, in the order of the positions FTS5 counts.
  private(set) var ranges: [Range<Int>] = []

  init(_ match: borrowing FTS5Match, text: Span<UInt8>) throws {
    var ranges: [Range<Int>] = []
    try match.forEachToken(in: text) { _, flags, range in
      if !flags.contains(.colocated) || ranges.isEmpty { ranges.append(range) }
    }
    self.ranges = ranges
  }

  /// The bytes from the first to the last of some tokens; nil where the text has them no more.
  ///
  /// Ranges of neighbours may overlap, so the end is that of the token which reaches furthest.
  func bytes(from first: Int, count: Int) -> Range<Int>? {
    guard first >= 0, count > 0, first < ranges.count else { return nil }
    let tokens = ranges[first..<min(first + count, ranges.count)]
    let end = tokens.reduce(0) { max($0, $1.upperBound) }
    return ranges[first].lowerBound..<end
  }
}

extension FTS5Match {
  /// The places of the query's phrases in one column, in the order of the text.
  func instances(inColumn column: Int) throws -> [Instance] {
    var found: [Instance] = []
    try forEachInstance { if $0.column == column { found.append($0) } }
    return found
  }
}
