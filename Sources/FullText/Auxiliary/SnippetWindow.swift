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
  private let hits: [Hit]
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

  /// The piece, with what it shows in its middle.
  func text(
    of text: Span<UInt8>, tokens: ColumnTokens, open: String, close: String, ellipsis: String
  ) -> String {
    let total = tokens.ranges.count
    let slack = (count - shown.count) / 2
    let start = max(0, min(shown.lowerBound - slack, total - count))
    let bytes = tokens.bytes(from: start, count: count) ?? 0..<0
    let first = start == 0 ? 0 : bytes.lowerBound
    let end = start + count >= total ? text.count : bytes.upperBound
    let places = hits.compactMap { tokens.bytes(from: $0.token, count: $0.count) }
    return (first > 0 ? ellipsis : "")
      + MarkedText(text).text(of: first..<end, marking: places, open: open, close: close)
      + (end < text.count ? ellipsis : "")
  }
}
