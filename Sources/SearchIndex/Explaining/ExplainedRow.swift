import FullText
import SQLite

/// What FTS5 knows of the row that `explain_row` has seen last.
final class ExplainedRow {
  /// What each phrase of the query adds to the rank.
  fileprivate(set) var parts: [FTS5RankPart] = []

  func clear() {
    parts = []
  }
}

extension FTS5AuxiliaryFunction {
  /// A function `explain_row(table, weight…)` that returns NULL and stores what it sees in `row`.
  ///
  /// It needs a MATCH: without one SQLite 3.40 gives an auxiliary function no row.
  static func explaining(into row: ExplainedRow) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction("explain_row") { match, weights in
      var numbers: [Double] = []
      for index in 0..<weights.count { numbers.append(weights.real(at: index)) }
      row.parts = try match.rankParts(weights: numbers)
      return .null
    }
  }
}
