import ModelContextProtocol

/// Keeps answers below the largest size of a reply.
enum AnswerBound {
  /// The answer with as many items as fit.
  ///
  /// Makes about log2(count) answers if not all items fit.
  ///
  /// - Parameters:
  ///   - count: the number of items.
  ///   - answer: makes the answer with the first items; the more items, the larger.
  /// - Returns: nil if not even the answer without items fits.
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
