/// Finds the passages of a text that show a query best.
///
/// It chooses windows by the positions of the hits, tokenizes the text once up to the last window, and then
/// compares the passages of the windows.
package struct PassageFinder: Sendable {
  /// The words of the query.
  let words: [PassageWord]
  /// The number of words in a passage, from 1 to 64.
  ///
  /// Two Han, kana or hangul characters count as one word.
  let length: Int
  /// The largest number of passages.
  let count: Int

  /// The number of windows from which the best passage is chosen.
  private static let windowsOfBest = 6
  /// The least value of such a window, as a share of the best window's value.
  private static let leastShare = 0.7
  /// The number of windows from which each further passage is chosen, and their least share.
  private static let windowsOfFurther = 4
  private static let leastShareOfFurther = 0.3
  /// The share of its weight that a word still counts once an earlier passage shows it.
  private static let weightOfRepetition = 0.2

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

  /// The windows of which the passages of a text are chosen.
  package struct Windows: Sendable {
    fileprivate let best: [WindowSweep.Window]
    fileprivate let further: [WindowSweep.Window]
    /// Windows near the beginning of the text, for a text without hits outside of its metadata.
    fileprivate let beginnings: [WindowSweep.Window]
    /// The tokens that the passages can show.
    package let positions: [Range<Int>]
  }

  /// Chooses windows by the positions of the hits alone.
  ///
  /// O(hits × hits in a window).
  ///
  /// - Parameter hits: the places where the words match, in the order of their positions.
  /// - Returns: the windows; without hits, windows near the beginning of the text.
  package func windows(around hits: [PassageHit]) -> Windows {
    let best = WindowSweep(hits, weights: words.map(\.weight), length: length)
      .best(Self.windowsOfBest, leastShare: Self.leastShare, horizon: 20_000)
    let further = furtherWindows(of: hits, besides: best)
    // Where a text can begin with metadata, the text behind it may be shown.
    let isAtStart = best.contains { $0.tokens.lowerBound < Self.beginningCount * length }
    let beginnings = best.isEmpty || isAtStart ? beginnings : []
    return Windows(
      best: best, further: further, beginnings: beginnings,
      positions: (best + beginnings + further).map(surroundings))
  }

  /// Finds the best passages of a text.
  ///
  /// O(hits + text up to the last window).
  ///
  /// - Parameters:
  ///   - text: the text, as it was indexed; where no window is, it can be left out.
  ///   - hits: the places where the words match, in the order of their positions. Without any, the
  ///     passage is the beginning of the text.
  ///   - windows: the windows around the hits.
  ///   - tokenize: passes the tokens at some positions of the text to a receiver.
  /// - Returns: passages in the order of the text, which do not overlap. Their number does not change
  ///   which one is the best.
  package func passages(
    in text: Span<UInt8>, hits: [PassageHit], _ windows: Windows,
    tokenize: PassageTokens.Tokenization
  ) -> [Passage] {
    guard count > 0, !text.isEmpty else { return [] }
    let frontMatter = text.endOfFrontMatter
    let first =
      windows.best + (windows.best.isEmpty || frontMatter > 0 ? windows.beginnings : [])
    let tokens = PassageTokens(
      at: (first + windows.further).map(surroundings), hits: hits, words: words,
      tokenize: tokenize)
    var choice = PassageChoice(for: self, hits, tokens, frontMatter: frontMatter)
    choice.consider(first)
    guard choice.addBest(in: text), !windows.best.isEmpty else { return choice.passages(of: text) }
    choice.consider(windows.further)
    for _ in 1..<count {
      guard choice.addBest(in: text) else { break }
    }
    return choice.passages(of: text)
  }

  /// Returns the tokens that can affect the passage of a window; the range is larger than any passage.
  func surroundings(of window: WindowSweep.Window) -> Range<Int> {
    let start = window.tokens.lowerBound
    return max(0, start - 2 * length)..<start + 3 * length + 2
  }

  /// Returns the windows for further passages; words that no passage before shows weigh more.
  private func furtherWindows(
    of hits: [PassageHit], besides best: [WindowSweep.Window]
  ) -> [WindowSweep.Window] {
    var (weights, windows) = (words.map(\.weight), best)
    var last = best.first
    for _ in 1..<max(1, min(count, 10)) {
      guard let tokens = last?.tokens else { break }
      for hit in hits where tokens.contains(hit.token) && words.indices.contains(hit.word) {
        weights[hit.word] = words[hit.word].weight * Self.weightOfRepetition
      }
      let further = WindowSweep(hits, weights: weights, length: length).best(
        Self.windowsOfFurther, besides: windows, leastShare: Self.leastShareOfFurther,
        horizon: 100_000)
      last = further.first
      windows += further
    }
    return Array(windows.dropFirst(best.count))
  }

  /// The number of windows near the beginning.
  private static let beginningCount = 8

  /// The windows near the beginning of a text.
  private var beginnings: [WindowSweep.Window] {
    (0..<Self.beginningCount).map { number in
      WindowSweep.Window(tokens: number * length..<number * length + 1, value: 0, bonus: 0)
    }
  }

  /// Returns the value of a passage: the sum of the weights of the words that it shows.
  ///
  /// - Parameters:
  ///   - hits: the hits in the passage.
  ///   - shown: the words that the chosen passages show.
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
