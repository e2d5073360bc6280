package import FullText
import LinuxSystem
package import SittaSQLite
import TextAnalysis

/// The index that readers open, which need not be the index that is written.
extension IndexStore {
  /// Whether readers can read the index that they open.
  public var canBeRead: Bool {
    guard file.exists, let database = try? openForReading() else { return false }
    return (try? probe(database)) != nil
  }

  /// Whether the index that readers open has all its tables and can be read, after a short check.
  ///
  /// If so, a statement with an unknown name is wrong by itself.
  public var isComplete: Bool {
    guard let database = try? openForReading() else { return false }
    return (try? Schema.isComplete(in: database)) == true && (try? probe(database)) != nil
  }

  /// The languages whose stems the readers' index has.
  ///
  /// If languages are set, or if the index cannot be read, they are the languages of the settings.
  public var languages: [String] {
    guard text.choosesLanguages, file.exists, let database = try? openForReading(),
      let languages = try? StemTable.languages(in: database)
    else { return text.languages }
    return languages
  }

  /// Opens a connection that only reads, and says whether some documents are hidden from it.
  ///
  /// The index must exist. `tokenizer` makes the tokenizer of the table `search`.
  package func openForReading(
    _ tokenizer: @escaping () -> any FTS5Tokenizer
  ) throws -> (database: Database, hidesDocuments: Bool) {
    let database = try Database(path: file.bytes, access: .readOnly, sharing: .thisProcess)
    try database.execute("PRAGMA cache_size=-4000")
    try Schema.addFunctions(to: database)
    try Schema.add(tokenizer, to: database)
    let hidden = self.hidden
    if !hidden.isEmpty { try HiddenDocuments(hidden, in: database).apply(to: database) }
    return (database, !hidden.isEmpty)
  }

  private func openForReading() throws -> Database {
    let analysis = text.analysis
    return try openForReading { FTS5AnalyzerTokenizer(SittaAnalyzer(options: analysis)) }.database
  }

  /// Reads a little of everything that queries need.
  private func probe(_ database: Database) throws(SQLiteError) {
    try database.transaction(.deferred) { () throws(SQLiteError) in
      _ = try IndexStatistics(of: database, at: MetaTable(of: database).clock())
      try database.statement("SELECT rowid FROM search WHERE search MATCH ?1 LIMIT 1")
        .run(["\"a\" OR \"the\""])
    }
  }
}
