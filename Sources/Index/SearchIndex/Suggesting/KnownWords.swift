import QueryLanguage
import SittaSQLite

/// How frequent the words of a query are in all indexes whose hits are ranked together.
///
/// Without these numbers, an index would treat a word that only another index contains as an error.
struct KnownWords {
  private var documents: [[UInt8]: Int] = [:]
  private var typed: [[UInt8]: Int] = [:]
  /// The words that are in the name of a folder.
  private var inFolders: Set<[UInt8]> = []
  /// The ranges of the terms that occur in the column to which they are limited.
  private var inColumns: Set<Range<Int>> = []
  /// Whether any document matches the query fully.
  let haveHits: Bool

  /// Reads the numbers from the options of a search.
  ///
  /// - Returns: nil if the options have no numbers, or numbers for another query.
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
    haveHits = statistics.fullMatches ?? 0 > 0
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

  /// Whether a word occurs in any form; if it was typed with a column, in this column.
  func isFound(_ word: TypedWord) -> Bool {
    word.term.column == nil
      ? documents[word.token] ?? 0 > 0 : inColumns.contains(word.term.range)
  }

  /// Whether a word occurs in any form, in any column.
  func occurs(_ word: TypedWord) -> Bool { documents[word.token] ?? 0 > 0 }

  /// Whether the name of a folder contains a word.
  func isInFolders(_ word: TypedWord) -> Bool {
    word.term.column == nil && inFolders.contains(word.token)
  }

  /// The number of documents that contain a word as it was typed; 0 if the word is not in the query.
  func frequency(of token: [UInt8]) -> Int { typed[token] ?? 0 }
}
