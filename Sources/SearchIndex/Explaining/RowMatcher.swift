import FullText
import SQLite

/// Matches expressions and conditions against one document.
struct RowMatcher {
  private let document: DocumentID
  private let database: Database
  private let explainedRow: ExplainedRow

  init(document: DocumentID, in snapshot: borrowing Snapshot) {
    self.document = document
    database = snapshot.database
    explainedRow = snapshot.reader.explainedRow
  }

  /// Whether the row of the document meets a condition.
  func meets(_ condition: FilterCondition) throws(SQLiteError) -> Bool {
    let row = try database.prepare("SELECT 1 FROM document WHERE \(condition.sql) AND id = ?")
      .first(condition.values + [.document(document)]) { _ in true }
    return row ?? false
  }

  /// How often an expression occurs in each column; nowhere if it does not match.
  func occurrences(of expression: MatchExpression) throws(SQLiteError) -> ColumnCounts {
    let parts = try rankParts(of: expression) ?? []
    return parts.reduce(into: ColumnCounts()) { $0 += $1.counts }
  }

  /// What each phrase of an expression adds to the rank; nil if the document does not match.
  func rankParts(
    of expression: MatchExpression, _ weights: ColumnWeights = ColumnWeights()
  ) throws(SQLiteError) -> [ExplainedRankPart]? {
    explainedRow.clear()
    let weights = weights.values.map { "\($0)" }.joined(separator: ", ")
    let isMatch = try database.first(
      "SELECT explain_row(search, \(weights)) FROM search WHERE search MATCH ?1 AND rowid = ?2",
      .text("\(expression)"), .document(document)
    ) { _ in true }
    guard isMatch == true else { return nil }
    let (phrases, parts) = (expression.phrases, explainedRow.parts)
    return parts.indices.map { index in
      let part = parts[index]
      // FTS5 drops a phrase without tokens, and then its numbers are not ours.
      let text = phrases.count == parts.count ? phrases[index].text : "text \(index + 1)"
      return ExplainedRankPart(
        text: text, documents: part.rowCount, rarity: part.inverseFrequency,
        counts: ColumnCounts(part.counts), frequency: part.frequency, score: part.score)
    }
  }
}

extension ColumnCounts {
  fileprivate static func += (counts: inout ColumnCounts, other: ColumnCounts) {
    counts.title += other.title
    counts.name += other.name
    counts.tags += other.tags
    counts.body += other.body
    counts.authors += other.authors
    counts.recipients += other.recipients
  }
}
