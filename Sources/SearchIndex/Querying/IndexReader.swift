import FullText
import LinuxSystem
import SQLite
import TextAnalysis

/// A connection that only reads; each of its answers is of one state of the index.
public final class IndexReader {
  let database: Database
  let words: QueryWords
  let best: FTS5BestMatches
  /// Cuts texts at the words the index counts; what is colocated with them is of no use here.
  var analyzer = SittaAnalyzer()
  let decompressor = TextDecompressor()
  let settings: TextSettings
  let log: CommitLog
  /// What the function `explain_row` has last seen.
  let explainedRow = ExplainedRow()
  private let lengths = FTS5DocumentLengths()
  /// The state of the index that the lengths belong to.
  private var lengthsClock: IndexClock?

  /// Opens the index for reading; it must exist.
  public init(_ store: IndexStore) throws {
    database = try Database(
      path: store.file.bytes, access: .readOnly, sharing: .thisProcess)
    try database.execute("PRAGMA cache_size=-4000")
    try Schema.addFunctions(to: database)
    let words = QueryWords(store.text)
    let analysis = store.text.analysis
    try Schema.add({ QueryTokenizer(words, analysis) }, to: database)
    self.words = words
    settings = store.text
    log = store.log
    best = FTS5BestMatches(lengths: lengths, counts: store.phraseCounts)
    try database.add(auxiliaryFunction: .gather(into: best))
    try database.add(auxiliaryFunction: .explaining(into: explainedRow))
  }

  /// Gives back memory that only the last queries needed.
  public func releaseMemory() {
    database.releaseMemory()
  }
}

extension IndexReader {
  func snapshot<Value>(
    deadline: ContinuousClock.Instant?, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    database.setDeadline(deadline)
    defer { database.setDeadline(nil) }
    try database.begin(.deferred)
    defer { database.rollBack() }
    return try body()
  }

  /// Reads the lengths of the documents that have changed since they were read.
  ///
  /// Where that fails, ranking looks lengths up in the index, which is right and slower.
  func bringLengthsUpToDate() throws(SQLiteError) {
    let now = try clock()
    if now == lengthsClock { return }
    do throws(FullTextError) {
      if let before = lengthsClock, let changes = log.changes(from: before, to: now) {
        try lengths.refresh(changes.texts, fromTable: "search", in: database)
      } else {
        try lengths.load(fromTable: "search", in: database)
      }
      lengthsClock = now
    } catch {
      lengthsClock = nil
      if let cause = error.cause { throw cause }
    }
  }

  /// The state of the index in this transaction.
  func clock() throws(SQLiteError) -> IndexClock {
    try MetaTable(of: database).clock()
  }
}
