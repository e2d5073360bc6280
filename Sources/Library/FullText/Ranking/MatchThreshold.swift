/// Decides whether a row with some of the words is a full match, a partial one, or none.
struct MatchThreshold {
  enum Kind {
    case full
    case partial
    case none
  }

  let words: WordTable
  /// The sum of shares that a partial match must have.
  private let leastShare: Double

  /// - Parameters:
  ///   - words: the words.
  ///   - leastShare: the part of the shares of all decisive words that a partial match must have.
  init(_ words: [RankedWord], leastShare: Double) {
    self.words = WordTable(words)
    self.leastShare = words.reduce(0) { $0 + ($1.isDecisive ? $1.share : 0) } * leastShare
  }

  /// The kind of a row with some words, a bit for each.
  @inline(__always)
  func kind(of present: UInt64) -> Kind {
    if present & words.decisive == words.decisive { return .full }
    return words.share(of: present) < leastShare ? .none : .partial
  }
}
