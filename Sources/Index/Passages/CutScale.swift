/// Measures tokens: a word counts 2, and one of overlapping pairs of characters 1.
struct CutScale {
  private let section: PassageTokens.Section
  private let limits: Range<Int>
  /// The costs of all tokens before each one, from the first of `limits` on.
  private var sums: [Int] = [0]
  /// The largest cost of a passage.
  let budget: Int

  /// Measures the tokens of a section.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - section: the tokens.
  ///   - limits: the tokens that may be in a passage.
  ///   - length: the number of words in a passage.
  init(_ text: Span<UInt8>, _ section: PassageTokens.Section, _ limits: Range<Int>, length: Int) {
    (self.section, self.limits, budget) = (section, limits, 2 * length)
    sums.reserveCapacity(limits.count + 1)
    for token in limits {
      let isIdeograph = text.lenientScalar(at: section[token].lowerBound).scalar.isIdeograph
      sums.append((sums.last ?? 0) + (isIdeograph ? 1 : 2))
    }
  }

  /// The cost of some tokens.
  func cost(_ tokens: Range<Int>) -> Int {
    let tokens = tokens.clamped(to: limits)
    return sums[tokens.upperBound - limits.lowerBound] - sums[tokens.lowerBound - limits.lowerBound]
  }

  /// Whether tokens fit into a passage.
  func fits(_ tokens: Range<Int>) -> Bool { cost(tokens) <= budget }

  /// Whether tokens fill half of a passage, so that whole sentences are preferred to more words.
  func isEnough(_ tokens: Range<Int>) -> Bool { 2 * cost(tokens) >= budget }

  /// The first token at or after an offset; nil if there is none in the limits.
  func token(atOrAfter offset: Int) -> Int? {
    var (low, high) = (limits.lowerBound, limits.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if section[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low < limits.upperBound ? low : nil
  }

  /// The last end of tokens that fit.
  func end(from start: Int) -> Int {
    var end = start + 1
    while end < limits.upperBound, fits(start..<end + 1) { end += 1 }
    return end
  }

  /// The first start of tokens that fit.
  func start(to end: Int) -> Int { start(to: end, budget: budget) }

  /// A start inside a sentence: after a comma if possible, and with text on both sides.
  func cutStart(showing shown: Range<Int>, clauses: [Int]) -> Int {
    let free = budget - cost(shown)
    if free <= 0 { return shown.lowerBound }
    let earliest = start(to: shown.upperBound, budget: cost(shown) + free * 7 / 10)
    let clause = clauses.lazy.compactMap(token(atOrAfter:)).last {
      $0 >= earliest && $0 <= shown.lowerBound
    }
    return clause ?? start(to: shown.upperBound, budget: cost(shown) + free / 2)
  }

  private func start(to end: Int, budget: Int) -> Int {
    var start = end - 1
    while start > limits.lowerBound, cost(start - 1..<end) <= budget { start -= 1 }
    return start
  }
}
