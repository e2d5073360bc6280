import CSQLite

/// The positions of a query's phrases in one column of a row, near the first one.
///
/// Later positions are ignored: they do not help a snippet, and finding the words there means reading
/// the text up to them.
public struct FTS5Places: Sendable {
  /// A phrase at a place.
  struct Hit: Comparable, Sendable {
    let token: Int
    let phrase: Int
    /// How many tokens it has.
    let count: Int

    static func < (first: Hit, second: Hit) -> Bool {
      (first.token, first.phrase) < (second.token, second.phrase)
    }
  }

  /// Matches more than this many tokens after the first are ignored; about five pages.
  private static let reach = 2_000

  /// The places, ascending.
  let hits: [Hit]

  /// Makes an empty list of positions.
  public init() {
    hits = []
  }

  init(_ match: borrowing FTS5Match, column: Int) throws(FullTextError) {
    var hits: [Hit] = []
    for phrase in 0..<match.phraseCount {
      let count = match.tokenCount(ofPhrase: phrase)
      for token in try match.tokens(ofPhrase: phrase, inColumn: column, within: Self.reach) {
        hits.append(Hit(token: token, phrase: phrase, count: count))
      }
    }
    if match.phraseCount > 1 {
      hits.sort()
      // Another phrase may stand so far in front of the others that they count no more.
      let end = (hits.first?.token ?? 0) + Self.reach
      while let last = hits.last, last.token >= end { hits.removeLast() }
    }
    self.hits = hits
  }
}

extension FTS5Match {
  /// The places of a phrase in a column, from the first one as far as `reach`.
  fileprivate func tokens(
    ofPhrase phrase: Int, inColumn column: Int, within reach: Int
  ) throws(FullTextError) -> [Int] {
    var iterator = unsafe Fts5PhraseIter()
    var (found, token) = (Int32(0), Int32(0))
    var tokens: [Int] = []
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &found, &token))
    while found >= 0, Int(found) <= column {
      if Int(found) == column {
        if let first = tokens.first, Int(token) >= first + reach { break }
        tokens.append(Int(token))
      }
      unsafe api.pointee.xPhraseNext(context, &iterator, &found, &token)
    }
    return tokens
  }
}
