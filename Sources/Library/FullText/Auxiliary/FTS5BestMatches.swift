import SittaSQLite

/// The best rows of a full-text query, collected while SQLite steps through its matches.
///
/// If SQLite sorts, it returns no row before it has found the last match. The rows collected here are
/// available even if the statement was interrupted. This is also faster: no row leaves the statement, and the
/// matches of a query of one phrase are counted while they are ranked.
///
/// ```swift
/// let best = FTS5BestMatches(lengths: lengths)
/// try db.add(auxiliaryFunction: .gather(into: best))
/// best.begin(FTS5BestMatches.Request(limit: 20, weights: [10, 1]))
/// try db.execute("SELECT 1 FROM book WHERE book MATCH 'whale' AND gather(book)")
/// for row in best.rows { print(row.rowID, row.score) }
/// ```
public final class FTS5BestMatches {
  /// The options of a query.
  public struct Request: Sendable {
    /// The number of rows to keep.
    public var limit: Int
    /// The weight of a hit in each column; a missing weight is 1.
    public var weights: [Double]
    /// Whether other conditions of the statement exclude some matches.
    ///
    /// If not, the number of matches of a query of one phrase is the number of rows that contain the phrase.
    public var isFiltered = false
    /// Whether rows are ranked; otherwise the first rows are kept, with the score 0.
    public var isRanked = true
    /// The names of the query's phrases, in order; empty if they are not known.
    ///
    /// With the names, the row counts of phrases are cached between queries.
    public var phrases: [String] = []
    /// The column whose phrase positions are kept; nil for none.
    public var column: Int?

    /// Makes the options of a query that keeps `limit` rows.
    public init(limit: Int, weights: [Double] = []) {
      self.limit = limit
      self.weights = weights
    }
  }

  /// A row that was kept.
  public struct Row: Sendable {
    /// The id of the row.
    public let rowID: Int64
    /// The score: the value of `bm25()` with the opposite sign, so that larger is better.
    public fileprivate(set) var score: Double
    /// The positions of the query's phrases in the requested column.
    public let places: FTS5Places
  }

  /// The number of rows that have matched so far.
  public private(set) var count = 0
  private let lengths: FTS5DocumentLengths
  private let counts: FTS5PhraseCounts
  private var request = Request(limit: 0)
  private var query: RankQuery?
  private var top = TopElements<Row>(limit: 0)
  /// The score that a row must exceed to be kept.
  private var leastScore = Double.infinity
  /// Whether scores still have to be multiplied by the inverse frequency of the only phrase.
  private var isUnweighted = false

  /// Makes a collector for one table.
  ///
  /// - Parameters:
  ///   - lengths: the lengths of the table's documents; missing ones are looked up in the table.
  ///   - counts: the cached row counts of phrases.
  public init(lengths: FTS5DocumentLengths, counts: FTS5PhraseCounts = FTS5PhraseCounts()) {
    self.lengths = lengths
    self.counts = counts
  }

  /// Removes all rows and prepares for the next statement.
  public func begin(_ request: Request) {
    self.request = request
    query = nil
    isUnweighted = false
    count = 0
    top = TopElements(limit: request.limit)
    leastScore = request.limit > 0 ? -.infinity : .infinity
  }

  /// The rows with the highest scores so far; rows of equal scores are in ascending order of ids.
  public var rows: [Row] {
    let rows = top.sorted
    guard isUnweighted, let weight = query?.inverseFrequency(ofRows: count) else { return rows }
    return rows.map { row in
      var row = row
      row.score *= weight
      return row
    }
  }

  fileprivate func collect(_ match: borrowing FTS5Match) throws {
    count += 1
    if leastScore == .infinity { return }
    let score = try request.isRanked ? score(match) : 0
    // Ids ascend, so the first of two rows with equal scores is kept.
    if score <= leastScore { return }
    let positions = try request.column.map { try FTS5Places(match, column: $0) }
    top.insert(Row(rowID: match.rowID, score: score, places: positions ?? FTS5Places()))
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
      if let name, let count = counts.count(of: name, rowCount: rowCount) { return count }
      let count = try match.countRows(matchingPhrase: phrase)
      if let name { counts.record(count, of: name, rowCount: rowCount) }
      return count
    }
    self.query = query
    return query
  }
}

extension FTS5BestMatches.Row: Comparable {
  /// Whether the first row is the better match.
  public static func < (first: Self, second: Self) -> Bool {
    first.score > second.score || first.score == second.score && first.rowID < second.rowID
  }

  /// Whether both are the same row with the same score.
  public static func == (first: Self, second: Self) -> Bool {
    first.score == second.score && first.rowID == second.rowID
  }
}

extension FTS5AuxiliaryFunction {
  /// A function that passes each match to ``FTS5BestMatches`` and returns NULL.
  ///
  /// Call it as `gather(table)` in WHERE, where NULL rejects every row. SQLite can evaluate the
  /// parts of WHERE in any order, so put other conditions around it:
  /// `AND CASE WHEN … THEN gather(table) END`.
  ///
  /// - Parameters:
  ///   - name: the name of the function in SQL.
  ///   - matches: the collector, for one statement at a time.
  /// - Returns: the function, to be added to a connection.
  public static func gather(
    named name: String = "gather", into matches: FTS5BestMatches
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, _ in
      try matches.collect(match)
      return .null
    }
  }
}
