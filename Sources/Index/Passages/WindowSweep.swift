/// The windows of a text that begin with a hit, valued by token positions alone.
struct WindowSweep {
  /// A window that begins with a hit.
  struct Window: Equatable {
    /// The positions from its first hit to the end of the first hit of its last word.
    let tokens: Range<Int>
    /// The sum of the weights of its different words.
    let value: Double
    /// The gain for words that are close to each other.
    let bonus: Double

    fileprivate var score: Double { value + bonus }
  }

  /// The hits of one window that are looked at; a text can have many at each position.
  private static let hitLimit = 256

  /// One window for each position with a hit, in the order of the text.
  private var windows: [Window] = []
  private let length: Int

  /// Values all windows; O(hits × hits in a window).
  ///
  /// - Parameters:
  ///   - hits: the hits, in the order of their positions.
  ///   - weights: the weight of each word.
  ///   - length: the number of tokens in a window.
  init(_ hits: [PassageHit], weights: [Double], length: Int) {
    self.length = length
    windows.reserveCapacity(hits.count)
    // For each word the last window that shows it, and how much of its weight.
    var shown = weights.map { _ in (window: -1, factor: 0.0) }
    for (index, first) in hits.enumerated() where first.token != windows.last?.tokens.lowerBound {
      var (end, value, tokens) = (first.token + 1, 0.0, 0)
      let limit = first.token + length
      for hit in hits[index...].prefix(Self.hitLimit) where weights.indices.contains(hit.word) {
        if hit.token >= limit { break }
        // A phrase longer than the window is cut if the window begins with it, or else left out.
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

  /// The best windows that do not begin close to each other or to some others, best first.
  ///
  /// O(limit × hits).
  ///
  /// - Parameters:
  ///   - limit: the largest number of windows.
  ///   - others: the windows that are chosen already.
  ///   - leastShare: the share of the best value that a window has at least.
  ///   - horizon: the tokens behind the first of the best windows in which others are considered: the text
  ///     before them has to be tokenized.
  /// - Returns: the windows.
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
