import Testing

@testable import QueryLanguage

/// Reading a query is linear.
///
/// No arrangement of pieces makes the lexer read the same part again and again. The test counts the
/// scalars that it looks at, because no load of this machine changes their number.
struct LongQueryTests {
  static let pieces = [
    "a", "aB", "a ", "aB ", "title:", "title: ", "title:a ", "title:(", "title:\"", "foo:",
    "foo:a ",
    "(", "( ", ")", "()", "(a", "(a ", "a) ", "\"", "\" ", "\"a\"", "“", "”", "„", "«", "»", "„ ",
    "-", "- ", "-a", "-a ", "-(", "--", "=", "=a", "=a ", "*", "a*", "a* ", "* ", ". ", ".", ":",
    "OR ", "AND ", "NOT ", "NOT(", "A", "a NEAR/5 ", "NEAR ", "NEAR/",
    "NEAR(", "NEAR( ", "NEAR(a ", "NEAR() ", "NEAR(. ", "NEAR(\"", "NEAR(„ ", "NEAR(«", "NEAR(,5",
    "NEAR(.,5)", "-NEAR(", "title:NEAR(", "(NEAR(",
    "type:", "type:a ", "type:\" ", "type:„ ", "type:„/ ", "ext:", "ext:/ ", "ext:„/ ", "in:",
    "in:/ ",
    "in:„\0 ", "path:", "path:„\0 ", "path:* ", "modified:", "modified:7d ", "modified:\" ",
    "modified:„ ", "size:", "size:1 ", "size:1..", "size:„ ", "size:> ", "lang:", "lang:en-",
    "lang:„ ",
    "|", "| ", "||a ", "!", "! ", "!a ", "!( ", "!(", "*.", "*.a ", "*.*", "name:*", "name:*a* ",
    "name:?(",
    "before:", "date:1/2/2026 ", "1/", "in:../ ", "in:..", "type:x ",
    "漢", "漢 ", "e\u{301}", "e\u{301} ", "\u{301}", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦 ", "🇩🇪", "שלום", "שלום ", "مرحبا ",
    "ไทย", "\u{1100}\u{1161}", "\0", "\r\n", "\u{3000}", "aB漢e\u{301}👍🏽:(", "1", "0x",
  ]
  /// Texts that may be before and after them: each opens or closes something far away.
  static let ends = [
    ("", ""), ("\"", ""), ("", "\""), ("", "”"), ("", "»"), ("(", ""), ("NEAR(", ""),
    ("NEAR(", ")"),
    ("", "\0”"), ("title:", ""), ("-", ""), ("a ", " a"),
  ]

  @Test(arguments: pieces)
  func `Twice the text is twice the work at most`(piece: String) {
    for (start, end) in Self.ends {
      let short = Self.work(on: Self.text(of: piece, bytes: 8_192, start, end))
      let long = Self.work(on: Self.text(of: piece, bytes: 16_384, start, end))
      #expect(long.work <= 2 * short.work + 4_096, "\(start)\(piece)…\(end)")
      #expect(long.work <= 16 * long.scalars + 4_096, "\(start)\(piece)…\(end)")
    }
  }

  @Test(arguments: pieces)
  func `Every long text is read, and in few notes and words`(piece: String) {
    for (start, end) in [("", ""), ("NEAR(", ")"), ("\"", "”")] {
      var options = Query.ReadingOptions()
      options.prefixes = .last
      options.clock = .test
      let text = Self.text(of: piece, bytes: Query.byteLimit, start, end)
      guard let query = try? Query(parsing: text, options) else { continue }
      #expect(query.notes.count <= Query.noteLimit)
      // Every term has its operator, its field and its quotes around it.
      #expect(query.reading.utf8.count <= 2 * Query.byteLimit + 32 * Query.termLimit)
    }
  }

  private static func text(of piece: String, bytes: Int, _ start: String, _ end: String) -> String {
    let room = bytes - start.utf8.count - end.utf8.count
    return start + String(repeating: piece, count: room / piece.utf8.count) + end
  }

  private static func work(on text: String) -> (work: Int, scalars: Int) {
    var options = Query.ReadingOptions()
    options.clock = .test
    var lexer = QueryLexer(QueryText(text), options)
    _ = lexer.run()
    return (lexer.work, lexer.scalars.count)
  }
}

/// The lexer's knowledge of its text without a look into Unicode's tables.
struct QueryTextTests {
  @Test func `Blanks are what Unicode calls white space`() {
    for value in 0...UInt32(0x10ffff) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if scalar.isBlank != scalar.properties.isWhitespace {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(
    arguments: [
      ("\"a\" b\"", [0: 2, 2: 5]), ("“a” ”", [0: 2, 2: 4]), ("„a“b”", [0: 2, 2: 4]),
      ("«a»b«", [0: 2, 2: 4]), ("\"a“", [:]), ("a", [:]),
    ])
  func `Each quote knows the next that closes it`(text: String, closers: [Int: Int]) {
    let input = QueryText(text)
    for position in input.scalars.indices {
      #expect(input.closingQuote(of: position) == closers[position], "\(position)")
    }
  }

  @Test func `A part is the text between two scalars`() {
    let input = QueryText("aé漢🐦\0e\u{301}")
    #expect(input.string(1..<4) == "é漢🐦")
    #expect(input.byteCount(of: 1..<4) == 9)
    #expect(input.string(3..<3) == "")
    #expect(input.string(0..<7) == "aé漢🐦\0e\u{301}")
    #expect(input.hasNull(in: 0..<5) && !input.hasNull(in: 0..<4) && !input.hasNull(in: 5..<7))
  }
}
