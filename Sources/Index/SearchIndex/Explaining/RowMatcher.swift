import FullText
import IndexStorage
import SittaSQLite

/// Matches full-text expressions and conditions against one document.
struct RowMatcher {
  private let document: DocumentID
  private let database: Database
  private let explainedRow: ExplainedRow

  init(document: DocumentID, in snapshot: borrowing Snapshot) {
    self.document = document
    database = snapshot.database
    explainedRow = snapshot.reader.explainedRow
  }

  /// Whether the document's row meets a condition.
  func meets(_ condition: FilterCondition) throws(SQLiteError) -> Bool {
    let row = try database.prepare("SELECT 1 FROM document WHERE \(condition.sql) AND id = ?")
      .first(condition.values + [.document(document)]) { _ in true }
    return row ?? false
  }

  /// Returns how often an expression occurs in each column; 0 everywhere if it does not match.
  func occurrences(of expression: MatchExpression) throws(SQLiteError) -> ColumnCounts {
    let isMatch = try database.first(
      "SELECT explain_row(search) FROM search WHERE search MATCH ?1 AND rowid = ?2",
      .text("\(expression)"), .document(document)
    ) { _ in true }
    return ColumnCounts(isMatch == true ? explainedRow.counts : [])
  }
}
