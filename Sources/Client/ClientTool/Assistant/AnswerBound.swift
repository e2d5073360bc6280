import ModelContextProtocol

/// Keeps answers below the size limit of a reply.
enum AnswerBound {
  /// The answer with as many of `count` items as fit; nil if it is too large even without items.
  ///
  /// If not all items fit, it makes about log2(count) answers; an answer must grow with its items.
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

  /// The answer if not even an answer without items fits.
  static let tooLarge = ToolAnswer(
    error: "The answer does not fit into one reply. Ask for less: a smaller limit, or fewer lines.")

  /// The beginning of a text: at most `limit` bytes, cut between characters, then an ellipsis.
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
