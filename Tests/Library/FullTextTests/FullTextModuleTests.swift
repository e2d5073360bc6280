import FullText
import SittaSQLite
import Testing

struct FullTextModuleTests {
  @Test func `this library has all three modules`() {
    #expect(FullTextModule.available == [.fts3, .fts4, .fts5])
  }

  @Test(arguments: [
    ("fts5", ["ENABLE_FTS5"], true), ("fts5", ["ENABLE_NONSENSE"], false),
    ("fts9", ["ENABLE_FTS5"], false), ("fts4", ["ENABLE_NONSENSE", "ENABLE_FTS4"], true),
  ])
  func `a module needs its compile option and a table that can be made`(
    module: String, options: [String], works: Bool
  ) {
    #expect(FullTextModule.works(module, compileOptions: options) == works)
  }

  @Test func `a missing module is named with its compile option`() throws {
    let error = try #require(throws: FullTextError.self) {
      try FullTextModule.require(.fts5, in: [.fts3, .fts4])
    }
    #expect(error.code == .missingModule)
    #expect(
      error.sentence
        == "This SQLite library has no FTS5: use one that is built with SQLITE_ENABLE_FTS5.")
    try FullTextModule.require(.fts4, in: [.fts3, .fts4])
  }

  @Test func `a connection without FTS5 is a typed error`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(
      function: ScalarFunction("fts5", argumentCount: 1) { _ throws(SQLiteError) in .null })
    for attempt in [
      { _ = try db.makeTokenizer(.ascii()) }, { try db.add(tokenizer: SpacesOnly.self) },
    ] {
      let error = try #require(throws: FullTextError.self) { try attempt() }
      #expect(error.code == .missingModule)
      #expect(error.sentence.contains("SQLITE_ENABLE_FTS5"))
    }
  }
}
