import QueryLanguage
import SittaSQLite

/// How frequent the words of a query are in several indexes that rank as one.
///
/// Without them, each index would take a word for an error that only another index has.
struct KnownWords {
  private var documents: [[UInt8]: Int] = [:]
  private var typed: [[UInt8]: Int] = [:]
  /// The words in the names of folders.
  private var inFolders: Set<[UInt8]> = []
  /// The ranges of the terms that a document has in their column.
  private var inColumns: Set<Range<Int>> = []
  /// Whether some document matches the query fully.
  let haveHits: Bool

  /// Reads the numbers of all indexes.
  ///
  /// - Returns: nil if there are none, or if they belong to another query.
  /// - Throws: the error of SQLite.
  init?(
    of text: String, _ reading: Query.ReadingOptions, _ options: SearchOptions,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    guard let statistics = options.statistics, let query = try? Query(parsing: text, reading) else {
      return nil
    }
    let plan = try SearchPlan(query, options, in: snapshot)
    let counted = CountedTerms(plan, options, snapshot.reader.words)
    guard let documents = counted.documents(statistics, query: 0),
      let typed = counted.typedDocuments(statistics, query: 0)
    else { return nil }
    let terms = query.root.termsInColumns
    if terms.count != statistics.inColumns.count { return nil }
    for (term, isFound) in zip(terms, statistics.inColumns) where isFound {
      inColumns.insert(term.range)
    }
    haveHits = statistics.fullMatches > 0
    for (number, word) in counted.queries[0].words.enumerated() where word.tokens.count == 1 {
      self.documents[word.tokens[0]] = documents[number]
      self.typed[word.tokens[0]] = typed[number]
    }
    for (word, isInFolders) in zip(
      counted.queries[0].words, counted.areInFolders(statistics, query: 0) ?? [])
    where isInFolders && word.tokens.count == 1 {
      inFolders.insert(word.tokens[0])
    }
  }

  /// Whether a document has a form of a word, in the column that was typed with it.
  func isFound(_ word: TypedWord) -> Bool {
    word.term.column == nil
      ? documents[word.token] ?? 0 > 0 : inColumns.contains(word.term.range)
  }

  /// Whether a document has a word as it was typed, in any column.
  func occurs(_ word: TypedWord) -> Bool { documents[word.token] ?? 0 > 0 }

  /// Whether the name of a folder has a word.
  func isInFolders(_ word: TypedWord) -> Bool {
    word.term.column == nil && inFolders.contains(word.token)
  }

  /// The number of documents with a word as it was typed; 0 for one that is not in the query.
  func frequency(of token: [UInt8]) -> Int { typed[token] ?? 0 }
}
