import ModelContextProtocol

/// Keeps answers below the largest size of a reply.
enum AnswerBound {
  /// The answer with as many of `count` items as fit; nil if not even the one without items does.
  ///
  /// Makes about log2(count) answers if not all items fit; each must be larger with more items.
  static func largest(of count: Int, _ answer: (Int) -> ToolAnswer) -> ToolAnswer? {
    let whole = answer(count)
    if whole.byteCount <= ToolAnswer.byteLimit { return whole }
    var best: ToolAnswer?
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let candidate = answer(middle)
      if candidate.byteCount <= ToolAnswer.byteLimit {
        (best, low) = (candidate, middle + 1)
      } else {
        high = middle
      }
    }
    return best
  }

  /// The answer if nothing fits.
  static let tooLarge = ToolAnswer(
    error: "The answer does not fit into one reply. Ask for less: a smaller limit, or fewer lines.")

  /// The beginning of a text: at most `limit` bytes and an ellipsis, cut between characters.
  static func clipped(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    var clipped = ""
    var size = 0
    for scalar in text.unicodeScalars {
      size += UTF8.width(scalar)
      if size > limit { break }
      clipped.unicodeScalars.append(scalar)
    }
    return clipped + "…"
  }
}
