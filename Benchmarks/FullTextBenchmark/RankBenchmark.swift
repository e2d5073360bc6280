import FullText
import SittaSQLite

/// How long the best 20 of many hits take, by SQLite's `bm25()` and by ours.
struct RankBenchmark {
  /// Slices of the texts, of the length of a note or a mail.
  private let documents: [ArraySlice<UInt8>]

  init(texts: [[UInt8]], documentCount: Int) {
    let total = texts.reduce(0) { $0 + $1.count }
    let length = max(1, total / documentCount)
    documents = texts.flatMap { text in
      stride(from: 0, to: text.count, by: length).map { text[$0..<min($0 + length, text.count)] }
    }
  }

  func run(rounds: Int) throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = .unicode61(diacritics: .remove)
      t.column("title")
      t.column("body")
      t.content = ""
    }
    try db.execute("BEGIN")
    for document in documents {
      let title = document.prefix(40)
      try db.run(
        "INSERT INTO t(title, body) VALUES(?1, ?2)", .utf8(Array(title)), .utf8(Array(document)))
    }
    try db.execute("COMMIT; INSERT INTO t(t) VALUES('optimize')")
    let lengths = FTS5DocumentLengths()
    try lengths.load(fromTable: "t", in: db)
    try db.add(auxiliaryFunction: .rank(lengths: lengths))
    try db.execute("CREATE VIRTUAL TABLE word USING fts5vocab(t, row)")
    let commonest = try words("SELECT term FROM word ORDER BY doc DESC LIMIT 3", in: db)
    print("ranking \(documents.count) documents, best of \(rounds) rounds")
    for pattern in [commonest[0], commonest[1], commonest.joined(separator: " OR ")] {
      try compare(pattern, rounds: rounds, in: db)
    }
  }

  private func compare(_ pattern: String, rounds: Int, in db: Database) throws {
    let variants = [
      "ORDER BY rank", "ORDER BY bm25(t, 10, 1)", "ORDER BY bm25_in_memory(t, 10, 1)",
    ]
    let quoted = pattern.split(separator: " ").map { $0 == "OR" ? "OR" : "\"\($0)\"" }
      .joined(separator: " ")
    var best = [Double](repeating: .infinity, count: variants.count)
    var found = [[String]](repeating: [], count: variants.count)
    for _ in 0..<rounds {
      for (index, order) in variants.enumerated() {
        let start = processorSeconds()
        found[index] = try words(
          "SELECT rowid FROM t WHERE t MATCH ?1 \(order) LIMIT 20", .text(quoted), in: db)
        best[index] = min(best[index], processorSeconds() - start)
      }
    }
    let hits = try db.first("SELECT count(*) FROM t WHERE t MATCH ?1", .text(quoted)) {
      $0.integer(at: 0)
    }
    print("  \(pattern): \(hits ?? 0) hits")
    for (order, seconds) in zip(variants, best) {
      print(
        "    \(order): \(rounded(seconds * 1_000)) ms, \(rounded(best[1] / seconds)) times bm25")
    }
    print("    same top 20 as bm25: \(found[1] == found[2])")
  }

  private func words(
    _ sql: String, _ values: SQLiteValue..., in db: Database
  ) throws -> [String] {
    var words: [String] = []
    try db.prepare(sql).forEachRow(values) { row in words.append(row.text(at: 0) ?? "") }
    return words
  }
}
