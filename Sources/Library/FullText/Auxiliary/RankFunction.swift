import CSittaSQLite
import SittaSQLite

extension FTS5AuxiliaryFunction {
  /// A replacement for the built-in `bm25()`: it returns the same values several times faster.
  ///
  /// Call it as `bm25_in_memory(table, weight…)`, with a weight for each column, indexed or not. A missing
  /// weight is 1. A better match has a lower value. The values are exact only for the table from which the
  /// lengths are.
  ///
  /// ```swift
  /// let lengths = FTS5DocumentLengths()
  /// try lengths.load(fromTable: "book", in: db)
  /// try db.add(auxiliaryFunction: .rank(lengths: lengths))
  /// // SELECT rowid FROM book WHERE book MATCH 'whale'
  /// // ORDER BY bm25_in_memory(book, 10, 1) LIMIT 20
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the function in SQL.
  ///   - lengths: the lengths of the table's documents; missing ones are read from the table.
  /// - Returns: the function, to be added to a connection.
  public static func rank(
    named name: String = "bm25_in_memory", lengths: FTS5DocumentLengths
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      // Only this function sets the data, so it is a RankQuery; it is neither retained nor cast for each row.
      if let data = unsafe match.api.pointee.xGetAuxdata(match.context, 0) {
        let score = unsafe Unmanaged<RankQuery>.fromOpaque(data)._withUnsafeGuaranteedRef { query in
          Result { try query.score(match, weights: arguments) }
        }
        return .real(try score.get())
      }
      let query = try match.queryData {
        try RankQuery(match, lengths: lengths) { phrase, _ throws(FullTextError) in
          try match.countRows(matchingPhrase: phrase)
        }
      }
      return .real(try query.score(match, weights: arguments))
    }
  }
}

extension ScalarFunction.Arguments: ColumnWeights {
  func weight(ofColumn column: Int) -> Double {
    column < count ? real(at: column) : 1
  }
}
