import FullText
import LinuxSystem

/// A candidate with its exact score.
struct RankedRow: Comparable {
  /// What is known of its file.
  struct File {
    let folder: FolderID
    /// The number of folders above it.
    let depth: Int
    let name: VersionName
    let size: Int64
    let modified: FileTime
  }

  let candidate: FTS5Candidate
  /// What its score consists of.
  var parts: [ScorePart] = [] {
    didSet { score = parts.reduce(0) { $0 + $1.value } }
  }
  /// The sum of the parts.
  private(set) var score: Double
  /// Whether it matches fully, with its words near each other.
  var isNear: Bool
  /// Its file; nil if it was not scored exactly.
  var file: File?

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
    guard let file, !file.name.series.isEmpty else { return nil }
    var words: UInt64 = 0
    for occurrence in candidate.occurrences where occurrence.column == Schema.nameColumn {
      words |= 1 << UInt64(occurrence.word)
    }
    return Series(
      folder: file.folder, name: file.name.series, ending: file.name.ending, words: words,
      isNear: isNear)
  }

  /// Whether it was changed later; of equal ones the better match.
  func isNewer(than other: RankedRow) -> Bool {
    guard let file, let others = other.file, file.modified != others.modified else {
      return self < other
    }
    return others.modified < file.modified
  }
}
