/// The window of tokens in a text that shows the most phrases of a query.
struct SnippetWindow {
  /// 1,000 points for each phrase that it shows, and 1 point for each further hit.
  let score: Int
  /// All hits of phrases, shown or not.
  let hits: [FTS5Places.Hit]
  private let count: Int
  /// The token positions from its first hit to the end of its last hit.
  private let shown: Range<Int>

  /// Finds the best window of `count` tokens that begins with a hit; of equal scores the first.
  init(bestFor hits: [FTS5Places.Hit], count: Int) {
    var best = (score: 0, shown: 0..<0)
    // For each phrase: the index of the last window that shows it.
    var lastWindows = [Int](repeating: -1, count: hits.reduce(0) { max($0, $1.phrase + 1) })
    for (index, first) in hits.enumerated() {
      var score = 0
      var end = first.token
      for hit in hits[index...] {
        guard hit.token < first.token + count else { break }
        // A phrase longer than the window is cut if the window begins with it, and else left out.
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

  /// The positions of the window with its hits in the middle; the text may end earlier.
  var positions: Range<Int> {
    let start = max(0, shown.lowerBound - (count - shown.count) / 2)
    return start..<start + count
  }

  /// The positions of the window in a text of `tokenCount` tokens.
  func positions(in tokenCount: Int) -> Range<Int> {
    let start = max(0, min(positions.lowerBound, tokenCount - count))
    return start..<start + count
  }
}
