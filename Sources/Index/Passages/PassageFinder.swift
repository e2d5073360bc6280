/// Finds the passages of a text that show a query best.
///
/// It chooses windows by the positions of the hits alone, tokenizes the text once up to the last of
/// these windows, and then judges their text.
package struct PassageFinder: Sendable {
  /// The words of the query.
  let words: [PassageWord]
  /// The number of words in a passage, from 1 to 64.
  ///
  /// Two Han, kana or hangul characters count as one word.
  let length: Int
  /// The largest number of passages.
  let count: Int

  /// Weight of a word that an earlier passage already shows.
  private static let weightOfRepetition = 0.2
  /// The share of the best window's value that the window of a further passage has at least, unless
  /// no other window shows its word.
  private static let leastShare = 0.3

  /// Makes a finder for one query.
  package init(words: [PassageWord], length: Int = 16, count: Int = 1) {
    self.words = words.map { word in
      var word = word
      if !(word.weight > 1e-6 && word.weight < .infinity) { word.weight = 1e-6 }
      return word
    }
    self.length = min(max(length, 1), 64)
    self.count = max(count, 0)
  }

  /// Finds the best passages of a text.
  ///
  /// O(hits × hits in a window + text up to the last window).
  ///
  /// - Parameters:
  ///   - text: the text, as it was indexed.
  ///   - hits: the places where the words match, in the order of their positions. Without any, the
  ///     passage is the beginning of the text.
  ///   - tokenize: passes the tokens at some positions of the text to a receiver.
  /// - Returns: passages in the order of the text, which do not overlap. Their number does not change
  ///   which one is the best.
  package func passages(
    in text: Span<UInt8>, hits: [PassageHit], tokenize: PassageTokens.Tokenization
  ) -> [Passage] {
    guard count > 0, !text.isEmpty else { return [] }
    let sweep = WindowSweep(hits, weights: words.map(\.weight), length: length)
    let best = sweep.candidates(limit: 12)
    let further = best.isEmpty ? [] : furtherCandidates(hits, sweep, besides: best)
    let windows = best.isEmpty ? beginnings : best + best.compactMap { tightened($0, hits) }
    let sections = (windows + further).map(surroundings)
    let tokens = PassageTokens(at: sections, hits: hits, words: words, tokenize: tokenize)
    var choice = PassageChoice(of: windows, for: self, text, hits, tokens)
    guard choice.addBest(in: text), !best.isEmpty else { return choice.passages(of: text) }
    choice.consider(further)
    for _ in 1..<count {
      guard choice.addBest(in: text) else { break }
    }
    return choice.passages(of: text)
  }

  /// The tokens that can change how the passage of a window is cut: no passage reaches as far.
  func surroundings(of window: WindowSweep.Window) -> Range<Int> {
    let start = window.tokens.lowerBound
    return max(0, start - 2 * length)..<start + 3 * length + 2
  }

  /// Windows of which the passages after the best one are chosen, too.
  private func furtherCandidates(
    _ hits: [PassageHit], _ sweep: WindowSweep, besides best: [WindowSweep.Window]
  ) -> [WindowSweep.Window] {
    let further = min(count - 1, 9)
    guard further > 0 else { return [] }
    var windows = sweep.candidates(
      besides: best, limit: 4 * further, leastShare: Self.leastShare)
    let shown = Set((best + windows).flatMap { hits.beginning(in: $0.tokens).map(\.word) })
    let others = words.indices.filter { !shown.contains($0) }.prefix(2 * further)
    windows += WindowSweep.first(
      hits, weights: words.map(\.weight), length: length, showing: Array(others))
    return windows + windows.compactMap { tightened($0, hits) }
  }

  /// The window without hits at its ends whose words it shows a second time; nil if it has none.
  ///
  /// A smaller window is more often in one sentence.
  private func tightened(
    _ window: WindowSweep.Window, _ hits: [PassageHit]
  ) -> WindowSweep.Window? {
    let all = hits.beginning(in: window.tokens)
    var shown = all
    while let first = shown.first,
      shown.dropFirst().contains(where: { $0.word == first.word && $0.factor >= first.factor })
    { shown.removeFirst() }
    while let last = shown.last,
      shown.dropLast().contains(where: { $0.word == last.word && $0.factor >= last.factor })
    { shown.removeLast() }
    guard let first = shown.first, let last = shown.last, shown.count < all.count else {
      return nil
    }
    var window = window
    window.tokens =
      first.token..<min(max(last.token + last.count, first.token + 1), window.tokens.upperBound)
    return window
  }

  /// Windows near the beginning of a text without hits.
  private var beginnings: [WindowSweep.Window] {
    (0..<8).map { number in
      let start = number * length
      return WindowSweep.Window(tokens: start..<start + 1, value: 0, score: -Double(number))
    }
  }

  /// The value of a passage that shows some hits.
  ///
  /// - Parameters:
  ///   - hits: the hits.
  ///   - shown: the words of the passages that are chosen already.
  /// - Returns: the value.
  func value(of hits: ArraySlice<PassageHit>, after shown: Set<Int>) -> Double {
    var factors = [Double](repeating: 0, count: words.count)
    for hit in hits where words.indices.contains(hit.word) {
      factors[hit.word] = max(factors[hit.word], hit.factor)
    }
    return words.indices.reduce(0) { sum, word in
      let part = shown.contains(word) ? Self.weightOfRepetition : 1
      return sum + words[word].weight * factors[word] * part
    }
  }
}

extension [PassageHit] {
  /// The hits that begin in some tokens, given that all are in the order of their positions.
  fileprivate func beginning(in tokens: Range<Int>) -> ArraySlice<PassageHit> {
    let start = partitioningIndex { $0.token >= tokens.lowerBound }
    return self[start..<partitioningIndex { $0.token >= tokens.upperBound }]
  }
}
