import FullText
public import IndexStorage
import LinuxSystem
import SittaSQLite
import TextAnalysis

/// A connection that only reads the index.
///
/// Each of its answers comes from one ``Snapshot``. It belongs to one isolation domain.
public final class IndexReader {
  let database: Database
  /// The words that match for the words of the current query.
  let words: QueryWords
  /// The best matches of the current query.
  let best: FTS5BestMatches
  /// The best rows of the current query, before they are scored exactly.
  let candidates: FTS5Candidates
  /// The counts of common words, shared with the other readers.
  let phraseCounts: FTS5PhraseCounts
  /// The folder of each document, for ranking.
  let folders: SnapshotFolders
  /// The documents that were ranked last.
  let documents = SnapshotDocuments()
  /// The lengths of the documents, for ranking.
  let lengths: SnapshotLengths
  /// Finds the words of titles and names for ranking.
  var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  let decompressor = TextDecompressor()
  /// Threads that help to make snippets.
  var helpers: HelperThreads?
  let settings: TextSettings
  let log: CommitLog
  /// Whether some documents are not shown; see ``HiddenDocuments``.
  let hidesDocuments: Bool
  /// The row that the function `explain_row` has seen last.
  let explainedRow = ExplainedRow()

  /// Opens the index for reading; it must exist.
  public convenience init(_ store: IndexStore) throws {
    try self.init(store, sharing: ReaderCaches())
  }

  /// Opens the index for reading; it must exist.
  ///
  /// - Parameters:
  ///   - store: the index.
  ///   - caches: what it shares with other readers of the index.
  /// - Throws: the error of SQLite.
  init(_ store: IndexStore, sharing caches: ReaderCaches) throws {
    let text = store.text
    let words = QueryWords(text, compounds: caches.compounds)
    let analysis = text.analysis
    (database, hidesDocuments) = try store.openForReading { QueryTokenizer(words, analysis) }
    // If this fails, the first query fails as well and handles the error.
    words.hasPeople = (try? Schema.hasPeople(in: database)) ?? true
    self.words = words
    folders = SnapshotFolders(caches.folders) { words.stems(of: $0) }
    settings = text
    log = store.log
    lengths = SnapshotLengths()
    best = FTS5BestMatches(lengths: lengths.lengths, counts: caches.phraseCounts)
    candidates = FTS5Candidates(lengths: lengths.lengths)
    phraseCounts = caches.phraseCounts
    try database.add(auxiliaryFunction: .gather(into: best))
    try database.add(auxiliaryFunction: .candidates(into: candidates))
    try database.add(auxiliaryFunction: .explaining(into: explainedRow))
  }

  /// The languages whose stems are used, in the order in which they were added.
  ///
  /// - Throws: the error of SQLite.
  func languages() throws(SQLiteError) -> [String] {
    try words.updateLanguages(in: database)
    return words.languages
  }

  /// The stop words of the languages in use, and the stop words of the settings.
  func stopWords() throws(SQLiteError) -> [StopWords] {
    try languages().compactMap { try? StopWords(languages: [$0]) } + [settings.stopWords]
  }

  /// Frees memory that only the last queries needed.
  public func releaseMemory() {
    documents.removeAll()
    folders.releaseMemory()
    database.releaseMemory()
  }

  /// Interrupts a running query as soon as a condition is found to hold; see
  /// ``SittaSQLite/Database/setStopCondition(_:)``.
  func setStopCondition(_ isTrue: (() -> Bool)?) {
    database.setStopCondition(isTrue)
  }
}
