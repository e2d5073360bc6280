/// The byte ranges of successive tokens in one column of a row.
struct ColumnTokens {
  /// Receives a token: whether it has the same position as the token before it, and its byte range.
  typealias Receiver = (_ isColocated: Bool, _ range: Range<Int>) throws -> Void

  /// The position of the first token in ``ranges``.
  private let first: Int
  /// The byte range of each token, in the order of positions.
  private let ranges: [Range<Int>]
  /// The number of tokens in the text; nil if tokenization was stopped before the end.
  let total: Int?

  /// Finds the tokens at some positions; the text after them is not tokenized.
  ///
  /// - Parameters:
  ///   - positions: the positions, as FTS5 counts them.
  ///   - tokenize: passes the tokens of the text to the receiver until the receiver throws.
  /// - Throws: the errors of `tokenize` itself.
  init(at positions: Range<Int>, tokenize: (_ receiver: Receiver) throws -> Void) throws {
    struct PastLastPosition: Error {}
    var ranges: [Range<Int>] = []
    var position = -1
    var isComplete = true
    do {
      try tokenize { isColocated, range in
        // A synonym has the position of its word, so it is skipped.
        if isColocated && position >= 0 { return }
        position += 1
        guard position < positions.upperBound else { throw PastLastPosition() }
        if position >= positions.lowerBound { ranges.append(range) }
      }
    } catch is PastLastPosition {
      isComplete = false
    }
    first = positions.lowerBound
    self.ranges = ranges
    total = isComplete ? position + 1 : nil
  }

  /// Finds tokens in a text of the row with the table's tokenizer.
  init(_ match: borrowing FTS5Match, text: Span<UInt8>, at positions: Range<Int>) throws {
    try self.init(at: positions) { receiver in
      try match.forEachToken(in: text) { _, flags, range in
        try receiver(flags.contains(.colocated), range)
      }
    }
  }

  /// The byte range from the first to the last of `count` tokens; nil if none of them was found.
  ///
  /// Ranges of adjacent tokens may overlap, so the end is the largest end of all tokens.
  func bytes(from position: Int, count: Int) -> Range<Int>? {
    let wanted = (position - first..<position - first + count).clamped(to: 0..<ranges.count)
    let tokens = ranges[wanted]
    guard let start = tokens.first?.lowerBound else { return nil }
    return start..<tokens.reduce(start) { max($0, $1.upperBound) }
  }
}

extension FTS5Match {
  /// The occurrences of the query's phrases in one column, in the order of the text.
  func instances(inColumn column: Int) throws -> [Instance] {
    var instances: [Instance] = []
    try forEachInstance { if $0.column == column { instances.append($0) } }
    return instances
  }
}
