/// Windows of a text, each of which begins with a hit; their value depends only on the positions of hits.
struct WindowSweep {
  /// A window that begins with a hit.
  struct Window: Equatable {
    /// The positions from its first hit to the end of the first hit of its last word.
    let tokens: Range<Int>
    /// The sum of the weights of the different words in the window.
    let value: Double
    /// The addition to ``value`` for words that are close to each other.
    let bonus: Double

    fileprivate var score: Double { value + bonus }
  }

  /// The most hits of one window that are examined, because a text can have many at each position.
  private static let hitLimit = 256

  /// One window for each position with a hit, in the order of the text.
  private var windows: [Window] = []
  private let length: Int

  /// Values all windows of `length` tokens; O(hits × hits in a window).
  ///
  /// The hits are in the order of their positions. Each word has a weight.
  init(_ hits: [PassageHit], weights: [Double], length: Int) {
    self.length = length
    windows.reserveCapacity(hits.count)
    // For each word: the last window that shows it, and the share of its weight that counts there.
    var shown = weights.map { _ in (window: -1, factor: 0.0) }
    for (index, first) in hits.enumerated() where first.token != windows.last?.tokens.lowerBound {
      var (end, value, tokens) = (first.token + 1, 0.0, 0)
      let limit = first.token + length
      for hit in hits[index...].prefix(Self.hitLimit) where weights.indices.contains(hit.word) {
        if hit.token >= limit { break }
        // A phrase that extends beyond the window is cut if the window begins with it, and ignored otherwise.
        if hit.token + hit.count > limit, hit.token > first.token { continue }
        if shown[hit.word].window != index {
          shown[hit.word] = (index, 0)
          end = max(end, min(hit.token + hit.count, limit))
          tokens += hit.count
        }
        value += weights[hit.word] * max(0, hit.factor - shown[hit.word].factor)
        shown[hit.word].factor = max(shown[hit.word].factor, hit.factor)
      }
      let gap = max(0, end - first.token - tokens)
      let bonus = 0.1 * value * (1 - Double(gap) / Double(length))
      windows.append(Window(tokens: first.token..<end, value: value, bonus: bonus))
    }
  }

  /// Returns the best windows that begin at some distance from each other and from `others`, best first.
  ///
  /// `leastShare` is the least value of a window, as a share of the best value. `horizon` is the most tokens
  /// between the first window of the best value and a returned one, because the text up to the last one has
  /// to be tokenized. O(limit × hits).
  func best(
    _ limit: Int, besides others: [Window] = [], leastShare: Double, horizon: Int
  ) -> [Window] {
    var chosen = others
    let best = windows.reduce(0) { max($0, $1.value) }
    guard let start = windows.first(where: { $0.value >= 0.98 * best })?.tokens.lowerBound
    else { return [] }
    while chosen.count < others.count + limit {
      var next: Window?
      for window in windows
      where window.value >= leastShare * best && window.score > next?.score ?? -1 {
        if window.tokens.lowerBound - start > horizon { break }
        let isApart = chosen.allSatisfy {
          abs($0.tokens.lowerBound - window.tokens.lowerBound) >= length / 2
        }
        if isApart { next = window }
      }
      guard let next else { break }
      chosen.append(next)
    }
    return Array(chosen.dropFirst(others.count))
  }
}
