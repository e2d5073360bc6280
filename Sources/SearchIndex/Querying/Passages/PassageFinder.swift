import FullText

/// Finds the passages of a text that show a query best.
///
/// It chooses windows by the positions of the hits alone, tokenizes the text once up to the last of
/// these windows, and then judges their text.
struct PassageFinder {
  /// The words of the query.
  let words: [PassageWord]
  /// The number of words in a passage, from 1 to 64.
  ///
  /// Two Han, kana or hangul characters count as one word.
  let length: Int
  /// The largest number of passages.
  let count: Int

  /// The share of a word's weight that a further passage has for showing it again.
  private static let weightOfRepetition = 0.2

  /// Makes a finder for one query.
  init(words: [PassageWord], length: Int = 16, count: Int = 1) {
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
  ///   - tokenize: passes the tokens of the text, as they were indexed, to the receiver. If the
  ///     receiver throws, it throws the same error.
  /// - Returns: passages in the order of the text, which do not overlap.
  /// - Throws: the errors of `tokenize` itself.
  func passages(
    in text: Span<UInt8>, hits: [PassageHit],
    tokenize: (_ receiver: PassageTokens.Receiver) throws -> Void
  ) throws -> [Passage] {
    guard count > 0, !text.isEmpty else { return [] }
    var windows = hits.isEmpty ? [] : candidates(hits)
    if windows.isEmpty { windows = beginnings }
    let sections = windows.map { window in
      max(0, window.tokens.lowerBound - 2 * length)..<window.tokens.lowerBound + 3 * length + 2
    }
    let tokens = try PassageTokens(at: sections, hits: hits, words: words, tokenize: tokenize)
    var choice = PassageChoice(of: windows, for: self, text, hits, tokens)
    for _ in 0..<count {
      guard choice.addBest(in: text) else { break }
    }
    return choice.passages(of: text)
  }

  private func candidates(_ hits: [PassageHit]) -> [WindowSweep.Window] {
    let weights = words.map(\.weight)
    let further = min(count - 1, 8)
    var windows = WindowSweep(hits, weights: weights, length: length)
      .candidates(limit: 12 + 4 * further)
    if further > 0 {
      let shown = Set(
        hits.lazy.filter { hit in windows.contains { $0.tokens.contains(hit.token) } }.map(\.word))
      let others = words.indices.filter { !shown.contains($0) }.prefix(2 * further)
      windows += WindowSweep.first(
        hits, weights: weights, length: length, showing: Array(others))
    }
    return windows + windows.compactMap { tightened($0, hits) }
  }

  /// The window without hits at its ends whose words it shows a second time; nil if it has none.
  ///
  /// A smaller window is more often in one sentence.
  private func tightened(
    _ window: WindowSweep.Window, _ hits: [PassageHit]
  ) -> WindowSweep.Window? {
    let start = hits.partitioningIndex { $0.token >= window.tokens.lowerBound }
    let end = hits.partitioningIndex { $0.token >= window.tokens.upperBound }
    var shown = hits[start..<end]
    while let first = shown.first,
      shown.dropFirst().contains(where: { $0.word == first.word && $0.factor >= first.factor })
    { shown.removeFirst() }
    while let last = shown.last,
      shown.dropLast().contains(where: { $0.word == last.word && $0.factor >= last.factor })
    { shown.removeLast() }
    guard let first = shown.first, let last = shown.last, shown.count < end - start else {
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

  /// What a passage is worth that shows some hits.
  ///
  /// - Parameters:
  ///   - hits: the hits.
  ///   - shown: the words of the passages that are chosen already.
  /// - Returns: the value.
  func value(of hits: ArraySlice<PassageHit>, after shown: Set<Int>) -> Double {
    var factors: [Int: Double] = [:]
    for hit in hits where words.indices.contains(hit.word) {
      factors[hit.word] = max(factors[hit.word] ?? 0, hit.factor)
    }
    // In a fixed order, because the sum of floating-point numbers depends on it.
    return factors.sorted { $0.key < $1.key }.reduce(0) { sum, word in
      let part = shown.contains(word.key) ? Self.weightOfRepetition : 1
      return sum + words[word.key].weight * word.value * part
    }
  }
}
