/// Measures how much room tokens take: a word 2, a pair of Han, kana or hangul characters 1, a long one more.
struct CutScale {
  private let section: PassageTokens.Section
  private let limits: Range<Int>
  /// The cost of all tokens from the first of `limits` up to each token.
  private var sums: [Int] = [0]
  /// The largest cost of a passage.
  let budget: Int

  /// A token, with the bytes before it, costs at least 1 for each so many bytes.
  private static let bytesOfCost = 24

  /// Measures the tokens within `limits`, which may be in a passage of `length` words.
  init(_ text: Span<UInt8>, _ section: PassageTokens.Section, _ limits: Range<Int>, length: Int) {
    (self.section, self.limits, budget) = (section, limits, 2 * length)
    sums.reserveCapacity(limits.count + 1)
    var end = section[limits.lowerBound].lowerBound
    for token in limits {
      let bytes = section[token]
      let isIdeograph = text.lenientScalar(at: bytes.lowerBound).scalar.isIdeograph
      let size = max(0, bytes.upperBound - end) / Self.bytesOfCost
      sums.append((sums.last ?? 0) + max(isIdeograph ? 1 : 2, size))
      end = max(end, bytes.upperBound)
    }
  }

  /// The cost of the tokens in a range.
  func cost(_ tokens: Range<Int>) -> Int {
    let tokens = tokens.clamped(to: limits)
    return sums[tokens.upperBound - limits.lowerBound] - sums[tokens.lowerBound - limits.lowerBound]
  }

  /// Whether the tokens fit into a passage.
  func fits(_ tokens: Range<Int>) -> Bool { cost(tokens) <= budget }

  /// Whether the tokens fill half of a passage; then whole sentences are better than more words.
  func isEnough(_ tokens: Range<Int>) -> Bool { 2 * cost(tokens) >= budget }

  /// The first token in the limits that starts at or after an offset; nil if there is none.
  func token(atOrAfter offset: Int) -> Int? { limits.first { section[$0].lowerBound >= offset } }

  /// Returns the end of the longest run of tokens from `start` on that fits into a passage, or of one token.
  func end(from start: Int) -> Int {
    var end = start + 1
    while end < limits.upperBound, fits(start..<end + 1) { end += 1 }
    return end
  }

  /// Returns the start of the longest run of tokens to `end` that costs at most `budget`, or of one token.
  func start(to end: Int, budget: Int) -> Int {
    var start = end - 1
    while start > limits.lowerBound, cost(start - 1..<end) <= budget { start -= 1 }
    return start
  }
}
