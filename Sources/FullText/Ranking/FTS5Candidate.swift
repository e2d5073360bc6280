/// A row that ``FTS5Candidates`` has kept.
public struct FTS5Candidate: Sendable {
  /// An occurrence of a word.
  public struct Occurrence: Equatable, Sendable {
    /// The number of the word in the request.
    public let word: Int
    /// The number of the form of the word.
    public let form: Int
    /// The column.
    public let column: Int
    /// The position of the first token in the column.
    public let token: Int
    /// The number of tokens.
    public let count: Int

    /// Makes an occurrence.
    public init(word: Int, form: Int, column: Int, token: Int, count: Int) {
      (self.word, self.form, self.column, self.token, self.count) = (
        word, form, column, token, count
      )
    }
  }

  /// The row's id.
  public let rowID: Int64
  /// The words that occur in the row: a bit for each.
  public let words: UInt64
  /// The words that the row has otherwise; see ``FTS5Candidates/Request/given``.
  public let given: UInt64
  /// The sum of the scores of the words; larger is better.
  public let score: Double
  /// Whether no decisive word is missing.
  public let isFull: Bool
  /// The score of each word in the request.
  public let wordScores: [Double]
  /// The occurrences of the words, in no order; at most ``FTS5Candidates/occurrenceLimit`` of a phrase.
  public let occurrences: [Occurrence]
  /// Whether all occurrences are in ``occurrences``.
  public let hasAllOccurrences: Bool

  package init(
    rowID: Int64, words: UInt64, given: UInt64, score: Double, isFull: Bool, wordScores: [Double],
    occurrences: [Occurrence], hasAllOccurrences: Bool
  ) {
    (self.rowID, self.words, self.given, self.score) = (rowID, words, given, score)
    (self.isFull, self.wordScores, self.occurrences) = (isFull, wordScores, occurrences)
    self.hasAllOccurrences = hasAllOccurrences
  }
}

extension FTS5Candidate {
  /// A row with all decisive words, none of which is in its text.
  public init(rowID: Int64, given: UInt64, score: Double) {
    self.init(
      rowID: rowID, words: 0, given: given, score: score, isFull: true, wordScores: [],
      occurrences: [], hasAllOccurrences: true)
  }
}

extension FTS5Candidate: Comparable {
  /// Whether the first is the better match; of equal ones the row that was added later.
  public static func < (first: Self, second: Self) -> Bool {
    if first.isFull != second.isFull { return first.isFull }
    return first.score > second.score || first.score == second.score && first.rowID > second.rowID
  }

  /// Whether both are the same row with the same score.
  public static func == (first: Self, second: Self) -> Bool {
    first.score == second.score && first.rowID == second.rowID && first.isFull == second.isFull
  }
}
