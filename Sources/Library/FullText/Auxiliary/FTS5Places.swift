import CSittaSQLite

/// The positions of a query's phrases in one column of a row.
///
/// At most about 4,096 positions are kept: those in the stretches of text with the most different phrases. Of
/// equally good stretches, the first ones are kept, and some of the others.
public struct FTS5Places: Sendable {
  /// An occurrence of a phrase, given by its token position.
  ///
  /// It takes 8 bytes, because a search keeps the hits of up to 1,000 rows.
  public struct Hit: Comparable, Sendable {
    private let position: UInt32
    private let number: UInt16
    private let length: UInt16

    /// Makes an occurrence.
    public init(token: Int, phrase: Int, count: Int) {
      position = UInt32(clamping: token)
      number = UInt16(clamping: phrase)
      length = UInt16(clamping: count)
    }

    /// The position of the first token; synonyms have no positions of their own.
    public var token: Int { Int(position) }
    /// The number of the phrase in the query.
    public var phrase: Int { Int(number) }
    /// The number of tokens of the phrase.
    public var count: Int { Int(length) }

    private var order: UInt64 { UInt64(position) << 16 | UInt64(number) }

    /// Whether the first hit is earlier in the text, or at the same position earlier in the query.
    public static func < (first: Hit, second: Hit) -> Bool {
      first.order < second.order
    }
  }

  /// About the most hits that are kept.
  static let limit = 4_096
  /// The most hits in memory while the best are chosen: they take 1 MiB.
  private static let scratchLimit = 131_072

  /// The hits in ascending order of their positions.
  public let hits: [Hit]
  /// For each phrase of the query: how often it occurs in the column, including hits that are not kept.
  public let counts: [Int]

  /// Makes a value without hits.
  public init() {
    (hits, counts) = ([], [])
  }

  init(_ match: borrowing FTS5Match, column: Int) throws(FullTextError) {
    var hits: [Hit] = []
    var counts: [Int] = []
    for phrase in 0..<match.phraseCount {
      let length = match.tokenCount(ofPhrase: phrase)
      var count = 0
      try match.forEachToken(ofPhrase: phrase, inColumn: column) { token in
        count += 1
        if hits.count < Self.scratchLimit {
          hits.append(Hit(token: token, phrase: phrase, count: length))
        }
      }
      counts.append(count)
    }
    if hits.count > Self.limit {
      hits = try Self.thinned(hits, of: match, column: column, counts: counts)
    }
    if match.phraseCount > 1 { hits.sort() }
    // If the query repeats a word hundreds of times, one stretch can have very many hits.
    hits.removeLast(max(0, hits.count - 2 * Self.limit))
    (self.hits, self.counts) = (hits, counts)
  }

  /// Returns the hits in the best stretches of a column.
  ///
  /// - Parameters:
  ///   - hits: the hits, phrase by phrase; if there are too many, only the first of them.
  ///   - match: the row.
  ///   - column: the column.
  ///   - counts: the number of all hits of each phrase.
  /// - Returns: at most about ``limit`` hits, phrase by phrase.
  /// - Throws: the error of SQLite.
  private static func thinned(
    _ hits: [Hit], of match: borrowing FTS5Match, column: Int, counts: [Int]
  ) throws(FullTextError) -> [Hit] {
    var stretches = BestStretches()
    guard counts.reduce(0, +) > hits.count else {
      var phrase = -1
      for hit in hits {
        if hit.phrase != phrase { stretches.beginPhrase(count: counts[hit.phrase]) }
        phrase = hit.phrase
        stretches.add(hit.token)
      }
      let kept = stretches.best(limit: limit)
      return hits.filter { kept.contains($0.token) }
    }
    for (phrase, count) in counts.enumerated() {
      stretches.beginPhrase(count: count)
      try match.forEachToken(ofPhrase: phrase, inColumn: column) { stretches.add($0) }
    }
    let kept = stretches.best(limit: limit)
    var hits: [Hit] = []
    for phrase in counts.indices {
      let length = match.tokenCount(ofPhrase: phrase)
      try match.forEachToken(ofPhrase: phrase, inColumn: column) { token in
        if kept.contains(token), hits.count < scratchLimit {
          hits.append(Hit(token: token, phrase: phrase, count: length))
        }
      }
    }
    return hits
  }
}

extension FTS5Match {
  /// Calls `body` with the positions of a phrase in a column, in ascending order.
  fileprivate func forEachToken(
    ofPhrase phrase: Int, inColumn column: Int, _ body: (Int) -> Void
  ) throws(FullTextError) {
    try forEachPosition(ofPhrase: phrase) { matchColumn, token in
      // A damaged index can have a negative position.
      if matchColumn == column, token >= 0 { body(token) }
      return matchColumn <= column
    }
  }
}
