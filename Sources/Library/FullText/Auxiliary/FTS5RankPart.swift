/// The part of the `bm25()` score of a row that one phrase contributes.
public struct FTS5RankPart: Equatable, Sendable {
  /// The number of rows of the table that contain the phrase.
  public let rowCount: Int
  /// The inverse document frequency of the phrase; larger for rarer phrases.
  public let inverseFrequency: Double
  /// The number of occurrences in each column of the row.
  public let counts: [Int]
  /// The sum of ``counts``, each multiplied by the weight of its column.
  public let frequency: Double
  /// The score of the phrase; the sum over all phrases is `bm25()` with the opposite sign.
  public let score: Double
}

extension FTS5Match {
  /// Splits the score of this row into one part for each phrase.
  ///
  /// It counts the rows of each phrase, so use it for one row, not for all rows of a query.
  ///
  /// - Parameter weights: a weight for each column, as for `bm25()`; a missing weight is 1.
  /// - Returns: a part for each phrase, in the order of the query.
  /// - Throws: the error of SQLite.
  public func rankParts(weights: [Double]) throws -> [FTS5RankPart] {
    let formula = BM25(rowCount: try rowCount(), tokenCount: try totalTokenCount())
    let norm = formula.norm(ofLength: try tokenCount())
    var parts: [FTS5RankPart] = []
    for phrase in 0..<phraseCount {
      var counts = [Int](repeating: 0, count: columnCount)
      var frequency = 0.0
      try forEachInstance(ofPhrase: phrase) { instance in
        counts[instance.column] += 1
        frequency += instance.column < weights.count ? weights[instance.column] : 1
      }
      let rowCount = try countRows(matchingPhrase: phrase)
      let inverseFrequency = formula.inverseFrequency(ofRows: rowCount)
      parts.append(
        FTS5RankPart(
          rowCount: rowCount, inverseFrequency: inverseFrequency, counts: counts,
          frequency: frequency,
          score: formula.score(
            inverseFrequency: inverseFrequency, frequency: frequency, norm: norm)))
    }
    return parts
  }
}
