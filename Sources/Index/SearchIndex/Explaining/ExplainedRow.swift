import FullText
import SittaSQLite

/// The facts of FTS5 about the row that `explain_row` has seen last.
final class ExplainedRow {
  /// How often each phrase of the query occurs in each column.
  fileprivate(set) var counts: [[Int]] = []

  func clear() {
    counts = []
  }
}

extension FTS5AuxiliaryFunction {
  /// A function `explain_row(table)` that returns NULL and stores the facts about the row in `row`.
  ///
  /// It needs a MATCH: without one SQLite 3.40 gives an auxiliary function no row.
  static func explaining(into row: ExplainedRow) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction("explain_row") { match, _ in
      var counts = [[Int]](
        repeating: Array(repeating: 0, count: match.columnCount), count: match.phraseCount)
      try match.forEachInstance { counts[$0.phrase][$0.column] += 1 }
      row.counts = counts
      return .null
    }
  }
}
