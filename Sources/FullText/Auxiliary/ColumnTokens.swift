/// Some of the tokens of one column of a row, as places in its text.
struct ColumnTokens {
  /// The position of the first token that was kept.
  private let first: Int
  /// The bytes of each token that was kept, in the order of the positions FTS5 counts.
  private let ranges: [Range<Int>]

  /// Looks for the tokens at some positions; the text behind them is not tokenized.
  init(_ match: borrowing FTS5Match, text: Span<UInt8>, at positions: Range<Int>) throws {
    struct Enough: Error {}
    var ranges: [Range<Int>] = []
    var position = -1
    do {
      try match.forEachToken(in: text) { _, flags, range in
        // A synonym has the position of its word.
        if flags.contains(.colocated) && position >= 0 { return }
        position += 1
        guard position < positions.upperBound else { throw Enough() }
        if position >= positions.lowerBound { ranges.append(range) }
      }
    } catch is Enough {}
    first = positions.lowerBound
    self.ranges = ranges
  }

  /// The bytes from the first to the last of some tokens; nil where none of them was found.
  ///
  /// Ranges of neighbours may overlap, so the end is that of the token which reaches furthest.
  func bytes(from position: Int, count: Int) -> Range<Int>? {
    let wanted = (position - first..<position - first + count).clamped(to: 0..<ranges.count)
    let tokens = ranges[wanted]
    guard let start = tokens.first?.lowerBound else { return nil }
    return start..<tokens.reduce(start) { max($0, $1.upperBound) }
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
