import SittaSQLite

extension FTS5SegmentReader {
  /// A word for ``test(_:in:function:)``.
  public struct Word: Sendable {
    /// The word in FTS5's language, for example in quotes.
    public let expression: String
    /// The terms that the table's tokenizer gives for it in a query, all at one position.
    public let terms: [[UInt8]]

    /// Makes a word.
    public init(expression: String, terms: [[UInt8]]) {
      (self.expression, self.terms) = (expression, terms)
    }
  }

  /// Asks the segments and FTS5 and compares both answers; a difference switches the readers off.
  ///
  /// It takes the time of both. For one in a thousand queries it can be done in idle time. The answer of FTS5 is
  /// in the candidates afterwards.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - candidates: collect both answers, one after the other.
  ///   - search: runs the statement of FTS5 in the same transaction; it calls the function of `candidates`.
  /// - Returns: whether the answers are equal.
  /// - Throws: ``FTS5SegmentError`` of the reader, which says nothing about FTS5, or the error of `search`.
  public func compare(
    _ request: FTS5SegmentRequest, in candidates: FTS5Candidates, with search: () throws -> Void
  ) throws -> Bool {
    try collect(request, into: candidates)
    let own = CandidateAnswer(candidates)
    candidates.begin(request.candidates)
    try search()
    let isEqual = own == CandidateAnswer(candidates)
    if !isEqual { state.switchOff() }
    return isEqual
  }

  /// Compares some words with FTS5, for example when a table is opened; a difference switches the readers off.
  ///
  /// Three words of different frequency take a few milliseconds in a table of 100,000 rows.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - candidates: are empty afterwards.
  ///   - function: the name of the auxiliary function that collects them.
  /// - Returns: whether all answers are equal.
  /// - Throws: ``FTS5SegmentError``, or the error of SQLite.
  public func test(
    _ words: [Word], in candidates: FTS5Candidates, function: String = "candidate"
  ) throws -> Bool {
    defer { candidates.end() }
    let name = quotedName(table)
    for word in words {
      let ranked = RankedWord([RankedWord.Form(phrase: 0, factor: 1)], weight: 1)
      let fields = (0..<ColumnCounts.columnCount).map { RankedField(weight: Double(1 + $0)) }
      var request = FTS5Candidates.Request(words: [ranked], fields: fields, limit: 200)
      request.phraseCount = 1
      let isEqual = try compare(
        FTS5SegmentRequest(request, phrases: [word.terms]), in: candidates
      ) {
        try pages.database.run(
          "SELECT 1 FROM main.\(name) WHERE \(name) MATCH ?1 AND \(quotedName(function))(\(name))",
          .text(word.expression))
      }
      if !isEqual { return false }
    }
    return true
  }
}

/// The answer to a request.
private struct CandidateAnswer: Equatable {
  private let counts: [Int]
  private let rows: [Row]

  private struct Row: Equatable {
    let candidate: FTS5Candidate
    let words: UInt64
    let given: UInt64
    let wordScores: [Double]
    let occurrences: [FTS5Candidate.Occurrence]
    let hasAllOccurrences: Bool
    let isTitled: Bool

    init(_ row: FTS5Candidate) {
      candidate = row
      (words, given, wordScores) = (row.words, row.given, row.wordScores)
      (occurrences, hasAllOccurrences) = (row.occurrences, row.hasAllOccurrences)
      isTitled = row.isTitled
    }
  }

  init(_ candidates: FTS5Candidates) {
    counts = [candidates.fullCount, candidates.partialCount]
    rows = candidates.rows.map(Row.init) + [candidates.watched].compactMap(\.self).map(Row.init)
  }
}
