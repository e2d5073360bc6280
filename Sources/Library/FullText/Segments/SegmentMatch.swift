/// A row of a ``SegmentPositionBatch``, as ``CandidateCollector`` scores it.
struct SegmentMatch: PhraseMatch {
  /// The rows of a batch, in one object, so that a row is made without copies of its arrays.
  final class Rows {
    fileprivate let batch: SegmentPositionBatch
    /// Looks a length up that is not in memory.
    fileprivate let readLength: (Int64) throws(FullTextError) -> Int

    init(
      _ batch: SegmentPositionBatch, readLength: @escaping (Int64) throws(FullTextError) -> Int
    ) {
      (self.batch, self.readLength) = (batch, readLength)
    }
  }

  let rows: Rows
  /// The index of the row in the batch.
  let index: Int

  var rowID: Int64 { rows.batch.rows[index] }
  var columnCount: Int { rows.batch.columnCount }
  var phraseCount: Int { rows.batch.phraseCount }

  func length() throws(FullTextError) -> Int { try rows.readLength(rowID) }

  func tokenCount(ofPhrase phrase: Int) -> Int { 1 }

  @inline(__always)
  func forEachPosition(
    ofPhrase phrase: Int, _ body: (_ column: Int, _ token: Int) -> Bool
  ) throws(FullTextError) -> Bool {
    let list = rows.batch.list(phrase, row: index)
    var number = list.lowerBound
    while number < list.upperBound {
      let position = rows.batch.positions.all[number]
      guard body(PositionCollector.column(of: position), PositionCollector.token(of: position))
      else { return false }
      number += 1
    }
    return true
  }

  @inline(__always)
  func occurrences(ofPhrase phrase: Int) throws(FullTextError) -> PhraseOccurrences? {
    let list = rows.batch.list(phrase, row: index)
    if list.isEmpty { return nil }
    let positions = rows.batch.positions
    let column = PositionCollector.column(of: positions.all[list.lowerBound])
    let last = PositionCollector.column(of: positions.all[list.upperBound - 1])
    // Of a longer list only the beginning is known.
    return PhraseOccurrences(
      column: column, most: list.count,
      areInOneColumn: column == last && list.count <= FTS5Candidates.occurrenceLimit)
  }
}
