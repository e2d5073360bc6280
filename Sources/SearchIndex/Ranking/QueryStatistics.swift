import FullText
public import QueryLanguage
public import SQLite

/// What the score of a hit depends on besides its document: the numbers of one index, or of several that
/// rank as one.
///
/// Ask each index for its statistics of a query, add them, and hand the sum to each search: then the
/// scores are those of one index with all documents.
public struct QueryStatistics: Equatable, Sendable {
  /// The number of documents.
  public var documents: Int64
  /// The number of tokens in all documents.
  public var tokens: Int64
  /// The number of documents with each form of a word, by the expression that finds it.
  public var counts: [String: Int]
  /// How many documents match fully, at most ten: with fewer, documents with a part of the words follow.
  public var fullMatches = 0

  /// Makes statistics.
  public init(documents: Int64 = 0, tokens: Int64 = 0, counts: [String: Int] = [:]) {
    (self.documents, self.tokens, self.counts) = (documents, tokens, counts)
  }

  /// Adds the documents of another index.
  public mutating func add(_ other: QueryStatistics) {
    documents += other.documents
    tokens += other.tokens
    fullMatches = min(fullMatches + other.fullMatches, CandidateSearch.fewMatches)
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The number of documents, at least 1.
  var rowCount: Int64 { max(1, documents) }
  /// The number of tokens in an average document, at least 1.
  var averageLength: Double { max(1, Double(tokens) / Double(rowCount)) }
}

extension QueryStatistics {
  /// The numbers of one index, without those of words.
  init(of lengths: SnapshotLengths) {
    self.init(documents: lengths.lengths.documentCount, tokens: lengths.lengths.tokenCount)
  }

  /// Counts the forms of all words of a query in one index.
  ///
  /// - Throws: the error of SQLite.
  init(
    _ plan: SearchPlan, _ options: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let reader = snapshot.reader
    self.init(of: reader.lengths)
    var own = options
    own.statistics = nil
    var search = CandidateSearch(plan: plan, options: own)
    search.relaxes = false
    let found = try search.run(in: snapshot)
    fullMatches = options.isStrict ? 0 : found.nearCount
    for splits in options.isStrict ? [false] : [false, true] {
      let query = RankedQuery(
        plan.root, reader.words, splits: splits, relaxes: !options.isStrict)
      for number in query.words.indices {
        for form in query.countedForms(of: number, reader.words, options.weights.forms)
        where counts[form] == nil {
          counts[form] = try reader.phraseCounts.count(
            matching: form, in: "search", of: rowCount, snapshot.database)
        }
      }
    }
  }
}

extension RankedQuery {
  /// The expressions whose documents are counted for the weight of a word.
  func countedForms(of number: Int, _ words: QueryWords, _ factors: FormFactors) -> [String] {
    let word = self.words[number]
    if word.isRelaxed { return forms(of: number, words, factors).map(\.description) }
    let phrase = MatchExpression.Phrase(
      column: nil, text: word.text, forms: .typed, isPrefix: word.isPrefix)
    return [MatchExpression.phrase(phrase).description]
  }
}

extension IndexReader {
  /// The numbers on which the scores of a query's hits depend.
  ///
  /// - Parameters:
  ///   - query: what will be searched for.
  ///   - options: how; their own statistics are ignored.
  ///   - deadline: when to give up.
  /// - Returns: the numbers of this index.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SQLite/SQLiteError/isInterruption``).
  public func statistics(
    for query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> QueryStatistics {
    let snapshot = try Snapshot(of: self, deadline: deadline)
    try lengths.update(in: snapshot)
    try folders.update(in: snapshot)
    return try QueryStatistics(SearchPlan(query, options, in: snapshot), options, in: snapshot)
  }
}
