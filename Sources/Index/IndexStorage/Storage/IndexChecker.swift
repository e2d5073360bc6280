import FullText
import LinuxSystem
public import SittaSQLite
import TextAnalysis

/// Checks the index for damage on a connection of its own, while others read and write.
///
/// Only one isolation domain may use it.
public final class IndexChecker {
  /// The result of a check.
  public enum Finding: Equatable, Sendable {
    /// There is no damage.
    case sound
    /// The check failed or was stopped, so it is not known whether there is damage.
    case unknown
    /// This part is damaged.
    case damaged(Damage)
  }

  /// The part of the index that is damaged.
  public enum Damage: Equatable, Sendable {
    /// The texts of these documents cannot be read.
    case texts([DocumentID])
    /// The postings of FTS5 do not match the texts.
    case postings
    /// The database file itself.
    case file
  }

  private let database: Database
  private let decompressor = TextDecompressor()
  private let interruption: Interruption

  /// Opens the index that readers use.
  ///
  /// - Parameters:
  ///   - store: the index; a writer must have it open, because the checker never checkpoints the
  ///     log.
  ///   - interruption: stops the check.
  /// - Throws: the error of SQLite.
  public init(_ store: IndexStore, stoppedBy interruption: Interruption) throws {
    self.interruption = interruption
    // FTS5's check is an INSERT, so it needs the lock for writing.
    database = try Database(path: store.file.bytes, sharing: .thisProcess, busyTimeout: 0)
    try database.execute("PRAGMA cache_size=-4000; PRAGMA wal_autocheckpoint=0")
    try Schema.addFunctions(to: database)
    let analysis = store.text.analysis
    try Schema.add(
      { FTS5AnalyzerTokenizer(SittaAnalyzer(options: analysis)) }, to: database)
    database.stop(on: interruption, checkedEvery: 50)
  }

  /// Opens an index and checks it; if damage prevents opening it, the whole file counts as damaged.
  public static func check(_ store: IndexStore, stoppedBy interruption: Interruption) -> Finding {
    do {
      return try IndexChecker(store, stoppedBy: interruption).check()
    } catch {
      let cause = (error as? FullTextError)?.cause ?? error as? SQLiteError
      return cause?.isCorruption == true ? .damaged(.file) : .unknown
    }
  }

  /// The tables without texts; their SQL indexes contain the names of files once more.
  private static let namingTables = ["directory", "document"]

  /// Checks the whole index; O(index), because every text is tokenized again.
  ///
  /// - `quick_check` finds damaged pages and b-trees.
  /// - `integrity_check` finds a name that differs from its copy in an SQL index. It is run only on the
  ///   tables without texts, where it costs little.
  /// - The checksums of the texts find changed bytes in them.
  /// - FTS5's check with rank 1 compares the full-text index with the texts.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_integrity_check> and
  /// <https://www.sqlite.org/fts5.html#the_integrity_check_command>.
  public func check() -> Finding {
    do throws(SQLiteError) {
      guard try Schema.isComplete(in: database) else { return .damaged(.file) }
      let checks = ["quick_check(1)"] + Self.namingTables.map { "integrity_check(\($0))" }
      for check in checks {
        let answer = try database.first("PRAGMA \(check)") { $0.text(at: 0) ?? "" }
        guard answer == "ok" else { return .damaged(.file) }
      }
      let texts = try unreadableTexts()
      if !texts.isEmpty { return .damaged(.texts(texts)) }
      if interruption.isRaised { return .unknown }
      try database.run("INSERT INTO search(search, rank) VALUES('integrity-check', 1)")
      return .sound
    } catch {
      // The statements are correct: if SQLite does not know a name, a part of the schema is missing.
      if error.isUnknownStatement { return .damaged(.file) }
      guard error.isCorruption else { return .unknown }
      return .damaged(error.isVirtualTableCorruption ? .postings : .file)
    }
  }

  /// Returns the documents whose texts cannot be decompressed, and the numbers of texts without a document.
  private func unreadableTexts() throws(SQLiteError) -> [DocumentID] {
    var unreadable: [DocumentID] = []
    var last: Int64? = .min
    while let after = last, !interruption.isRaised {
      last = nil
      try database.forEachRow(
        """
        SELECT body.id, text, document.id FROM body LEFT JOIN document ON document.id = body.id
        WHERE body.id > ?1 ORDER BY body.id LIMIT 64
        """, .integer(after)
      ) { row in
        let id = row.integer(at: 0)
        last = id
        let text = row.withBytes(at: 1) { decompressor.text(from: $0) }
        if row.isNull(at: 2) || text == nil { unreadable.append(DocumentID(rawValue: id)) }
      }
    }
    return unreadable
  }
}
