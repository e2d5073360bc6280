public import IndexStorage
public import LinuxSystem
public import QueryLanguage
public import SittaSQLite

extension IndexReader {
  /// Searches the index.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - options: how many hits to return, and in which order.
  ///   - deadline: when to stop and return the hits found so far.
  /// - Returns: the hits; ``SearchPage/isComplete`` says whether all matches were seen.
  /// - Throws: the error of SQLite; an interruption if the deadline passed before the search began
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func search(
    _ query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SearchPage {
    try Search(query: query, options: options, deadline: deadline).run(in: Snapshot(of: self))
  }

  /// Searches the index for a query and for another reading of it, whose best full matches come first.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - spoken: the other reading, such as the one of ``SpokenFilters``.
  ///   - options: how many hits to return; the order must be by relevance.
  ///   - deadline: when to stop and return the hits found so far.
  /// - Returns: the hits of both; and from the first hit on, those that the other reading has found: none if it
  ///   has found nothing.
  /// - Throws: the error of SQLite; an interruption if the deadline passed before the search began
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func search(
    _ query: Query, orFirst spoken: Query, _ options: SearchOptions,
    deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> (page: SearchPage, spoken: [SearchHit]) {
    try SpokenSearch(query: query, spoken: spoken, options: options, deadline: deadline)
      .run(in: Snapshot(of: self))
  }

  /// Counts the documents that match.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - options: where to search, and which facets to count; the number and order of hits do not matter.
  ///   - deadline: when to stop and return the counts so far.
  /// - Returns: the number of documents, and the facets.
  /// - Throws: the error of SQLite.
  public func count(
    _ query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SearchCount {
    try MatchCount(query: query, options: options)
      .run(in: Snapshot(of: self, deadline: deadline))
  }

  /// Lists the documents in and below a folder, in the order of their numbers.
  ///
  /// - Parameter request: the folder, and which documents are listed.
  /// - Returns: the documents.
  /// - Throws: the error of SQLite.
  public func list(_ request: ListRequest) throws(SQLiteError) -> ListPage {
    try request.run(in: Snapshot(of: self))
  }

  /// Lists the folders of the index, including the parents of the roots, in the order of their numbers.
  ///
  /// O(limit × depth).
  ///
  /// - Parameters:
  ///   - number: the number after which the list begins.
  ///   - limit: the largest number of folders.
  /// - Returns: the folders.
  /// - Throws: the error of SQLite.
  public func folders(after number: Int64, limit: Int) throws(SQLiteError) -> [ListedFolder] {
    try FolderListing(after: number, limit: limit).run(in: Snapshot(of: self))
  }

  /// Returns the number of folders on the disk at and below a path that are in the index; O(folders below).
  public func folderCount(below path: FilePath) throws(SQLiteError) -> Int {
    let snapshot = try Snapshot(of: self)
    let tree = FolderTree(in: snapshot.database)
    guard let folder = try tree.folder(at: path) else { return 0 }
    return try tree.count(below: folder)
  }

  /// Suggests texts to replace a typed text; each suggestion has hits.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - words: the words to choose from.
  ///   - options: how the text is read and searched.
  ///   - deadline: when to fail.
  /// - Returns: completions and corrections; none if nothing in the text can be completed.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func suggestions(
    for text: String, from words: WordList, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> Suggestions {
    try VocabularyTable(in: database).createForReading()
    return try SuggestionSearch(text: text, words: words, options: options)
      .run(in: Snapshot(of: self, deadline: deadline))
  }

  /// Explains what the index contains about a path, and why a query finds it or not.
  ///
  /// It counts the hits of the query, so it costs about as much as a search for all hits.
  ///
  /// - Parameters:
  ///   - path: the path of a file or folder that exists or existed.
  ///   - query: the query to explain; nil for none.
  ///   - options: how a search would be done; the number and order of hits do not matter.
  ///   - localClock: the clock in whose time zone dates are shown.
  ///   - deadline: when to stop with an error.
  /// - Returns: the explanation.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func explain(
    _ path: FilePath, _ query: Query? = nil, _ options: SearchOptions = SearchOptions(),
    clock localClock: LocalClock = .utc, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> ExplainedPath {
    try PathExplanation(path: path, query: query, options: options, localClock: localClock)
      .run(in: Snapshot(of: self, deadline: deadline))
  }

  /// The last commit that readers see.
  public func currentClock() throws(SQLiteError) -> IndexClock {
    try Snapshot(of: self).clock
  }

  /// Counts the documents by extractor and state; O(documents), but reads only an SQL index.
  public func statistics() throws(SQLiteError) -> IndexStatistics {
    let snapshot = try Snapshot(of: self)
    return try IndexStatistics(of: snapshot.database, at: snapshot.clock)
  }
}
