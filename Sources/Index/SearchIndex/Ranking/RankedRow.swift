import FullText
import HitOrder
import IndexStorage
import LinuxSystem

/// A candidate with its exact score.
struct RankedRow: OrderedHit {
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

  func precedesEqual(_ other: RankedRow) -> Bool { candidate.rowID > other.candidate.rowID }

  var isExact: Bool { document != nil }
  var modified: Int64 { document?.modified.nanoseconds ?? 0 }
  var isCopy: Bool { document?.name.isCopy ?? false }
  var isMarked: Bool { document?.name.isMarked ?? false }
  var isLocal: Bool { true }

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

  /// The names that versions of one document share.
  struct Version: Hashable {
    let folder: FolderID
    let base: String
    let ending: String
    let isFull: Bool
  }

  /// The name that versions of it share; nil if it was not scored exactly.
  var version: Version? {
    guard let document, !document.name.base.isEmpty else { return nil }
    return Version(
      folder: document.folder, base: document.name.base, ending: document.name.ending,
      isFull: candidate.isFull)
  }
}
