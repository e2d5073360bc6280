import CSQLite

/// The positions of a query's phrases in one column of a row, near the first one.
///
/// Later positions are ignored: a snippet does not need them, and finding their words would
/// need the tokens of all text before them.
public struct FTS5Places: Sendable {
  /// A phrase at a token position.
  struct Hit: Comparable, Sendable {
    let token: Int
    let phrase: Int
    /// The number of its tokens.
    let count: Int

    static func < (first: Hit, second: Hit) -> Bool {
      (first.token, first.phrase) < (second.token, second.phrase)
    }
  }

  /// The tokens after the first match in which further matches are kept; about five pages.
  private static let reach = 2_000

  /// The phrases in ascending order of their positions.
  let hits: [Hit]

  /// Makes an empty list of positions.
  public init() {
    hits = []
  }

  /// Makes a list of hits in any order.
  init(_ hits: [Hit]) {
    var hits = hits.sorted()
    let end = (hits.first?.token ?? 0) + Self.reach
    while let last = hits.last, last.token >= end { hits.removeLast() }
    self.hits = hits
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
      // Each phrase was limited from its own first match; limit all from the earliest match.
      let end = (hits.first?.token ?? 0) + Self.reach
      while let last = hits.last, last.token >= end { hits.removeLast() }
    }
    self.hits = hits
  }
}

extension FTS5Match {
  /// The positions of a phrase in a column that are less than `reach` after the first one.
  fileprivate func tokens(
    ofPhrase phrase: Int, inColumn column: Int, within reach: Int
  ) throws(FullTextError) -> [Int] {
    var iterator = unsafe Fts5PhraseIter()
    var (matchColumn, token) = (Int32(0), Int32(0))
    var tokens: [Int] = []
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &matchColumn, &token))
    while matchColumn >= 0, Int(matchColumn) <= column {
      if Int(matchColumn) == column {
        if let first = tokens.first, Int(token) >= first + reach { break }
        tokens.append(Int(token))
      }
      unsafe api.pointee.xPhraseNext(context, &iterator, &matchColumn, &token)
    }
    return tokens
  }
}
