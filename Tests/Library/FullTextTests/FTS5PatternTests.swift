import FullText
import SittaSQLite
import Testing

struct FTS5PatternTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "book", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    for (title, body) in [
      ("Moby-Dick", "Call me Ishmael. Some years ago I thought I would sail about a little"),
      ("Red Mars", "History is not evolution! Evolution takes years, or months, or days"),
      ("Éden", "Les soldats, casqués, jambes ouvertes, foulent"),
    ] {
      try db.run("INSERT INTO book VALUES(?1, ?2)", .text(title), .text(body))
    }
  }

  private func count(_ pattern: FTS5Pattern) throws -> Int64? {
    try db.first("SELECT count(*) FROM book WHERE book MATCH ?1", .pattern(pattern)) {
      $0.integer(at: 0)
    }
  }

  @Test(arguments: ["", " ", "*", "^", "(", "()", "\"", "?!", "\u{0}", "'--", "\t\n", "{}:+-"])
  func `a text without a word makes no pattern`(text: String) {
    #expect(FTS5Pattern(matchingAnyTokenIn: text) == nil)
    #expect(FTS5Pattern(matchingAllTokensIn: text) == nil)
    #expect(FTS5Pattern(matchingAllPrefixesIn: text) == nil)
    #expect(FTS5Pattern(matchingPhrase: text) == nil)
    #expect(FTS5Pattern(matchingPrefixPhrase: text) == nil)
  }

  @Test(arguments: [
    (FTS5Pattern(matchingAnyTokenIn: " years \t months "), "years OR months", 2),
    (FTS5Pattern(matchingAllTokensIn: "\"Years Months\""), "years months", 1),
    (FTS5Pattern(matchingAllPrefixesIn: "mo* Ye"), "mo* ye*", 2),
    (FTS5Pattern(matchingPhrase: "^Moby-dick*"), "\"moby dick\"", 1),
    (FTS5Pattern(matchingPhrase: "dick moby"), "\"dick moby\"", 0),
    (FTS5Pattern(matchingPrefixPhrase: "HISTORY is"), "^\"history is\"", 1),
    (FTS5Pattern(matchingPrefixPhrase: "not evolution"), "^\"not evolution\"", 0),
    (FTS5Pattern(matchingAnyTokenIn: "ÉDEN"), "Éden", 1),
    (FTS5Pattern(matchingAllTokensIn: "years AND NOT months"), "years and not months", 0),
    (FTS5Pattern(matchingAllTokensIn: "title:mars"), "title mars", 0),
    (FTS5Pattern(matchingAllTokensIn: "days — years"), "days — years", 1),
    (FTS5Pattern(matchingAllTokensIn: "NEAR(years, months)"), "near years months", 0),
    (
      FTS5Pattern(matchingAnyTokenIn: "C++ don't a-b v2.21 foo:bar x\u{0}years"),
      "c OR don OR t OR a OR b OR v2 OR 21 OR foo OR bar OR x OR years", 2
    ),
  ])
  func `a text's words make a pattern`(pattern: FTS5Pattern?, raw: String, hits: Int64) throws {
    let pattern = try #require(pattern)
    #expect(pattern.rawPattern == raw)
    #expect(try count(pattern) == hits)
  }

  @Test func `no text causes an error in a query`() throws {
    let pieces = [
      "\"", "'", "(", ")", "*", "^", ":", "-", "+", "{", "}", "NEAR", "AND", "OR", "NOT", "title",
      "é", "字", "\u{0}", " ", ",", "\\", "\u{fffd}", "\u{301}", "a", "1", ";", "–", "\u{1a}",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<8, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      for pattern in [
        FTS5Pattern(matchingAnyTokenIn: text), FTS5Pattern(matchingAllTokensIn: text),
        FTS5Pattern(matchingAllPrefixesIn: text), FTS5Pattern(matchingPhrase: text),
        FTS5Pattern(matchingPrefixPhrase: text),
      ] {
        guard let pattern else { continue }
        #expect(throws: Never.self, "\(text.debugDescription)") { try count(pattern) }
      }
      let tokens = try db.makeTokenizer(.ascii()).tokenize(query: text).map(\.token)
      #expect(
        FTS5Pattern(matchingAllTokensIn: text)?.rawPattern ?? "" == tokens.joined(separator: " "))
    }
  }

  @Test func `ten thousand words are a pattern`() throws {
    let text = (0..<10_000).map { "w\($0)" }.joined(separator: " ") + " moby"
    #expect(try FTS5Pattern(matchingAnyTokenIn: text).map(count) == 1)
    #expect(try FTS5Pattern(matchingAllTokensIn: text).map(count) == 0)
  }

  @Test(arguments: [
    ("Moby", 1), ("foulent", 1), ("Robin*", 0), ("\"foulent jambes\"", 0), ("title:mars", 1),
    ("NEAR(history evolution)", 1), ("years NOT months", 1), ("years AND months", 1),
    ("years OR months", 2), ("{title body}: eden", 1), ("\"\"", 0), ("- title: years", 2),
    ("and", 0),
  ])
  func `a valid raw pattern is accepted`(raw: String, hits: Int64) throws {
    #expect(try count(db.makeFTS5Pattern(rawPattern: raw, forTable: "book")) == hits)
  }

  @Test(arguments: [
    "", " ", "?!", "^", "NOT", "(", "()", "AND", "OR", "\"", "missing:foo", "*", "*reads", "foo'",
    "foo\u{0}bar", "a AND", "NEAR(", "rowid:1",
  ])
  func `an invalid raw pattern is a typed error`(raw: String) throws {
    let error = try #require(throws: FullTextError.self) {
      try db.makeFTS5Pattern(rawPattern: raw, forTable: "book")
    }
    #expect(error.code == .invalidPattern)
    #expect(error.sentence.hasPrefix("The pattern '\(raw)' is refused: "))
  }

  @Test func `a pattern for an unknown table is a typed error`() throws {
    let error = try #require(throws: FullTextError.self) {
      try db.makeFTS5Pattern(rawPattern: "a", forTable: "nothing")
    }
    #expect(error.code == .unknownTable)
  }

  @Test func `columns can be allowed without a table`() throws {
    #expect(throws: FullTextError.self) { try FTS5Pattern(rawPattern: "title:a") }
    #expect(
      try FTS5Pattern(rawPattern: "title:a", allowedColumns: ["title"]).rawPattern == "title:a")
  }
}
