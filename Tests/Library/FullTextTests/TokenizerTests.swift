import FullText
import SittaSQLite
import Synchronization
import Testing

struct TokenizerTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
  }

  @Test(arguments: [
    (FTS5TokenizerDescriptor.unicode61(), "Jérôme DIXIT", ["jerome", "dixit"]),
    (.unicode61(diacritics: .keep), "Jérôme", ["jérôme"]),
    (.unicode61(diacritics: .removeLegacy), "ấ", ["ấ"]),
    (.unicode61(diacritics: .remove), "ấ", ["a"]),
    (.unicode61(separators: ["x", "'"]), "axb'c", ["a", "b", "c"]),
    (.unicode61(tokenCharacters: Set("-'")), "well-known don't", ["well-known", "don't"]),
    (.unicode61(categories: "N*"), "a1b22", ["1", "22"]),
    (.ascii(), "Jérôme DIXIT", ["jérôme", "dixit"]),
    (.ascii(separators: ["i"], tokenCharacters: ["."]), "a.bic", ["a.b", "c"]),
    (.porter(), "Databases frustrated", ["databas", "frustrat"]),
    (.porter(wrapping: .ascii()), "Frustrations é", ["frustrat", "é"]),
    (.porter(wrapping: .unicode61(diacritics: .keep)), "Été", ["été"]),
    (.trigram(), "Hello", ["hel", "ell", "llo"]),
    (.trigram(matching: .caseSensitive), "Hello", ["Hel", "ell", "llo"]),
    (FTS5TokenizerDescriptor(components: ["PORTER", "ascii"]), "cats", ["cat"]),
    (.unicode61(), "", []),
    (.unicode61(), " \u{0} a\u{0}b", ["a", "b"]),
  ])
  func `a built-in tokenizer follows its options`(
    descriptor: FTS5TokenizerDescriptor, text: String, expected: [String]
  ) throws {
    let tokenizer = try db.makeTokenizer(descriptor)
    #expect(try tokenizer.tokenize(document: text).map(\.token) == expected)
    #expect(try tokenizer.tokenize(query: text).map(\.token) == expected)
  }

  @Test(arguments: [
    (FTS5TokenizerDescriptor(components: []), FullTextError.Code.unknownTokenizer),
    (FTS5TokenizerDescriptor(components: [""]), .unknownTokenizer),
    (FTS5TokenizerDescriptor(components: ["nobody"]), .unknownTokenizer),
    (FTS5TokenizerDescriptor(components: ["ascii\u{0}"]), .invalidArgument),
    (FTS5TokenizerDescriptor(components: ["ascii", "a\u{0}b"]), .invalidArgument),
    (
      FTS5TokenizerDescriptor(components: ["unicode61", "remove_diacritics", "7"]), .invalidArgument
    ),
    (FTS5TokenizerDescriptor(components: ["unicode61", "nonsense", "1"]), .invalidArgument),
    (FTS5TokenizerDescriptor(components: ["porter", "nobody"]), .invalidArgument),
    (FTS5TokenizerDescriptor(components: ["trigram", "x", "y"]), .invalidArgument),
  ])
  func `a tokenizer that cannot be made is a typed error`(
    descriptor: FTS5TokenizerDescriptor, code: FullTextError.Code
  ) throws {
    let error = try #require(throws: FullTextError.self) { try db.makeTokenizer(descriptor) }
    #expect(error.code == code)
    #expect(error.description.hasSuffix(".") || error.description.contains(descriptor.name))
  }

  @Test func `tokens have their byte range in the text`() throws {
    var ranges: [Range<Int>] = []
    try db.makeTokenizer(.unicode61())
      .forEachToken(in: "Où est Zoé?".utf8Span.span, for: .aux) { _, _, range in
        ranges.append(range)
      }
    #expect(ranges == [0..<3, 4..<7, 8..<12])
  }

  @Test(arguments: [
    FTS5TokenizerDescriptor.unicode61(), .porter(), .ascii(), .trigram(),
    Doubled.tokenizerDescriptor(arguments: ["trigram"]), Reversed.tokenizerDescriptor(),
  ])
  func `invalid UTF-8 never traps`(descriptor: FTS5TokenizerDescriptor) throws {
    try addAll()
    let tokenizer = try db.makeTokenizer(descriptor)
    var generator = SystemRandomNumberGenerator()
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try tokenizer.forEachToken(in: bytes.span, for: .document) { token, _, range in
        #expect(token.count > 0 && range.upperBound <= bytes.count)
      }
    }
  }

  @Test(arguments: [
    FTS5TokenizerDescriptor.unicode61(), .porter(), Reversed.tokenizerDescriptor(),
    SpacesOnly.tokenizerDescriptor(), Doubled.tokenizerDescriptor(),
  ])
  func `an error of the receiver stops the tokenizer and is rethrown unchanged`(
    descriptor: FTS5TokenizerDescriptor
  ) throws {
    try addAll()
    let tokenizer = try db.makeTokenizer(descriptor)
    var count = 0
    #expect(throws: TestError(number: 3)) {
      try tokenizer.forEachToken(in: "a b c d e f".utf8Span.span, for: .document) { _, _, _ in
        count += 1
        if count == 3 { throw TestError(number: 3) }
      }
    }
    #expect(count == 3)
    #expect(try tokenizer.tokenize(document: "a b").isEmpty == false)
  }

  @Test func `an error of a wrapper is rethrown unchanged`() throws {
    try db.add(tokenizer: Failing.self)
    let tokenizer = try db.makeTokenizer(Failing.tokenizerDescriptor())
    #expect(throws: TestError(number: 1)) { try tokenizer.tokenize(document: "good bad good") }
    #expect(try tokenizer.tokenize(document: "good").count == 1)
  }

  @Test func `the failed statement reports the tokenizer's own error`() throws {
    try db.add(tokenizer: Failing.self)
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='failing')")
    let error = try #require(throws: SQLiteError.self) {
      try db.run("INSERT INTO t VALUES('good bad')")
    }
    #expect(error.message == "The tokenizer 'failing' failed: TestError(number: 1)")
    let later = try #require(throws: SQLiteError.self) { try db.execute("nonsense") }
    #expect(later.message.contains("syntax error"))
    try db.run("INSERT INTO t VALUES('good')")
  }

  @Test func `an ignored tokenizer error is not reported for a later failure`() throws {
    try db.add(tokenizer: Failing.self)
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='failing')")
    try db.run("INSERT INTO t VALUES('good')")
    try db.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("swallow") { match, _ in
        try? match.forEachToken(in: "bad".utf8Span.span) { _, _, _ in }
        return .null
      })
    try db.run("SELECT swallow(t) FROM t WHERE t MATCH 'good'")
    let error = try #require(throws: SQLiteError.self) { try db.execute("SELECT nonsense") }
    #expect(error.message == "no such column: nonsense")
  }

  @Test func `unpaired surrogates in UTF-16 can be indexed`() throws {
    try addAll()
    try db.execute("PRAGMA encoding = 'UTF-16le'")
    for tokenizer in ["reversed", "doubled", "spaces_only", "trigram"] {
      let table = tokenizer + "_text"
      try db.execute("CREATE VIRTUAL TABLE \(table) USING fts5(a, tokenize='\(tokenizer)')")
      try db.execute("INSERT INTO \(table) VALUES(CAST(x'610000D862002000620000DC' AS TEXT))")
      try db.execute("CREATE VIRTUAL TABLE \(tokenizer)_term USING fts5vocab('\(table)', row)")
      #expect(try db.first("SELECT 1 FROM \(tokenizer)_term") { _ in true } == true)
      try db.execute("INSERT INTO \(table)(\(table), rank) VALUES('integrity-check', 1)")
    }
  }

  @Test func `a wrapper on strings and one on bytes see the same tokens`() throws {
    try addAll()
    let strings = try db.makeTokenizer(Reversed.tokenizerDescriptor())
    let bytes = try db.makeTokenizer(Doubled.tokenizerDescriptor(arguments: ["porter", "ascii"]))
    #expect(try strings.tokenize(document: "Où est").map(\.token) == ["uo", "tse"])
    #expect(
      try bytes.tokenize(query: "two cats").map(\.token) == ["two", "twotwo", "cat", "catcat"])
    #expect(try bytes.tokenize(query: "a").map(\.flags) == [[], .colocated])
  }

  @Test func `a wrapper of a wrapper keeps ranges and flags`() throws {
    try addAll()
    let tokenizer = try db.makeTokenizer(
      Doubled.tokenizerDescriptor(arguments: Reversed.tokenizerDescriptor().components))
    var seen: [String] = []
    try tokenizer.forEachToken(in: "ab cd".utf8Span.span, for: .document) { token, flags, range in
      seen.append("\(token.count) \(flags.rawValue) \(range)")
    }
    #expect(seen == ["2 0 0..<2", "4 1 0..<2", "2 0 3..<5", "4 1 3..<5"])
  }

  @Test func `the synonym of a dropped word gets its position`() throws {
    try addAll()
    try db.add(tokenizer: WithoutShortTokens.self)
    let tokenizer = try db.makeTokenizer(
      WithoutShortTokens.tokenizerDescriptor(arguments: Doubled.tokenizerDescriptor().components))
    let tokens = try tokenizer.tokenize(document: "ab c def")
    #expect(tokens.map(\.token) == ["abab", "def", "defdef"])
    #expect(tokens.map(\.flags) == [[], [], .colocated])
  }

  @Test(arguments: [
    ("outside", "lies outside the text"), ("negative", "lies outside the text"),
    ("reversed", "lies outside the text"), ("order", "starts before the last token"),
    ("empty", "is empty"), ("colocated", "no token before it"), ("swallowed", "is empty"),
    ("other text", "lies outside the text"), ("nul", "contains a NUL"),
  ])
  func `an invalid token is refused with the reason`(
    fault: String, reason: String
  ) throws {
    try db.add(tokenizer: Faulty.self)
    let descriptor = Faulty.tokenizerDescriptor(arguments: [fault])
    let error = try #require(throws: FullTextError.self) {
      try db.makeTokenizer(descriptor).tokenize(document: "some text")
    }
    #expect(error.code == .invalidToken)
    #expect(error.sentence.contains(reason))

    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='faulty ''\(fault)''')")
    let sqlError = try #require(throws: SQLiteError.self) {
      try db.run("INSERT INTO t VALUES('some text')")
    }
    #expect(sqlError.message.hasPrefix("The tokenizer 'faulty' failed: The token for bytes"))
    #expect(sqlError.message.contains(reason))
  }

  @Test func `a token of 64 MiB is indexed by its first 32 KiB and is found`() throws {
    try db.add(tokenizer: SpacesOnly.self)
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='spaces_only')")
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 20)
    try db.run("INSERT INTO t VALUES(?1)", .utf8(long))
    let pattern = "\"" + String(repeating: "x", count: 40_000) + "\""
    #expect(
      try db.first("SELECT count(*) FROM t WHERE t MATCH ?1", .text(pattern)) {
        $0.integer(at: 0)
      } == 1)
    #expect(
      try db.makeTokenizer(SpacesOnly.tokenizerDescriptor())
        .tokenize(document: String(decoding: long, as: UTF8.self)).map(\.token.utf8.count)
        == [64 << 20])
  }

  @Test func `a wrapper on strings gets U+FFFD for invalid UTF-8`() throws {
    try addAll()
    let bytes: [UInt8] = [0x61, 0xff, 0x62]
    var tokens: [String] = []
    try db.makeTokenizer(Reversed.tokenizerDescriptor(arguments: ["ascii"]))
      .forEachToken(in: bytes.span, for: .document) { token, _, _ in
        tokens.append(String(decoding: (0..<token.count).map { token[$0] }, as: UTF8.self))
      }
    #expect(tokens == ["b\u{fffd}a"])
  }

  @Test func `FTS5 passes the purpose of each tokenization`() throws {
    try db.add(tokenizer: PurposeRecorder.self)
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='purpose_recorder')")
    try db.run("INSERT INTO t VALUES('x')")
    try db.execute("SELECT * FROM t WHERE t MATCH 'x'")
    try db.execute("SELECT highlight(t, 0, '<', '>') FROM t WHERE t MATCH 'x*'")
    #expect(
      PurposeRecorder.purposes.withLock { $0 } == [.document, .query, [.query, .prefix], .aux])
  }

  private func addAll() throws {
    try db.add(tokenizer: Reversed.self)
    try db.add(tokenizer: SpacesOnly.self)
    try db.add(tokenizer: Doubled.self)
  }
}
