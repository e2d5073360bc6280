import CSittaSQLite
import FullText
package import SittaSQLite

/// A table `t` with random pages, merges and rows, which changes step by step.
///
/// Its words are `c0` to `c7`, which are frequent, `middle8` to `middle59`, and rare ones.
package final class SegmentTable {
  package let db: Database
  package let columnCount: Int
  private let most: Int

  /// Makes the table; a small page has few bytes, so that lists and terms go over many pages.
  package init(_ db: Database, _ choices: inout Choices, pageSize: Int? = nil) throws {
    self.db = db
    columnCount = choices.once(in: 12) ? 140 : choices.one(of: [1, 2, 3, 4, 9])
    most = 20 + choices.below(choices.once(in: 4) ? 2_000 : 300)
    let columns = (0..<columnCount).map { "a\($0)" }.joined(separator: ", ")
    let prefix = choices.once(in: 4) ? ", prefix='1 3'" : ""
    try db.execute(
      """
      CREATE VIRTUAL TABLE t USING fts5(
        \(columns), tokenize='\(AlternativesTokenizer.name)'\(prefix))
      """)
    let pageSizes = [32, 50, 64, 100, 200, 500, 1_000, 4_050]
    try set("pgsz", pageSize ?? choices.one(of: pageSizes))
    try set("automerge", choices.once(in: 3) ? 0 : 2 + choices.below(6))
    try set("usermerge", 2 + choices.below(5))
    try set("crisismerge", choices.once(in: 4) ? 150 : 4 + choices.below(12))
    try set("hashsize", choices.once(in: 2) ? 1 << 20 : 1_000 + choices.below(20_000))
  }

  private func set(_ option: String, _ value: Int) throws(SQLiteError) {
    try db.run("INSERT INTO t(t, rank) VALUES(?1, ?2)", .text(option), .integer(Int64(value)))
  }

  /// Adds, changes and removes rows in a transaction, and merges now and then.
  package func change(_ choices: inout Choices, mostRows: Int = 30) throws {
    try db.execute("BEGIN")
    for _ in 0...choices.below(mostRows) {
      let row = Int64(choices.below(most))
      if choices.once(in: 4) {
        try db.run("DELETE FROM t WHERE rowid = ?1", .integer(row))
      } else {
        let texts = (0..<columnCount).map { _ in SQLiteValue.text(text(&choices)) }
        let values = repeatElement("?", count: columnCount + 1).joined(separator: ",")
        let columns = (0..<columnCount).map { "a\($0)" }.joined(separator: ",")
        try db.statement("INSERT OR REPLACE INTO t(rowid, \(columns)) VALUES(\(values))")
          .run([.integer(row)] + texts)
      }
    }
    try db.execute("COMMIT")
    if choices.once(in: 3) {
      try set("merge", (choices.once(in: 2) ? 1 : -1) * (1 + choices.below(20)))
    }
    if choices.once(in: 40) { try db.execute("INSERT INTO t(t) VALUES('optimize')") }
  }

  private func text(_ choices: inout Choices) -> String {
    if columnCount > 9, !choices.once(in: 20) { return "" }
    if choices.once(in: 4) { return "" }
    let count = choices.once(in: 30) ? choices.below(2_000) : choices.below(40)
    return (0..<count).map { _ in
      let first = Self.word(&choices)
      return choices.once(in: 6) ? "\(first)|\(Self.word(&choices))" : first
    }.joined(separator: " ")
  }

  /// A word as it occurs in the texts.
  package static func word(_ choices: inout Choices) -> String {
    if choices.once(in: 30) { return "z" + String(repeating: "y", count: choices.below(60)) }
    if !choices.once(in: 3) { return "c\(choices.below(8))" }
    return choices.once(in: 4)
      ? "rare_long_term_\(choices.below(3_000))" : "middle\(8 + choices.below(52))"
  }
}

extension Database {
  /// Lets this connection change the records of full-text tables.
  package func allowDamage() {
    _ = unsafe csqlite_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nil)
  }
}
