import FullText
import HitOrder
import IndexStorage
import LinuxSystem

/// A candidate with its exact score.
struct RankedRow: OrderedHit {
  let candidate: FTS5Candidate
  /// The parts of the score; empty unless the score has to be explained.
  var parts: [ScorePart] = []
  /// The sum of all parts.
  var score: Double
  /// Whether the document matches fully, with the words near each other.
  var isNear: Bool
  /// The document; nil if the row was not scored exactly.
  var document: KnownDocument?
  /// The number of folders above the file.
  var depth = 0
  /// The path of the folder without its locale; see ``DocumentPriors/Folders/translations``.
  var translations: String?
  /// The number of the mail's conversation among the rows; 0 if there is no other message of it.
  var conversation = 0

  /// The cosine between the vectors of the document and of the query; nil if it was not found by meaning.
  var similarity: Float?

  /// Makes a row for a document that was found by meaning alone.
  init(similar match: NearestDocuments.Match) {
    self.init(FTS5Candidate(rowID: match.id.rawValue, given: 0, score: 0))
    isNear = false
  }

  /// Makes a row with the score of the first step.
  init(_ candidate: FTS5Candidate) {
    self.candidate = candidate
    score = candidate.score
    isNear = candidate.isFull
  }

  /// Returns the row with the parts of its score.
  ///
  /// - Parameter row: the row by words, with its parts; nil if it was found by meaning alone.
  /// - Returns: the row with the score of this one.
  func explained(by row: RankedRow?) -> RankedRow {
    var explained = row ?? self
    explained.similarity = similarity
    explained.score = score
    let rest = score - (row?.score ?? 0)
    if rest > 0 { explained.parts.append(ScorePart(.meaning, rest)) }
    return explained
  }

  var id: DocumentID { DocumentID(rawValue: candidate.rowID) }

  func precedesEqual(_ other: RankedRow) -> Bool { candidate.rowID > other.candidate.rowID }

  var isExact: Bool { document != nil }
  var modified: Int64 { document?.modified.nanoseconds ?? 0 }
  var isCopy: Bool { document?.name.isCopy ?? false }
  var isMarked: Bool { document?.name.isMarked ?? false }
  var isLocal: Bool { true }

  /// Identifies a series: files of one folder whose names differ only in numbers and dates.
  struct Series: Hashable {
    let folder: FolderID
    let name: String
    let ending: String
    /// The words of the query in the name, a bit for each; then, whether the row matches fully.
    let words: UInt64
    let isNear: Bool
  }

  /// The series of the file; nil if its name cannot be in a series, or the row was not scored exactly.
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

  /// The conversation of the mail; nil if no other row belongs to it, and for other documents.
  var thread: Int? { conversation == 0 ? nil : conversation }

  /// Identifies the versions of one document: files of one folder whose names differ only in marks.
  struct Version: Hashable {
    let folder: FolderID
    let base: String
    let ending: String
    let isFull: Bool
  }

  /// The versions to which the file belongs; nil if it has none, or the row was not scored exactly.
  var version: Version? {
    guard let document, !document.name.base.isEmpty else { return nil }
    return Version(
      folder: document.folder, base: document.name.base, ending: document.name.ending,
      isFull: candidate.isFull)
  }
}
