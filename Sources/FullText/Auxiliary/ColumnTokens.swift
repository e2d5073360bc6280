/// Some of the tokens of one column of a row, as places in its text.
struct ColumnTokens {
  /// Receives a token: whether it is another way to write the token before it, and its bytes.
  typealias Receiver = (_ isColocated: Bool, _ range: Range<Int>) throws -> Void

  /// The position of the first token that was kept.
  private let first: Int
  /// The bytes of each token that was kept, in the order of the positions FTS5 counts.
  private let ranges: [Range<Int>]
  /// How many tokens the text has; nil where it goes on behind those that were looked for.
  let total: Int?

  /// Looks for the tokens at some positions; the text behind them is not tokenized.
  ///
  /// - Parameters:
  ///   - positions: as FTS5 counts them.
  ///   - tokenize: hands over the tokens of the text until the receiver throws.
  /// - Throws: what `tokenize` throws itself.
  init(at positions: Range<Int>, tokenize: (_ receiver: Receiver) throws -> Void) throws {
    struct Enough: Error {}
    var ranges: [Range<Int>] = []
    var position = -1
    var isWhole = true
    do {
      try tokenize { isColocated, range in
        // A synonym has the position of its word.
        if isColocated && position >= 0 { return }
        position += 1
        guard position < positions.upperBound else { throw Enough() }
        if position >= positions.lowerBound { ranges.append(range) }
      }
    } catch is Enough {
      isWhole = false
    }
    first = positions.lowerBound
    self.ranges = ranges
    total = isWhole ? position + 1 : nil
  }

  /// Looks for tokens in the text of a row, as the table's tokenizer cuts it.
  init(_ match: borrowing FTS5Match, text: Span<UInt8>, at positions: Range<Int>) throws {
    try self.init(at: positions) { receiver in
      try match.forEachToken(in: text) { _, flags, range in
        try receiver(flags.contains(.colocated), range)
      }
    }
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
