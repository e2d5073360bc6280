/// What one phrase of a query adds to the rank of a row: `bm25()` taken apart.
public struct FTS5RankPart: Equatable, Sendable {
  /// How many rows of the table hold the phrase.
  public let rowCount: Int
  /// How much it tells that a row holds it; larger for rarer ones.
  public let inverseFrequency: Double
  /// How often the phrase occurs in each column of the row.
  public let counts: [Int]
  /// The sum of ``counts``, each multiplied by the weight of its column.
  public let frequency: Double
  /// What it adds; the sum over all phrases is what `bm25()` gives, with the other sign.
  public let score: Double
}

extension FTS5Match {
  /// Takes the rank of this row apart, phrase by phrase.
  ///
  /// It counts the rows of each phrase, so it is for one row and not for all of a query.
  ///
  /// - Parameter weights: a weight for each column, 1 where it is missing, as for `bm25()`.
  /// - Returns: a part for each phrase of the query, in their order.
  /// - Throws: what SQLite fails with.
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
