import CSittaSQLite
import SittaSQLite

/// The best rows of a full-text query in which not all words must occur, collected while SQLite steps
/// through its matches.
///
/// Rows in which all decisive words occur come first, then the others by their score. The rows are
/// available even if the statement was interrupted. The positions of the words are kept for the best rows
/// only, so that a second step can look at them closely.
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
    /// How occurrences in each column count; a column without a field does not.
    public var fields: [RankedField]
    /// The number of rows to keep.
    public var limit: Int
    /// The part of the shares of all decisive words that a row must have.
    public var leastShare = 0.0
    /// The number of tokens in an average row.
    public var averageLength = 1.0
    /// The number of phrases in the expression; 0 if it is not known.
    ///
    /// FTS5 drops a phrase in which its tokenizer finds no token. Then the numbers of the forms are
    /// wrong, and each phrase counts as a word of its own.
    public var phraseCount = 0
    /// A row that is kept in ``FTS5Candidates/watched``, unless the limit is 0.
    public var watched: Int64?
    /// The words that a row has although its text may lack them, and the score of such a word before its
    /// weight.
    public var given: (words: (Int64) -> UInt64, score: Double)?

    /// Makes the options of a query.
    public init(words: [RankedWord], fields: [RankedField], limit: Int) {
      self.words = Array(words.prefix(UInt64.bitWidth))
      self.fields = fields
      self.limit = limit
    }
  }

  /// At most this many occurrences of a phrase are kept for a row.
  public static let occurrenceLimit = 512
  /// Occurrences in the text of a row that are counted: more do not change the score visibly.
  static let countedOccurrences = 24

  private let lengths: FTS5DocumentLengths
  // SQLite passes one row after the other, and the check for each row took a tenth of the time.
  @exclusivity(unchecked)
  private var collector = CandidateCollector(
    Request(words: [], fields: [], limit: 0), LengthTable())

  /// Makes a collector for one table.
  ///
  /// - Parameter lengths: the lengths of the table's documents; missing ones are looked up in the table.
  public init(lengths: FTS5DocumentLengths) {
    self.lengths = lengths
  }

  /// The number of rows with all decisive words.
  public var fullCount: Int { unsafe collector.fullCount }
  /// The number of rows with a part of them.
  public var partialCount: Int { unsafe collector.partialCount }

  /// The watched row, if it was counted; it need not be among the best.
  public var watched: FTS5Candidate? { unsafe collector.watched }

  /// Removes all rows and prepares for the next statement.
  public func begin(_ request: Request) {
    unsafe collector = CandidateCollector(request, lengths.lengthTable)
  }

  /// Frees the rows.
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
