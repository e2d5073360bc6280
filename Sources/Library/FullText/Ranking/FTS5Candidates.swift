import CSittaSQLite
import SittaSQLite

/// The best rows of a full-text query, of whose words a row may lack some; they are collected while SQLite
/// steps through the matches.
///
/// Rows with all decisive words come first, then the others by score. The rows are available even if the
/// statement was interrupted. The positions of words are kept for the best rows only, so that a second step
/// can examine them.
///
/// ```swift
/// let candidates = FTS5Candidates(lengths: lengths)
/// try db.add(auxiliaryFunction: .candidates(into: candidates))
/// candidates.begin(request)
/// try db.execute("SELECT 1 FROM book WHERE book MATCH 'white OR whale' AND candidate(book)")
/// for row in candidates.rows { print(row.rowID, row.score) }
/// ```
public final class FTS5Candidates {
  /// The options of a query.
  public struct Request {
    /// The words, at most 64.
    public var words: [RankedWord]
    /// How occurrences in each column count; those in columns without a field do not.
    public var fields: [RankedField]
    /// How many occurrences give half of the highest score of a word: `k₁` of BM25.
    public var saturation = 1.2
    /// The number of rows to keep.
    public var limit: Int
    /// How many of the first columns are titles, for ``titledLimit``; at most 8.
    public var titleColumns = 0
    /// The number of rows to keep whose titles have all decisive words, even if the scores of other rows are higher.
    public var titledLimit = 0
    /// The least sum of the shares of a row's decisive words, as a part of the sum for all decisive words.
    public var leastShare = 0.0
    /// The average number of tokens in a row.
    public var averageLength = 1.0
    /// The number of phrases in the expression; 0 if it is not known.
    ///
    /// FTS5 drops a phrase in which its tokenizer finds no token. Then the phrases have other numbers than
    /// the forms, and each phrase counts as a word of its own.
    public var phraseCount = 0
    /// The id of a row that is kept in ``FTS5Candidates/watched``, unless the limit is 0.
    public var watched: Int64?
    /// Returns the words that count for a row even if its text lacks them, a bit for each; and the score of
    /// such a word before its weight.
    public var given: (words: (Int64) -> UInt64, score: Double)?

    /// Makes the options of a query.
    public init(words: [RankedWord], fields: [RankedField], limit: Int) {
      self.words = Array(words.prefix(UInt64.bitWidth))
      self.fields = fields
      self.limit = limit
    }

    /// The number of columns in which words are looked for because of ``titledLimit``.
    var titles: Int { titledLimit > 0 ? min(titleColumns, ColumnCounts.columnCount) : 0 }

    /// The limit of the score of a word that occurs very often, before its weight.
    var mostScore: Double { saturation + 1 }

    /// Returns the score of a word whose occurrences count `frequency` times in all columns, before its weight.
    @inline(__always)
    func score(_ frequency: Double) -> Double {
      (saturation + 1) * frequency / (frequency + saturation)
    }
  }

  /// The most occurrences of a phrase in a row that are kept.
  public static let occurrenceLimit = 512
  /// The most occurrences of a phrase in a row that are counted; more would not change the score visibly.
  static let countedOccurrences = 24

  private let lengths: FTS5DocumentLengths
  // The exclusivity check for each row took a tenth of the time; SQLite passes one row at a time.
  @exclusivity(unchecked)
  private var collector = CandidateCollector(
    Request(words: [], fields: [], limit: 0), LengthTable())

  /// Makes a collector for one table.
  ///
  /// - Parameter lengths: the lengths of the table's documents; missing ones are read from the table.
  public init(lengths: FTS5DocumentLengths) {
    self.lengths = lengths
  }

  /// The number of rows with all decisive words.
  public var fullCount: Int { unsafe collector.fullCount }
  /// The number of rows with only some of the decisive words, but enough of their weight.
  public var partialCount: Int { unsafe collector.partialCount }

  /// The watched row, even if it is not among the best; nil if it was not counted.
  public var watched: FTS5Candidate? { unsafe collector.watched }

  /// Removes all rows and prepares for the next statement.
  public func begin(_ request: Request) {
    unsafe collector = CandidateCollector(request, lengths.lengthTable)
  }

  /// Removes all rows and frees their memory.
  public func end() {
    begin(Request(words: [], fields: [], limit: 0))
  }

  /// The best rows so far, the best one first.
  ///
  /// O(rows × log rows + occurrences × log words).
  public var rows: [FTS5Candidate] { unsafe collector.rows }

  fileprivate func collect(_ match: borrowing FTS5Match) throws {
    unsafe try collector.collect(match)
  }

  /// The lengths of the table's documents.
  var lengthTable: LengthTable { lengths.lengthTable }

  /// Collects rows that were not found by a statement.
  func withCollector<Result, Failure: Error>(
    _ body: (inout CandidateCollector) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(&collector)
  }
}

extension FTS5AuxiliaryFunction {
  /// A function that passes each match to ``FTS5Candidates`` and returns NULL.
  ///
  /// Call it as `candidate(table)` in WHERE, where NULL rejects every row. SQLite can evaluate the
  /// parts of WHERE in any order, so put other conditions around it:
  /// `AND CASE WHEN … THEN candidate(table) END`.
  ///
  /// - Parameters:
  ///   - name: the name of the function in SQL.
  ///   - candidates: the collector, for one statement at a time.
  /// - Returns: the function, to be added to a connection.
  public static func candidates(
    named name: String = "candidate", into candidates: FTS5Candidates
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, _ in
      try candidates.collect(match)
      return .null
    }
  }
}
