import CSQLite
import SQLite

/// What a hit counts in each column.
protocol ColumnWeights: ~Copyable {
  func weight(ofColumn column: Int) -> Double
}

/// What is the same for all rows of one query.
final class RankQuery {
  private let weights: [Double]
  private let formula: BM25
  private let inverseFrequencies: [Double]
  /// Empty where the lengths do not belong to the table as this query sees it.
  private let lengths: LengthTable

  /// Prepares for the query that a row belongs to.
  ///
  /// - Parameters:
  ///   - match: the row.
  ///   - lengths: the lengths of the table's documents.
  ///   - weights: what a hit counts in each column; 1 where it is missing.
  ///   - countRows: tells how many rows hold a phrase, which takes about as long as the query
  ///     itself where they are counted. A phrase weighs 1 for nil; see
  ///     ``inverseFrequency(ofHits:)``.
  /// - Throws: what SQLite fails with.
  init(
    _ match: borrowing FTS5Match, lengths: FTS5DocumentLengths, weights: [Double] = [],
    countRows: (_ phrase: Int, _ rowCount: Int64) throws(FullTextError) -> Int?
  ) throws(FullTextError) {
    self.weights = weights
    let rowCount = try match.rowCount()
    let tokenCount = try match.totalTokenCount()
    let formula = BM25(rowCount: rowCount, tokenCount: tokenCount)
    self.formula = formula
    let isCurrent = lengths.documentCount == rowCount && lengths.tokenCount == tokenCount
    self.lengths = isCurrent ? lengths.known : LengthTable()
    var inverseFrequencies: [Double] = []
    for phrase in 0..<match.phraseCount {
      let hits = try countRows(phrase, rowCount)
      inverseFrequencies.append(hits.map(formula.inverseFrequency(ofRows:)) ?? 1)
    }
    self.inverseFrequencies = inverseFrequencies
  }

  /// What a phrase that so many rows hold weighs.
  func inverseFrequency(ofHits hits: Int) -> Double {
    formula.inverseFrequency(ofRows: hits)
  }

  /// The value of `bm25()` for a row: the better the match, the lower.
  func score(
    _ match: borrowing FTS5Match, weights: borrowing some ColumnWeights & ~Copyable
  ) throws(FullTextError) -> Double {
    let length = if let known = lengths[match.rowID] { known } else { try match.tokenCount() }
    let norm = formula.norm(ofLength: length)
    var score = 0.0
    for phrase in inverseFrequencies.indices {
      let frequency = try match.weightedFrequency(ofPhrase: phrase, weights: weights)
      score += formula.score(
        inverseFrequency: inverseFrequencies[phrase], frequency: frequency, norm: norm)
    }
    return -1 * score
  }
}

extension RankQuery: ColumnWeights {
  func weight(ofColumn column: Int) -> Double {
    column < weights.count ? weights[column] : 1
  }
}

extension FTS5Match {
  /// How often a phrase of the query occurs in this row, each time by the weight of its column.
  fileprivate func weightedFrequency(
    ofPhrase phrase: Int, weights: borrowing some ColumnWeights & ~Copyable
  ) throws(FullTextError) -> Double {
    var iterator = unsafe Fts5PhraseIter()
    var (column, token) = (Int32(0), Int32(0))
    var frequency = 0.0
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &token))
    while column >= 0 {
      frequency += weights.weight(ofColumn: Int(column))
      unsafe api.pointee.xPhraseNext(context, &iterator, &column, &token)
    }
    return frequency
  }

  /// The number of rows in the table that hold a phrase.
  func countRows(matchingPhrase phrase: Int) throws(FullTextError) -> Int {
    var count = 0
    try check(
      unsafe withUnsafeMutablePointer(to: &count) { count in
        unsafe api.pointee.xQueryPhrase(context, Int32(phrase), count) { _, _, count in
          unsafe count?.assumingMemoryBound(to: Int.self).pointee += 1
          return SQLITE_OK
        }
      })
    return count
  }
}
