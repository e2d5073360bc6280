import FullText
public import IndexStorage
import LinuxSystem
import SittaSQLite
import TextAnalysis

/// A connection that only reads the index.
///
/// Each call reads from one ``Snapshot``. Only one isolation domain may use a reader.
public final class IndexReader {
  let database: Database
  /// The words of the index that match the words of the current query.
  let words: QueryWords
  /// Collects the best matches of the current query.
  let best: FTS5BestMatches
  /// Collects the best rows of the current query, before they are scored exactly.
  let candidates: FTS5Candidates
  /// Reads FTS5's pages for ``candidates``; nil if this version of FTS5 writes other pages.
  let segments: FTS5SegmentReader?
  /// Whether ``segments`` has looked at the current snapshot.
  var areSegmentsPrepared = false
  /// The counts of common words, shared with the other readers.
  let phraseCounts: FTS5PhraseCounts
  /// The folder of each document, for ranking.
  let folders: SnapshotFolders
  /// The documents that were ranked last, as a cache.
  let documents = SnapshotDocuments()
  /// When the documents of folders came, for ranking.
  let arrivals = ArrivalTimes()
  /// The lengths of the documents, for ranking.
  let lengths: SnapshotLengths
  /// Splits titles and names into words for ranking.
  var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  let decompressor = TextDecompressor()
  /// The threads that help to make snippets; nil for none.
  var helpers: HelperThreads?
  let settings: TextSettings
  let log: CommitLog
  /// Whether some documents are not shown; see ``HiddenDocuments``.
  let hidesDocuments: Bool
  /// What the function `explain_row` stored about a row.
  let explainedRow = ExplainedRow()

  /// Opens the index for reading; it must exist.
  public convenience init(_ store: IndexStore) throws {
    try self.init(store, sharing: ReaderCaches())
  }

  /// Opens the index for reading; it must exist, and finds the compounds of the words of another engine.
  package convenience init(_ store: IndexStore, compounds: CompoundWords) throws {
    var caches = ReaderCaches()
    caches.compounds = compounds
    try self.init(store, sharing: caches)
  }

  /// Opens the index for reading; it must exist, and shares the caches with its other readers.
  init(_ store: IndexStore, sharing caches: ReaderCaches) throws {
    let text = store.text
    let words = QueryWords(text, compounds: caches.compounds)
    let analysis = text.analysis
    (database, hidesDocuments) = try store.openForReading { QueryTokenizer(words, analysis) }
    // An error here is ignored: the first query fails in the same way, and reports it.
    words.hasPeople = (try? Schema.hasPeople(in: database)) ?? true
    self.words = words
    folders = SnapshotFolders(caches.folders) { words.stems(of: $0) }
    settings = text
    log = store.log
    lengths = SnapshotLengths()
    best = FTS5BestMatches(lengths: lengths.lengths, counts: caches.phraseCounts)
    candidates = FTS5Candidates(lengths: lengths.lengths)
    segments = try? FTS5SegmentReader(table: "search", in: database, state: caches.segments)
    phraseCounts = caches.phraseCounts
    try database.add(auxiliaryFunction: .gather(into: best))
    try database.add(auxiliaryFunction: .candidates(into: candidates))
    try database.add(auxiliaryFunction: .explaining(into: explainedRow))
  }

  /// The languages whose stems are used, in the order in which they were added.
  func languages() throws(SQLiteError) -> [String] {
    try words.updateLanguages(in: database)
    return words.languages
  }

  /// Returns the stop words of the languages in use, and those of the settings.
  func stopWords() throws(SQLiteError) -> [StopWords] {
    try languages().compactMap { try? StopWords(languages: [$0]) } + [settings.stopWords]
  }

  /// Frees memory that is only a cache of the last queries.
  public func releaseMemory() {
    documents.removeAll()
    arrivals.removeAll()
    folders.releaseMemory()
    segments?.releaseMemory()
    database.releaseMemory()
  }
}
