import FullText
import SittaSQLite

/// What FTS5 knows about the row for which `explain_row` was called last.
final class ExplainedRow {
  /// How often the phrases of the query occur in each column.
  var counts: [Int] = []
}

extension FTS5AuxiliaryFunction {
  /// Makes an SQL function `explain_row(table)` that stores facts about the row in `row`, and returns NULL.
  ///
  /// It works only in a statement with MATCH: without it, SQLite 3.40 passes no row to an auxiliary function.
  static func explaining(into row: ExplainedRow) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction("explain_row") { match, _ in
      var counts = [Int](repeating: 0, count: match.columnCount)
      try match.forEachInstance { counts[$0.column] += 1 }
      row.counts = counts
      return .null
    }
  }
}
