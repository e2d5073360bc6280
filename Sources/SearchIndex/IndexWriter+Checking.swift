import SQLite

extension IndexWriter {
  /// Whether the index contradicts itself; O(index), as every text is tokenized again.
  ///
  /// SQLite's own check finds damaged pages and b-trees, FTS5's with rank 1 compares what is found
  /// with the texts. A check that cannot be made, on a full disk for example, proves nothing.
  /// See <https://www.sqlite.org/pragma.html#pragma_quick_check> and
  /// <https://www.sqlite.org/fts5.html#the_integrity_check_command>.
  public func isDamaged() -> Bool {
    do throws(SQLiteError) {
      let answer = try database.first("PRAGMA quick_check(1)") { $0.text(at: 0) ?? "" }
      guard answer == "ok" else { return true }
      try database.run("INSERT INTO search(search, rank) VALUES('integrity-check', 1)")
      return false
    } catch {
      return error.isCorruption
    }
  }
}
