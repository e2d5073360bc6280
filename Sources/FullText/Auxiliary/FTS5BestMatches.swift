import SQLite

/// The best rows of a full-text query, gathered here while SQLite goes through its matches.
///
/// SQLite's own sorting gives nothing before the last match was seen. What was gathered here is
/// there even when the statement was interrupted, and costs less: no row leaves the statement, and a
/// query of one phrase is counted while it is ranked.
///
/// ```swift
/// let best = FTS5BestMatches(lengths: lengths)
/// try db.add(auxiliaryFunction: .gather(into: best))
/// best.begin(FTS5BestMatches.Request(limit: 20, weights: [10, 1]))
/// try db.execute("SELECT 1 FROM book WHERE book MATCH 'whale' AND gather(book)")
/// for row in best.rows { print(row.rowID, row.score) }
/// ```
public final class FTS5BestMatches {
  /// What is wanted of a query.
  public struct Request: Sendable {
    /// How many rows are kept.
    public var limit: Int
    /// What a hit counts in each column; 1 where it is missing.
    public var weights: [Double]
    /// Whether the statement leaves out matches by other conditions.
    ///
    /// Where it does not, the matches of a query of one phrase are the rows that hold the phrase.
    public var isFiltered = false
    /// Whether rows are ranked; otherwise the first ones are kept, with the score 0.
    public var isRanked = true
    /// What the query's phrases are called, in their order, so that their rows need not be counted
    /// each time; none where nobody knows.
    public var phrases: [String] = []
    /// The column of which the places of phrases are kept; nil for none.
    public var column: Int?

    /// Asks for so many rows.
    public init(limit: Int, weights: [Double] = []) {
      self.limit = limit
      self.weights = weights
    }
  }

  /// A row that was kept.
  public struct Row: Sendable {
    /// Its id.
    public let rowID: Int64
    /// How well it matches: what `bm25()` gives, with the sign turned, so that larger is better.
    public fileprivate(set) var score: Double
    /// Where the query's phrases stand in the column that was asked for.
    public let places: FTS5Places
  }

  /// How many rows have matched so far.
  public private(set) var count = 0
  private let lengths: FTS5DocumentLengths
  private let counts: FTS5PhraseCounts
  private var request = Request(limit: 0)
  private var query: RankQuery?
  private var top = TopElements<Row>(limit: 0)
  /// What a row must surpass to be kept.
  private var leastScore = Double.infinity
  /// Whether scores still lack the weight of the only phrase.
  private var isUnweighted = false

  /// Gathers from one table.
  ///
  /// - Parameters:
  ///   - lengths: the table's lengths; those that are missing are looked up.
  ///   - counts: what is known of the table's phrases.
  public init(lengths: FTS5DocumentLengths, counts: FTS5PhraseCounts = FTS5PhraseCounts()) {
    self.lengths = lengths
    self.counts = counts
  }

  /// Forgets what was gathered, and prepares for the next statement.
  public func begin(_ request: Request) {
    self.request = request
    query = nil
    isUnweighted = false
    count = 0
    top = TopElements(limit: request.limit)
    leastScore = request.limit > 0 ? -.infinity : .infinity
  }

  /// The best rows so far: those with the highest scores, by ascending id where these are equal.
  public var rows: [Row] {
    let rows = top.sorted
    guard isUnweighted, let weight = query?.inverseFrequency(ofHits: count) else { return rows }
    return rows.map { row in
      var row = row
      row.score *= weight
      return row
    }
  }

  fileprivate func take(_ match: borrowing FTS5Match) throws {
    count += 1
    if leastScore == .infinity { return }
    let score = try request.isRanked ? score(match) : 0
    // Of equals the first ones stay, because ids ascend.
    if score <= leastScore { return }
    let places = try request.column.map { try FTS5Places(match, column: $0) }
    top.insert(Row(rowID: match.rowID, score: score, places: places ?? FTS5Places()))
    if !top.hasRoom { leastScore = top.last?.score ?? .infinity }
  }

  private func score(_ match: borrowing FTS5Match) throws(FullTextError) -> Double {
    let query = if let query { query } else { try prepare(match) }
    return -(try query.score(match, weights: query))
  }

  private func prepare(_ match: borrowing FTS5Match) throws(FullTextError) -> RankQuery {
    isUnweighted = match.phraseCount == 1 && !request.isFiltered
    let names = request.phrases.count == match.phraseCount ? request.phrases : []
    let query = try RankQuery(match, lengths: lengths, weights: request.weights) {
      phrase, rowCount throws(FullTextError) in
      if isUnweighted { return nil }
      let name = names.isEmpty ? nil : names[phrase]
      if let name, let known = counts.count(of: name, rowCount: rowCount) { return known }
      let count = try match.countRows(matchingPhrase: phrase)
      if let name { counts.note(count, of: name, rowCount: rowCount) }
      return count
    }
    self.query = query
    return query
  }
}

extension FTS5BestMatches.Row: Comparable {
  /// Whether the first is the better match.
  public static func < (first: Self, second: Self) -> Bool {
    first.score > second.score || first.score == second.score && first.rowID < second.rowID
  }

  /// Whether both are the same row with the same score.
  public static func == (first: Self, second: Self) -> Bool {
    first.score == second.score && first.rowID == second.rowID
  }
}

extension FTS5AuxiliaryFunction {
  /// A function that gives each match to ``FTS5BestMatches``, and NULL to SQL.
  ///
  /// Called as `gather(table)` in WHERE, where NULL keeps every row back. SQLite may look at parts
  /// of WHERE in any order, so what else must hold for a row is best asked for around it:
  /// `AND CASE WHEN … THEN gather(table) END`.
  ///
  /// - Parameters:
  ///   - name: what SQL calls it.
  ///   - matches: what gathers, for one statement at a time.
  /// - Returns: the function, to be added to a connection.
  public static func gather(
    named name: String = "gather", into matches: FTS5BestMatches
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, _ in
      try matches.take(match)
      return .null
    }
  }
}
