import CSittaSQLite
import SittaSQLite

/// The weight of a hit in each column.
protocol ColumnWeights: ~Copyable {
  func weight(ofColumn column: Int) -> Double
}

/// The data for ranking that all rows of one query share.
final class RankQuery {
  private let weights: [Double]
  private let formula: BM25
  private let inverseFrequencies: [Double]
  /// The document lengths; empty if they are not those of the table that the query reads.
  private let lengths: LengthTable

  /// Prepares the ranking of a query.
  ///
  /// - Parameters:
  ///   - match: any row of the query.
  ///   - lengths: the lengths of the table's documents.
  ///   - weights: the weight of a hit in each column; a missing weight is 1.
  ///   - countRows: returns the number of rows that contain a phrase; counting takes about as long as the
  ///     query. If it returns nil, the inverse frequency of the phrase is 1, and the caller has to multiply
  ///     scores by ``inverseFrequency(ofRows:)``.
  /// - Throws: the error of SQLite.
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
    self.lengths = isCurrent ? lengths.lengthTable : LengthTable()
    var inverseFrequencies: [Double] = []
    for phrase in 0..<match.phraseCount {
      let count = try countRows(phrase, rowCount)
      inverseFrequencies.append(count.map(formula.inverseFrequency(ofRows:)) ?? 1)
    }
    self.inverseFrequencies = inverseFrequencies
  }

  /// The inverse frequency of a phrase that `count` rows contain.
  func inverseFrequency(ofRows count: Int) -> Double {
    formula.inverseFrequency(ofRows: count)
  }

  /// The value of `bm25()` for a row; a better match has a lower value.
  func score(
    _ match: borrowing FTS5Match, weights: borrowing some ColumnWeights & ~Copyable
  ) throws(FullTextError) -> Double {
    let length = if let known = lengths[match.rowID] { known } else { try match.tokenCount() }
    let norm = formula.norm(ofLength: length)
    var score = 0.0
    for phrase in inverseFrequencies.indices {
      let frequency = try match.weightedFrequency(ofPhrase: phrase, weights: weights)
      // Most rows contain only some of the phrases.
      if frequency == 0 { continue }
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
  /// The sum of the column weights of a phrase's occurrences in this row.
  fileprivate func weightedFrequency(
    ofPhrase phrase: Int, weights: borrowing some ColumnWeights & ~Copyable
  ) throws(FullTextError) -> Double {
    var (frequency, weight, weightedColumn) = (0.0, 0.0, -1)
    try forEachPosition(ofPhrase: phrase) { column, _ in
      // The weight is an argument in SQL, so it is read once for each column, not for each occurrence.
      if column != weightedColumn {
        (weight, weightedColumn) = (weights.weight(ofColumn: column), column)
      }
      frequency += weight
      return true
    }
    return frequency
  }

  /// The number of rows in the table that contain a phrase.
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
