import FullText
import SittaSQLite
import Synchronization
import Testing

struct TokenizerRegistrationTests {
  private func open() throws -> Database {
    try Database(path: Array(":memory:".utf8))
  }

  @Test func `a name that is taken, is empty or contains a NUL is refused`() throws {
    let db = try open()
    try db.add(tokenizer: SpacesOnly.self)
    for (name, code) in [
      ("spaces_only", .nameTaken), ("SPACES_ONLY", .nameTaken), ("unicode61", .nameTaken),
      ("Porter", .nameTaken), ("ascii", .nameTaken), ("trigram", .nameTaken),
      ("", .invalidArgument), ("a\u{0}b", .invalidArgument),
    ] as [(String, FullTextError.Code)] {
      Renamed.current.withLock { $0 = name }
      let error = try #require(throws: FullTextError.self) { try db.add(tokenizer: Renamed.self) }
      #expect(error.code == code)
    }
  }

  @Test func `a tokenizer can be made from more than its arguments`() throws {
    let db = try open()
    let dropped: Set = ["the", "of"]
    try db.add(tokenizerNamed: "dropping") { db, arguments in
      Dropping(dropped, wrapping: try db.makeTokenizer(.init(components: arguments)))
    }
    let descriptor = FTS5TokenizerDescriptor(components: ["dropping", "porter", "ascii"])
    let tokens = try db.makeTokenizer(descriptor).tokenize(document: "The names of the roses")
    #expect(tokens.map(\.token) == ["name", "rose"])
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='dropping ascii')")
    try db.run("INSERT INTO t VALUES('the name of the rose')")
    #expect(try db.first("SELECT 1 FROM t WHERE t MATCH '\"name rose\"'") { _ in true } == true)
    let error = try #require(throws: SQLiteError.self) {
      try db.execute("CREATE VIRTUAL TABLE u USING fts5(a, tokenize='dropping nobody')")
    }
    #expect(
      error.message.hasPrefix("The tokenizer 'dropping' cannot be made: No tokenizer 'nobody'"))
  }

  @Test func `two connections can have different tokenizers of one name`() throws {
    let (first, second) = (try open(), try open())
    try first.add(tokenizer: Whole.self)
    try second.add(tokenizer: Letters.self)
    for (db, expected) in [(first, 1), (second, 3)] as [(Database, Int)] {
      try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='same_name')")
      try db.run("INSERT INTO t VALUES('a b')")
      try db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
      #expect(try db.first("SELECT count(*) FROM v") { Int($0.integer(at: 0)) } == expected)
    }
  }

  @Test func `an unregistered tokenizer fails the statement but not the connection`() throws {
    let db = try open()
    let error = try #require(throws: SQLiteError.self) {
      try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='nobody')")
    }
    #expect(error.message == "no such tokenizer: nobody")
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
  }

  @Test func `an unknown argument fails the statement with the tokenizer's sentence`() throws {
    let db = try open()
    try db.add(tokenizer: Faulty.self)
    let error = try #require(throws: SQLiteError.self) {
      try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='faulty nonsense')")
    }
    #expect(
      error.message == "The tokenizer 'faulty' cannot be made: "
        + "The tokenizer 'faulty' does not know the argument 'nonsense'.")
    let typed = try #require(throws: FullTextError.self) {
      try db.makeTokenizer(Faulty.tokenizerDescriptor(arguments: ["nonsense"]))
    }
    #expect(typed == .unknownArgument("nonsense", of: "faulty"))
  }

  @Test func `makeTokenizer returns a Swift tokenizer with its own type`() throws {
    let db = try open()
    try db.add(tokenizer: Doubled.self)
    let made = try db.makeTokenizer(Doubled.tokenizerDescriptor(arguments: ["ascii"]))
    #expect(made is Doubled)
  }

  @Test func `a tokenizer gets the arguments of the table definition`() throws {
    let db = try open()
    try db.add(tokenizer: Recording.self)
    let descriptor = Recording.tokenizerDescriptor(arguments: ["a b", "it's", "", "é", "\"x\""])
    try db.execute(
      #"CREATE VIRTUAL TABLE t USING fts5(a, tokenize='recording ''a b'' ''it''''s'' '''' é ''"x"''')"#
    )
    #expect(Recording.arguments.withLock { $0 } == descriptor.arguments)
  }

  @Test func `a tokenizer is freed with its table or its connection`() throws {
    #expect(Counted.alive.withLock { $0 } == 0)
    var db: Database? = try open()
    try db?.add(tokenizer: Counted.self)
    try db?.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='counted')")
    try db?.execute("CREATE VIRTUAL TABLE u USING fts5(a, tokenize='counted')")
    try db?.run("INSERT INTO t VALUES('x')")
    #expect(Counted.alive.withLock { $0 } == 2)
    try db?.execute("DROP TABLE u")
    #expect(Counted.alive.withLock { $0 } == 1)
    db = nil
    #expect(Counted.alive.withLock { $0 } == 0)
  }

  @Test func `a built-in tokenizer works without a reference to its connection`() throws {
    var db: Database? = try open()
    let tokenizer = try db?.makeTokenizer(.porter())
    db = nil
    #expect(try tokenizer?.tokenize(document: "cats").map(\.token) == ["cat"])
  }
}
