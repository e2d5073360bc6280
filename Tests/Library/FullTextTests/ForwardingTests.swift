import FullText
import SittaSQLite
import Testing

struct ForwardingTests {
  private let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: Forwarding.self)
    try db.add(tokenizer: Swallowing.self)
  }

  @Test func `a synonym may follow the tokens of a built-in tokenizer`() throws {
    let tokenizer = try db.makeTokenizer(Forwarding.tokenizerDescriptor())
    let tokens = try tokenizer.tokenize(document: "one two")
    #expect(tokens.map(\.token) == ["one", "two", "last"])
    #expect(tokens.map(\.flags) == [[], [], .colocated])
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='forwarding')")
    try db.run("INSERT INTO t VALUES('one two')")
    #expect(
      try db.first("SELECT count(*) FROM t WHERE t MATCH 'last'") { $0.integer(at: 0) } == 1)
  }

  @Test func `a token may not go back behind those of a built-in tokenizer`() throws {
    let tokenizer = try db.makeTokenizer(Forwarding.tokenizerDescriptor(arguments: ["back"]))
    let error = try #require(throws: FullTextError.self) {
      try tokenizer.tokenize(document: "one two")
    }
    #expect(error.sentence.contains("starts before the last token, which starts at 4"))
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='forwarding back')")
    let sqlError = try #require(throws: SQLiteError.self) {
      try db.run("INSERT INTO t VALUES('one two')")
    }
    #expect(sqlError.message.contains("starts before the last token"))
  }

  @Test func `a refusal that a wrapper ignores keeps its reason`() throws {
    let tokenizer = try db.makeTokenizer(Swallowing.tokenizerDescriptor())
    let error = try #require(throws: FullTextError.self) {
      try tokenizer.tokenize(document: "one two")
    }
    #expect(error.code == .invalidToken && error.sentence.contains("it is empty"))
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='swallowing')")
    let sqlError = try #require(throws: SQLiteError.self) {
      try db.run("INSERT INTO t VALUES('one two')")
    }
    #expect(sqlError.message.contains("it is empty"))
  }
}
