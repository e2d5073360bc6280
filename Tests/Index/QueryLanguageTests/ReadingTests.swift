import QueryLanguage
import Testing

extension LocalClock {
  /// Saturday, 2026-11-21T18:28, an hour east of Greenwich.
  static let test = LocalClock(now: 1_795_282_080) { _ in 3_600 }
}

/// How an input is read; an error by its name.
func reading(
  of input: String, prefixes: Query.ReadingOptions.Prefixes = .none, clock: LocalClock? = .test
) -> String {
  var options = Query.ReadingOptions()
  options.clock = clock
  options.folder = "/home/ann/desk"
  options.prefixes = prefixes
  do throws(QuerySyntaxError) {
    return try Query(parsing: input, options).reading
  } catch {
    return "\(error.reason)@\(error.position)"
  }
}

struct ReadingTests {
  @Test(arguments: ReadingTable.rows)
  func `Everything typed has its reading`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test func `The table has at least 150 rows`() {
    #expect(ReadingTable.rows.count >= 150)
  }

  @Test(
    arguments: [
      ("  memory \t\n barrier  ", "memory AND barrier"), ("two\u{a0}words", "two AND words"),
      ("e\u{301}a b", "e\u{301}a AND b"), ("a\0b", "a\0b"), ("\"a\nb\"", "\"a\nb\""),
      ("a\nOR\nb", "a OR b"), ("a\u{200d}b", "a\u{200d}b"), ("-\na", "a"),
      ("in:a\0b", "'in:a\0b'"), ("in:\"\" a", "'in:\"\"' AND a"), ("\u{10ffff} a", "a"),
      ("a\r\nb", "a AND b"),
    ])
  func `Characters that no one sees are read like others`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      (
        "WHAT IS KNOWN OF TIDES AND CURRENTS",
        "WHAT AND IS AND KNOWN AND OF AND TIDES AND 'AND' AND CURRENTS"
      ),
      (
        "WHAT IS KNOWN OF TIDES AND currents", "WHAT AND IS AND KNOWN AND OF AND TIDES AND currents"
      ),
      ("TCP OR UDP OR SCTP OR DCCP OR QUIC", "TCP OR UDP OR SCTP OR DCCP OR QUIC"),
      ("LINUX AND BSD", "LINUX AND BSD"),
      ("NOT A DAY WITHOUT A LINE", "'NOT' AND A AND DAY AND WITHOUT AND A AND LINE"),
    ])
  func `Operators are words in a sentence in capitals`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("\"page cache\" size", "page cache size"), ("“page cache”", "page cache"),
      ("a +\"b c\"", nil), ("title:\"b c\" d", nil), ("-\"b c\" d", nil),
      ("\"a b\" OR c", nil), ("a b", nil), ("\"a b\" title:\"c d\"", "a b title:\"c d\""),
    ] as [(String, String?)])
  func `Quotes are left out of a query`(input: String, expected: String?) throws {
    #expect(try Query(parsing: input, Query.ReadingOptions()).unquoting(input) == expected)
  }

  @Test func `A stack trace is searched as its words`() {
    let trace = """
      Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"
      \tat com.example.Foo.bar(Foo.java:42)
      \tat java.base/java.lang.Thread.run(Thread.java:833)
      Caused by: java.io.IOException: -1
      """
    #expect(
      reading(of: trace) == """
        Exception AND in AND thread AND "main" AND 'java.lang.NullPointerException:' AND Cannot \
        AND invoke AND "String.length()" AND at AND 'com.example.Foo.bar(Foo.java:42)' AND at AND \
        'java.base/java.lang.Thread.run(Thread.java:833)' AND Caused AND 'by:' AND \
        'java.io.IOException:' AND NOT 1
        """)
  }

  @Test(
    arguments: [
      "", "   ", "+", "…", "*", "-", "\"", "\"\"", "--", "│", "\0", "\u{301}", "-* -+", "()", "(",
      ")", "-(", "((()))", "“”", "=", "==", ":", "=\"\"", "-()", "…:…",
    ])
  func `Without a letter, a digit or a filter there is no query`(input: String) {
    #expect(reading(of: input) == "nothingToSearchFor@0")
  }

  @Test(
    arguments: [
      ("pa", "pa*", "pa*"), ("page ca", "page AND ca*", "page* AND ca*"),
      ("page ca ", "page AND ca", "page* AND ca*"), ("a", "a", "a"), ("日", "日*", "日*"),
      ("\"page ca\"", "\"page ca\"", "\"page ca\""), ("=pag", "=pag", "=pag"),
      ("C++", "C++", "C++"), ("v2.21", "v2.21*", "v2.21*"),
      (
        "page -ca", "page AND NOT ca",
        "page* AND NOT ca"
      ), ("title:pa", "title:pa*", "title:pa*"),
      ("(no OR ye", "no OR ye*", "no* OR ye*"),
      (
        "on NEAR/5 tw", "NEAR(on tw*, 5)",
        "NEAR(on* tw*, 5)"
      ), ("page type:pdf", "page AND type pdf", "page* AND type pdf"),
      ("pa*", "pa*", "pa*"), ("-(no ye", "NOT (no AND ye)", "NOT (no AND ye)"),
    ])
  func `While a person types, words can be prefixes`(input: String, last: String, all: String) {
    #expect(reading(of: input, prefixes: .last) == last)
    #expect(reading(of: input, prefixes: .all) == all)
  }

  @Test(
    arguments: [
      ("modified:7d", "'modified:7d'"), ("modified:yesterday", "'modified:yesterday'"),
      ("modified:2026", "modified from 2026-01-01 to 2026-12-31"),
    ])
  func `Without a clock, dates are in UTC and relative ones are words`(
    input: String, expected: String
  ) {
    #expect(reading(of: input, clock: nil) == expected)
  }

  @Test func `The terms of a query are limited, and what follows is left out`() throws {
    let words = (0..<600).map { "w\($0)" }
    let query = try Query(parsing: words.joined(separator: " "))
    #expect(query.reading == words[..<512].joined(separator: " AND "))
    let position = words[..<512].map { $0.count + 1 }.reduce(0, +)
    #expect(query.notes.map(\.kind) == [.leftOut])
    #expect(query.notes.map(\.range.lowerBound) == [position])
    let near = try Query(parsing: "NEAR(" + words.joined(separator: " ") + ", 5) x")
    #expect(near.reading == "NEAR(" + words[..<512].joined(separator: " ") + ", 5)")
    #expect(near.notes.map(\.kind) == [.leftOut])
    let open = try Query(parsing: "x -(" + words.joined(separator: " "))
    #expect(open.reading == "x AND NOT (" + words[..<511].joined(separator: " AND ") + ")")
    #expect(open.notes.map(\.kind) == [.leftOut])
    let exact = words[..<512].joined(separator: " ")
    #expect(try Query(parsing: exact + " + …").notes == [])
  }

  @Test func `A query may have 16 KiB`() throws {
    #expect(try Query(parsing: String(repeating: "é", count: 8_192)).notes == [])
    #expect(reading(of: String(repeating: "é", count: 8_192) + "a") == "tooLong@0")
    #expect(reading(of: String(repeating: " ", count: 16_385)) == "tooLong@0")
  }

  @Test func `Groups deeper than 8 are passed over`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "a OR (b ", count: depth) + "c OR d" + String(repeating: ")", count: depth)
    }
    let deepest = try Query(parsing: nested(8))
    #expect(deepest.notes == [])
    #expect(deepest.reading.contains("(b AND c) OR d"))
    let deeper = try Query(parsing: nested(9) + " e")
    #expect(deeper.notes.map(\.kind) == [.nestedTooDeeply])
    #expect(deeper.reading.hasPrefix("a OR (((b AND a) OR (b AND a)"))
    #expect(deeper.reading.hasSuffix(" AND e)"))
    #expect(reading(of: String(repeating: "(", count: 9_000) + "a") == "a")
    #expect(reading(of: String(repeating: "-(", count: 4_000) + "a") == "a")
    #expect(reading(of: String(repeating: "NOT ", count: 500) + "a") == "a")
  }

  @Test(
    arguments: [
      (.tooLong, "The query is longer than 16384 bytes. Shorten it."),
      (
        .nothingToSearchFor,
        "The query has nothing to search for. Type a letter, a digit or a filter."
      ),
    ] as [(QuerySyntaxError.Reason, String)])
  func `An error is a sentence`(reason: QuerySyntaxError.Reason, sentence: String) throws {
    let errors = ["+", String(repeating: "a", count: 20_000)].map { input in
      #expect(throws: QuerySyntaxError.self) { try Query(parsing: input) }
    }
    let error = try #require(errors.compactMap(\.self).first { $0.reason == reason })
    #expect("\(error)" == sentence)
  }
}
