import FullText

/// A candidate with its exact score.
struct RankedRow: Comparable {
  let candidate: FTS5Candidate
  /// The parts of its score; empty unless the score is to be explained.
  var parts: [ScorePart] = []
  /// The sum of the parts.
  var score: Double
  /// Whether it matches fully, with its words near each other.
  var isNear: Bool
  /// The document; nil if it was not scored exactly.
  var document: KnownDocument?
  /// The number of folders above it.
  var depth = 0

  /// A row with the score of the first step.
  init(_ candidate: FTS5Candidate) {
    self.candidate = candidate
    score = candidate.score
    isNear = candidate.isFull
  }

  var id: DocumentID { DocumentID(rawValue: candidate.rowID) }

  /// Whether the first is the better match.
  static func < (first: RankedRow, second: RankedRow) -> Bool {
    if first.isNear != second.isNear { return first.isNear }
    if first.score != second.score { return first.score > second.score }
    return first.candidate.rowID > second.candidate.rowID
  }

  static func == (first: RankedRow, second: RankedRow) -> Bool {
    first.candidate == second.candidate && first.score == second.score
  }

  /// Files that a person writes one after the other.
  struct Series: Hashable {
    let folder: FolderID
    let name: String
    let ending: String
    /// The words of the query in the name, and whether it matches fully.
    let words: UInt64
    let isNear: Bool
  }

  /// The series that it can belong to; nil if it was not scored exactly.
  var series: Series? {
    guard let document, !document.name.series.isEmpty else { return nil }
    var words: UInt64 = 0
    for occurrence in candidate.occurrences where occurrence.column == Schema.nameColumn {
      words |= 1 << UInt64(occurrence.word)
    }
    return Series(
      folder: document.folder, name: document.name.series, ending: document.name.ending,
      words: words, isNear: isNear)
  }

  /// Whether it was changed later; of equal ones the better match.
  func isNewer(than other: RankedRow) -> Bool {
    guard let document, let others = other.document, document.modified != others.modified else {
      return self < other
    }
    return others.modified < document.modified
  }
}
