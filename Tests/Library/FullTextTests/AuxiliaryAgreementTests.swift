import FullText
import SittaSQLite
import TestSupport
import Testing

/// Compares our functions with the built-in ones, for unusual tables and queries.
struct AuxiliaryAgreementTests {
  let db: Database
  let lengths = FTS5DocumentLengths()

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: QuerySynonyms.self)
    try db.add(auxiliaryFunction: .rank(lengths: lengths))
    try db.add(auxiliaryFunction: .highlight())
  }

  private func fill(_ define: (FTS5TableDefinition) -> Void) throws {
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("a")
      t.column("b")
      define(t)
    }
    var random = SplitMix(seed: 3)
    let words = ["car", "auto", "vehicle", "road", "tree", "bird"]
    for _ in 0..<300 {
      let text = (0..<random.roll(below: 12)).map { _ in words[random.roll(below: words.count)] }
      try db.run(
        "INSERT INTO t(a, b) VALUES(?1, ?2)", .text(text.joined(separator: " ")),
        .text(text.reversed().joined(separator: ", ")))
    }
  }

  private func rows(_ call: String, _ pattern: String) throws -> [String] {
    var rows: [String] = []
    try db.prepare("SELECT \(call) FROM t WHERE t MATCH ?1 ORDER BY rowid")
      .forEachRow([.text(pattern)]) { row in
        rows.append("\(row.real(at: 0)) \(row.text(at: 0) ?? "")")
      }
    return rows
  }

  static let patterns = ["car", "tree OR bird", "car road", "b: car", "vehicle NOT tree", "ca*"]

  /// The patterns that an index of each detail supports: `none` has no column filters.
  static let patternsByDetail: [(String, FTS5.Detail)] =
    patterns.map { ($0, .column) } + patterns.filter { !$0.contains(":") }.map { ($0, .none) }

  @Test(arguments: patternsByDetail)
  func `rank and highlight agree with the built-in functions at every detail`(
    pattern: String, detail: FTS5.Detail
  ) throws {
    try fill { $0.detail = detail }
    try lengths.load(fromTable: "t", in: db)
    let ranks = try rows("bm25_in_memory(t, 3, 1)", pattern)
    #expect(!ranks.isEmpty)
    #expect(ranks == (try rows("bm25(t, 3, 1)", pattern)))
    #expect(
      try rows("highlight_words(t, 1, '[', ']')", pattern)
        == rows("highlight(t, 1, '[', ']')", pattern))
  }

  @Test(arguments: patterns)
  func `rank agrees with bm25 if the table has no lengths`(pattern: String) throws {
    try fill { $0.columnSize = 0 }
    #expect(try rows("bm25_in_memory(t)", pattern) == rows("bm25(t)", pattern))
  }

  @Test(
    arguments: patterns + ["\"car road\"", "NEAR(car tree, 2)", "^car", "\"road car\" OR bird"])
  func `rank and highlight agree with the built-in functions for synonyms in queries`(
    pattern: String
  ) throws {
    try fill { $0.tokenizer = QuerySynonyms.tokenizerDescriptor() }
    try lengths.load(fromTable: "t", in: db)
    let found = try rows("rowid", pattern)
    #expect(!found.isEmpty)
    #expect(try rows("bm25_in_memory(t, 3, 1)", pattern) == rows("bm25(t, 3, 1)", pattern))
    #expect(
      try rows("highlight_words(t, 0, '[', ']')", pattern)
        == rows("highlight(t, 0, '[', ']')", pattern))
  }

  @Test func `a synonym in queries finds the rows of both words`() throws {
    try fill { $0.tokenizer = QuerySynonyms.tokenizerDescriptor() }
    let plain = try db.first("SELECT count(*) FROM t WHERE a LIKE '%car%' OR a LIKE '%auto%'") {
      $0.integer(at: 0)
    }
    #expect(try rows("rowid", "car").count == plain.map(Int.init))
    #expect(try rows("rowid", "auto").count < plain.map(Int.init) ?? 0)
  }
}

/// Adds "auto" to queries for "car"; documents get no synonyms.
private final class QuerySynonyms: FTS5WrapperTokenizer {
  static let name = "query_synonyms"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
    if token == "car", tokenization.contains(.query) { try tokenCallback("auto", .colocated) }
  }
}
