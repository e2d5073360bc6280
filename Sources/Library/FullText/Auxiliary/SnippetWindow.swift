/// The window of tokens in a text that shows the most phrases of a query.
struct SnippetWindow {
  /// The score: 1,000 for each different phrase that the window shows, and 1 for each further hit.
  let score: Int
  /// All hits of phrases, inside and outside of the window.
  let hits: [FTS5Places.Hit]
  private let count: Int
  /// The token positions from the first hit of the window to the end of its last hit.
  private let shown: Range<Int>

  /// Finds the best window of `count` tokens that begins with a hit; of windows with equal scores, the first.
  init(bestFor hits: [FTS5Places.Hit], count: Int) {
    var best = (score: 0, shown: 0..<0)
    // For each phrase: the index of the last window that shows the phrase.
    var lastWindows = [Int](repeating: -1, count: hits.reduce(0) { max($0, $1.phrase + 1) })
    for (index, first) in hits.enumerated() {
      var score = 0
      var end = first.token
      for hit in hits[index...] {
        guard hit.token < first.token + count else { break }
        // A phrase that extends beyond the window is cut if the window begins with it, and ignored otherwise.
        guard hit.token + hit.count <= first.token + count || hit.token == first.token else {
          continue
        }
        score += lastWindows[hit.phrase] == index ? 1 : 1_000
        lastWindows[hit.phrase] = index
        end = max(end, min(hit.token + hit.count, first.token + count))
      }
      if score > best.score { best = (score, first.token..<end) }
    }
    self.hits = hits
    self.count = count
    (score, shown) = best
  }

  /// The positions of the window, with the hits in the middle; they may be beyond the end of the text.
  var positions: Range<Int> {
    let start = max(0, shown.lowerBound - (count - shown.count) / 2)
    return start..<start + count
  }

  /// Returns the positions of the window in a text of `tokenCount` tokens.
  func positions(in tokenCount: Int) -> Range<Int> {
    let start = max(0, min(positions.lowerBound, tokenCount - count))
    return start..<start + count
  }
}
