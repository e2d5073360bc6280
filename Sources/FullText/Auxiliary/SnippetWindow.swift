/// The piece of a text that shows most of a query.
struct SnippetWindow {
  /// A thousand for each phrase that it shows, one for each further hit.
  let score: Int
  /// All places of phrases, shown or not.
  let hits: [FTS5Places.Hit]
  private let count: Int
  /// The tokens from the first hit that it shows to the last.
  private let shown: Range<Int>

  /// Looks for the best piece of `count` tokens that begins with a hit; the first of equals.
  init(bestFor hits: [FTS5Places.Hit], count: Int) {
    var best = (score: 0, shown: 0..<0)
    // For each phrase the piece in which it was seen last.
    var pieces = [Int](repeating: -1, count: hits.reduce(0) { max($0, $1.phrase + 1) })
    for (index, first) in hits.enumerated() {
      var score = 0
      var end = first.token
      for hit in hits[index...] {
        guard hit.token < first.token + count else { break }
        // A phrase that is longer than the piece is shown as far as it goes.
        guard hit.token + hit.count <= first.token + count || hit.token == first.token else {
          continue
        }
        score += pieces[hit.phrase] == index ? 1 : 1_000
        pieces[hit.phrase] = index
        end = max(end, min(hit.token + hit.count, first.token + count))
      }
      if score > best.score { best = (score, first.token..<end) }
    }
    self.hits = hits
    self.count = count
    (score, shown) = best
  }

  /// The piece, with what it shows in its middle; the text may end before it does.
  var positions: Range<Int> {
    let start = max(0, shown.lowerBound - (count - shown.count) / 2)
    return start..<start + count
  }

  /// The piece in a text of so many tokens.
  func positions(in tokenCount: Int) -> Range<Int> {
    let start = max(0, min(positions.lowerBound, tokenCount - count))
    return start..<start + count
  }
}
