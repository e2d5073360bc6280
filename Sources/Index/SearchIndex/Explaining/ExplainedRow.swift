import FullText
import SittaSQLite

/// The facts of FTS5 about the row that `explain_row` has seen last.
final class ExplainedRow {
  /// How often the phrases of the query occur in each column.
  var counts: [Int] = []
}

extension FTS5AuxiliaryFunction {
  /// A function `explain_row(table)` that returns NULL and stores the facts about the row in `row`.
  ///
  /// It needs a MATCH: without one SQLite 3.40 gives an auxiliary function no row.
  static func explaining(into row: ExplainedRow) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction("explain_row") { match, _ in
      var counts = [Int](repeating: 0, count: match.columnCount)
      try match.forEachInstance { counts[$0.column] += 1 }
      row.counts = counts
      return .null
    }
  }
}
