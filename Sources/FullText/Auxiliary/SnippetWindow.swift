/// The piece of a text that shows most of a query.
struct SnippetWindow {
  /// A place of a phrase, in tokens.
  struct Hit {
    let phrase: Int
    let token: Int
    let count: Int
  }

  /// A thousand for each phrase that it shows, one for each further hit.
  let score: Int
  /// All places of phrases, shown or not.
  let hits: [Hit]
  private let count: Int
  /// The tokens from the first hit that it shows to the last.
  private let shown: Range<Int>

  /// Looks for the best piece of `count` tokens that begins with a hit; the first of equals.
  init(bestFor hits: [Hit], count: Int) {
    var best = (score: 0, shown: 0..<0)
    for (index, first) in hits.enumerated() {
      var phrases: Set<Int> = []
      var score = 0
      var end = first.token
      for hit in hits[index...] {
        guard hit.token < first.token + count else { break }
        // A phrase that is longer than the piece is shown as far as it goes.
        guard hit.token + hit.count <= first.token + count || hit.token == first.token else {
          continue
        }
        score += phrases.insert(hit.phrase).inserted ? 1_000 : 1
        end = max(end, min(hit.token + hit.count, first.token + count))
      }
      if score > best.score { best = (score, first.token..<end) }
    }
    self.hits = hits
    self.count = count
    (score, shown) = best
  }

  /// The piece in a text of so many tokens, with what it shows in its middle.
  func positions(in tokenCount: Int) -> Range<Int> {
    let slack = (count - shown.count) / 2
    let start = max(0, min(shown.lowerBound - slack, tokenCount - count))
    return start..<start + count
  }
}
