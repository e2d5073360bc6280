import FullText
import SittaSQLite
import Testing

struct FTS3PatternTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "book", using: FTS4()) { $0.column("title") }
    try db.run("INSERT INTO book VALUES('Moby Dick'), ('Red Mars'), ('Moby')")
  }

  private func count(_ pattern: FTS3Pattern) throws -> Int64? {
    try db.first("SELECT count(*) FROM book WHERE book MATCH ?1", .pattern(pattern)) {
      $0.integer(at: 0)
    }
  }

  @Test(arguments: ["", " ", "*", "(", "\"", "?!", "\u{0}"])
  func `a text without a word makes no pattern`(text: String) {
    #expect(FTS3Pattern(matchingAnyTokenIn: text) == nil)
    #expect(FTS3Pattern(matchingAllTokensIn: text) == nil)
    #expect(FTS3Pattern(matchingAllPrefixesIn: text) == nil)
    #expect(FTS3Pattern(matchingPhrase: text) == nil)
  }

  @Test(arguments: [
    (FTS3Pattern(matchingAnyTokenIn: "Moby, Mars!"), "moby OR mars", 3),
    (FTS3Pattern(matchingAllTokensIn: "(dick) MOBY"), "dick moby", 1),
    (FTS3Pattern(matchingAllPrefixesIn: "mo"), "mo*", 2),
    (FTS3Pattern(matchingPhrase: "moby-dick"), "\"moby dick\"", 1),
    (FTS3Pattern(matchingPhrase: "dick moby"), "\"dick moby\"", 0),
    (FTS3Pattern(matchingAllTokensIn: "moby NOT dick"), "moby not dick", 0),
  ])
  func `a text's words make a pattern`(pattern: FTS3Pattern?, raw: String, hits: Int64) throws {
    let pattern = try #require(pattern)
    #expect(pattern.rawPattern == raw)
    #expect(try count(pattern) == hits)
  }

  @Test func `more words than SQLite can search for at once make no pattern`() {
    let text = (0..<10_000).map { "w\($0)" }.joined(separator: " ")
    #expect(FTS3Pattern(matchingAnyTokenIn: text) == nil)
  }

  @Test(arguments: [("moby OR red", 3), ("\"moby dick\"", 1), ("mo*", 2), ("title:mars", 1)])
  func `a valid raw pattern is accepted`(raw: String, hits: Int64) throws {
    #expect(try count(FTS3Pattern(rawPattern: raw)) == hits)
  }

  @Test(arguments: ["\"", "OR", "NOT", "(", "a OR", "a\u{0}b"])
  func `an invalid raw pattern is a typed error`(raw: String) throws {
    let error = try #require(throws: FullTextError.self) { try FTS3Pattern(rawPattern: raw) }
    #expect(error.code == .invalidPattern)
  }

  @Test(arguments: [
    (FTS3TokenizerDescriptor.simple, "Jérôme DIXIT", ["jérôme", "dixit"]),
    (.porter, "Databases frustrated", ["databas", "frustrat"]),
    (.unicode61(), "Jérôme", ["jerome"]),
    (.unicode61(diacritics: .keep), "JÉRÔME", ["jérôme"]),
    (.unicode61(diacritics: .remove), "ấ", ["a"]),
    (
      .unicode61(separators: ["x"], tokenCharacters: Set("-.'\"")), "axb a-b. c'\"",
      ["a", "b", "a-b.", "c'\""]
    ),
    (.simple, "", []),
  ])
  func `FTS3 tokenizes without a table`(
    descriptor: FTS3TokenizerDescriptor, text: String, expected: [String]
  ) throws {
    #expect(try FTS3.tokenize(text, withTokenizer: descriptor) == expected)
  }

  @Test func `FTS3 tokenizes with the simple tokenizer by default`() throws {
    #expect(try FTS3.tokenize("A b") == ["a", "b"])
  }

  @Test(arguments: [
    (FTS3TokenizerDescriptor("nobody"), FullTextError.Code.unknownTokenizer),
    (FTS3TokenizerDescriptor("simple'); DROP"), .unknownTokenizer),
    (FTS3TokenizerDescriptor("unicode61", arguments: ["nonsense"]), .unknownTokenizer),
    (FTS3TokenizerDescriptor("sim\u{0}ple"), .invalidArgument),
  ])
  func `an unknown tokenizer is a typed error`(
    descriptor: FTS3TokenizerDescriptor, code: FullTextError.Code
  ) throws {
    let error = try #require(throws: FullTextError.self) {
      try FTS3.tokenize("a", withTokenizer: descriptor)
    }
    #expect(error.code == code)
  }
}
