import FullText
import SittaSQLite
import Testing

struct HighlightAndSnippetTests {
  let db: Database

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: Bigrams.self)
    try db.add(auxiliaryFunction: .highlight())
    try db.add(auxiliaryFunction: .snippet())
  }

  private func fill(
    _ texts: [String], tokenizer: FTS5TokenizerDescriptor = .unicode61()
  ) throws {
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = tokenizer
      for index in texts.indices { t.column("c\(index)") }
    }
    try db.prepare("INSERT INTO t VALUES(\(texts.map { _ in "?" }.joined(separator: ",")))")
      .run(texts.map { .text($0) })
  }

  private func call(_ function: String, _ pattern: String) throws -> String? {
    try db.first("SELECT \(function) FROM t WHERE t MATCH ?1", .text(pattern)) {
      $0.text(at: 0) ?? "NULL"
    }
  }

  @Test(arguments: [
    ("one two three", "two", "one [two] three"),
    ("one two three", "two three", "one [two] [three]"),
    ("one two three", "\"two three\"", "one [two three]"),
    ("one two three", "\"one two\" OR \"two three\"", "[one two three]"),
    ("Où est l'Été?", "ete OR ou", "[Où] est l'[Été]?"),
    ("cafe\u{301} noir", "cafe", "[cafe\u{301}] noir"),
    ("two\u{0}two", "two", "[two]\u{0}[two]"),
    ("a-b", "a b", "[a]-[b]"),
  ])
  func `highlight marks the hits`(text: String, pattern: String, expected: String) throws {
    try fill([text])
    #expect(try call("highlight_words(t, 0, '[', ']')", pattern) == expected)
  }

  @Test(arguments: ["one", "two", "\"one two\"", "one OR three", "t*", "one NOT five"])
  func `highlight agrees with the built-in function on plain text`(pattern: String) throws {
    try fill(["one two three. Two one, three two one!", "one"])
    for column in 0...1 {
      #expect(
        try call("highlight_words(t, \(column), '<b>', '</b>')", pattern)
          == call("highlight(t, \(column), '<b>', '</b>')", pattern))
    }
  }

  @Test(arguments: [
    ("日本語の文字", "文字", "日本語の[文字]"), ("日本語の文字", "日本語", "[日本語]の文字"),
    ("文字文字", "文字", "[文字][文字]"), ("文文文", "文文", "[文文文]"),
  ])
  func `overlapping tokens are marked as one`(
    text: String, pattern: String, expected: String
  ) throws {
    try fill([text], tokenizer: Bigrams.tokenizerDescriptor())
    #expect(try call("highlight_words(t, 0, '[', ']')", "\"\(pattern)\"") == expected)
  }

  @Test func `a mark never splits a character`() throws {
    // The tokenizer splits the letter from its accent, and splits the flags and the family.
    let text = "e\u{301}e\u{301} 🇫🇷🇨🇮 👨‍👩‍👧x"
    try fill([text], tokenizer: Bigrams.tokenizerDescriptor())
    for pattern in ["e\u{301}", "\u{301}e", "🇫🇷", "\u{1F1F7}\u{1F1E8}", "\u{200D}👩", "👧x"] {
      let marked = try #require(try call("highlight_words(t, 0, '[', ']')", "\"\(pattern)\""))
      let plain = marked.filter { $0 != "[" && $0 != "]" }
      #expect(plain == text, "\(pattern.debugDescription) became \(marked)")
      #expect(marked.contains("["))
    }
  }

  @Test func `invalid UTF-8 is replaced and hits are still marked`() throws {
    try db.create(virtualTable: "t", using: FTS5()) { $0.column("a") }
    try db.run(
      "INSERT INTO t VALUES(?1)", .utf8([0xff, 0x20] + Array("zwei é".utf8) + [0xe3, 0x81]))
    #expect(try call("highlight_words(t, 0, '[', ']')", "zwei") == "\u{fffd} [zwei] é\u{fffd}")
    #expect(
      try call("snippet_words(t, 0, '[', ']', '…', 1)", "zwei").map { $0.contains("[zwei]") }
        == true)
  }

  @Test(arguments: [
    ("one two three four five", "three", 1, "…[three]…"),
    ("one two three four five", "three", 3, "…two [three] four…"),
    ("one two three four five", "three", 5, "one two [three] four five"),
    ("one two three four five", "three", 900, "one two [three] four five"),
    ("one two three four five", "one", 2, "[one] two…"),
    ("one two three four five", "five", 2, "…four [five]"),
    ("(one) two three.", "one", 1, "([one…"),
    ("a x x x x a b", "a b", 2, "…[a] [b]"),
    ("a a a x x x x x a b", "a AND b", 3, "…x [a] [b]"),
    ("x \"one two three\" y", "\"one two three\"", 2, "…[one two]…"),
    ("x x x cafe\u{301} x x", "cafe", 1, "…[cafe\u{301}]…"),
  ])
  func `a snippet shows the most phrases of the query`(
    text: String, pattern: String, count: Int, expected: String
  ) throws {
    try fill([text])
    let expected = expected == "([one…" ? "([one]…" : expected
    #expect(try call("snippet_words(t, 0, '[', ']', '…', \(count))", pattern) == expected)
  }

  @Test func `a snippet comes from the best column or from the requested column`() throws {
    try fill(["one six", "one two three", "seven eight nine"])
    #expect(try call("snippet_words(t, -1, '[', ']', '…', 2)", "one AND two") == "[one] [two]…")
    #expect(try call("snippet_words(t, 0, '[', ']', '…', 2)", "one AND two") == "[one] six")
    #expect(try call("snippet_words(t, 2, '[', ']', '…', 2)", "one AND two") == "seven eight…")
  }

  @Test func `a snippet of bigrams is cut at characters`() throws {
    try fill(["日本語の文字の表です"], tokenizer: Bigrams.tokenizerDescriptor())
    #expect(try call("snippet_words(t, 0, '[', ']', '…', 3)", "文字") == "…の[文字]の…")
  }

  @Test(arguments: [
    "highlight_words(t)", "highlight_words(t, 0, '[')", "highlight_words(t, 9, '[', ']')",
    "highlight_words(t, -1, '[', ']')", "snippet_words(t, 0, '[', ']', '…', 0)",
    "snippet_words(t, 0, '[', ']', '…', 1001)", "snippet_words(t, 0, '[', ']', '…')",
    "snippet_words(t, 7, '[', ']', '…', 5)", "snippet_words(t, -2, '[', ']', '…', 5)",
  ])
  func `invalid arguments fail the statement with a sentence`(function: String) throws {
    try fill(["one"])
    let error = try #require(throws: SQLiteError.self) { try call(function, "one") }
    #expect(error.message.hasSuffix("."))
  }

  @Test func `a text without tokens gives an empty snippet`() throws {
    try fill(["!?", "one"])
    #expect(try call("snippet_words(t, 0, '[', ']', '…', 5)", "one") == "")
  }

  @Test(arguments: ["e\u{301}", "日本", "a\u{308}\u{301} b", "x\r\n", "👨‍👩‍👧y"])
  func `a snippet does not depend on the text around it`(filler: String) throws {
    let text = String(repeating: filler, count: 40)
    try fill([text + " needle " + text])
    #expect(try call("snippet_words(t, 0, '[', ']', '…', 1)", "needle") == "…[needle]…")
  }

  @Test func `highlight and snippet of an empty text are empty`() throws {
    try fill(["", "one"])
    #expect(try call("highlight_words(t, 0, '[', ']')", "one") == "")
    #expect(try call("snippet_words(t, 0, '[', ']', '…', 5)", "one") == "")
  }
}

/// Overlapping pairs of Unicode scalars; a run of a single scalar is one token.
final class Bigrams: FTS5CustomTokenizer {
  static let name = "bigrams"
  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    let starts = (0..<text.count).filter { text[$0] & 0xc0 != 0x80 } + [text.count]
    for (index, start) in starts.dropLast().enumerated() where text[start] != 0x20 {
      let isPair = index + 2 < starts.count && text[starts[index + 1]] != 0x20
      let isLast = index > 0 && text[starts[index - 1]] != 0x20 && !isPair
      if isLast { continue }
      let end = isPair ? starts[index + 2] : starts[index + 1]
      try tokenCallback(text.extracting(start..<end), from: start, to: end)
    }
  }
}
