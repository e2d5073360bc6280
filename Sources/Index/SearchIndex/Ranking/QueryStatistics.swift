import FullText
public import QueryLanguage
public import SittaSQLite

/// The numbers of an index on which the scores of a query's hits depend.
///
/// A client asks each index for its numbers, adds them up, and passes the sums to each search. Then the
/// scores are the same as in one index with all documents.
public struct QueryStatistics: Equatable, Sendable {
  /// The number of documents.
  public var documents: Int64
  /// The number of tokens in all documents.
  public var tokens: Int64
  /// Identifies the terms that ``counts`` count; only numbers for the same terms can be added.
  public var terms = ""
  /// The number of documents with each form of each word; see ``CountedTerms``.
  public var counts: [Int] = []
  /// For each word, how deep the deepest folder is whose name has it; see ``FolderNames/depths(_:in:)``.
  public var folderDepths: [Int] = []
  /// For each term that is limited to a column, in the order of the query: whether any document matches it.
  public var inColumns: [Bool] = []
  /// The deepest folder that contains all others.
  public var common = CommonFolder()
  /// The number of full matches, at most ten; with fewer, documents with some of the words are searched, too.
  public var fullMatches: Int? = 0
  /// The languages whose stems the index has, sorted.
  public var languages: [String] = []

  /// Makes the statistics of an index without words.
  public init(documents: Int64 = 0, tokens: Int64 = 0) {
    (self.documents, self.tokens) = (documents, tokens)
  }

  /// The number of documents, but at least 1.
  var rowCount: Int64 { max(1, documents) }
  /// The average number of tokens in a document, but at least 1.
  var averageLength: Double { max(1, Double(tokens) / Double(rowCount)) }
}

extension QueryStatistics {
  /// Collects the numbers of one index that do not depend on a query.
  init(of lengths: SnapshotLengths) {
    self.init(documents: lengths.lengths.documentCount, tokens: lengths.lengths.tokenCount)
  }

  /// Counts the forms of all words of a query in one index.
  init(
    _ plan: SearchPlan, _ options: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let reader = snapshot.reader
    self.init(of: reader.lengths)
    var search = CandidateSearch(plan: plan, options: options)
    search.relaxes = false
    fullMatches = options.isStrict ? 0 : try search.run(in: snapshot).nearMatches
    languages = reader.words.languages.sorted()
    common = reader.folders.commonFolder
    let counted = CountedTerms(plan, options, reader.words)
    terms = counted.name
    for query in counted.queries {
      for number in query.words.indices {
        let existing = Set(
          query.countedForms(of: number, reader.words, options.weights.forms).map(\.description))
        for form in query.possibleForms(of: number, reader.words, options.weights.forms) {
          // No document contains a form that does not occur in this index.
          let count =
            existing.contains(form.description)
            ? try reader.count(matching: form, of: rowCount) : 0
          counts.append(count)
        }
      }
      folderDepths += reader.folders.names.depths(
        query.namesOfFolders(reader.words), in: reader.folders.chain.folders)
    }
  }
}

extension IndexReader {
  /// Returns the numbers on which the scores of a query's hits depend.
  ///
  /// - Parameters:
  ///   - query: the query of the search.
  ///   - options: the options of the search; their ``SearchOptions/statistics`` are ignored.
  ///   - deadline: when to stop with an error.
  /// - Returns: the numbers of this index.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func statistics(
    for query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> QueryStatistics {
    var options = options
    options.statistics = nil
    let snapshot = try Snapshot(of: self, deadline: deadline)
    try lengths.update(in: snapshot)
    try folders.update(in: snapshot)
    var statistics = try QueryStatistics(
      SearchPlan(query, options, in: snapshot), options, in: snapshot)
    for term in query.root.termsInColumns {
      statistics.inColumns.append(try snapshot.hasHits(Query(.term(term)), options))
    }
    return statistics
  }
}
