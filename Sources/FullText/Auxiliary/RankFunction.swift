import CSQLite
import SQLite

extension FTS5AuxiliaryFunction {
  /// The built-in `bm25()` with its values, several times faster.
  ///
  /// Called as `bm25_in_memory(table, weight…)`: a weight for each column, also for those that are
  /// not indexed, 1 where it is missing. The better the match, the lower the number. It is for the
  /// table whose lengths it is given, and exact for that one only.
  ///
  /// ```swift
  /// let lengths = FTS5DocumentLengths()
  /// try lengths.load(fromTable: "book", in: db)
  /// try db.add(auxiliaryFunction: .rank(lengths: lengths))
  /// // SELECT rowid FROM book WHERE book MATCH 'whale' ORDER BY bm25_in_memory(book, 10, 1) LIMIT 20
  /// ```
  ///
  /// - Parameters:
  ///   - name: what SQL calls it.
  ///   - lengths: the lengths of the table's documents; those that are missing are looked up.
  /// - Returns: the function, to be added to a connection.
  public static func rank(
    named name: String = "bm25_in_memory", lengths: FTS5DocumentLengths
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      // The slot is this function's own, so what is in it is a RankQuery: no retain, no cast a row.
      if let kept = unsafe match.api.pointee.xGetAuxdata(match.context, 0) {
        let score = unsafe Unmanaged<RankQuery>.fromOpaque(kept)._withUnsafeGuaranteedRef { query in
          Result { try query.score(match, weights: arguments) }
        }
        return .real(try score.get())
      }
      let query = try match.queryData { try RankQuery(match, lengths: lengths) }
      return .real(try query.score(match, weights: arguments))
    }
  }
}

/// What is the same for all rows of one query.
private final class RankQuery {
  private let formula: BM25
  private let inverseFrequencies: [Double]
  /// Empty where the lengths do not belong to the table as this query sees it.
  private let lengths: LengthTable

  init(_ match: borrowing FTS5Match, lengths: FTS5DocumentLengths) throws {
    let rowCount = try match.rowCount()
    let tokenCount = try match.totalTokenCount()
    formula = BM25(rowCount: rowCount, tokenCount: tokenCount)
    let isCurrent = lengths.documentCount == rowCount && lengths.tokenCount == tokenCount
    self.lengths = isCurrent ? lengths.known : LengthTable()
    var inverseFrequencies: [Double] = []
    for phrase in 0..<match.phraseCount {
      let hits = try match.countRows(matchingPhrase: phrase)
      inverseFrequencies.append(formula.inverseFrequency(ofRows: hits))
    }
    self.inverseFrequencies = inverseFrequencies
  }

  func score(
    _ match: borrowing FTS5Match, weights: borrowing ScalarFunction.Arguments
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

extension FTS5Match {
  /// How often a phrase of the query occurs in this row, each time by the weight of its column.
  fileprivate func weightedFrequency(
    ofPhrase phrase: Int, weights: borrowing ScalarFunction.Arguments
  ) throws(FullTextError) -> Double {
    var iterator = unsafe Fts5PhraseIter()
    var (column, token) = (Int32(0), Int32(0))
    var frequency = 0.0
    try check(
      unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &token))
    while column >= 0 {
      frequency += Int(column) < weights.count ? weights.real(at: Int(column)) : 1
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
