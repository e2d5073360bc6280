import QueryLanguage
import Testing

/// What a query is read as, in one line: `word`, `"phrase"`, `prefix*`, `-forbidden`, each with `@`
/// and its position.
private func reading(of input: String) -> String {
  do throws(QuerySyntaxError) {
    let query = try Query(parsing: input)
    let texts = query.required.map { text(of: $0) } + query.forbidden.map { "-" + text(of: $0) }
    return texts.joined(separator: " ")
  } catch {
    return "\(error.reason)@\(error.position)"
  }
}

private func text(of term: Query.Term) -> String {
  let text =
    switch term.kind {
    case .word: term.text
    case .prefix: term.text + "*"
    case .phrase: "\"\(term.text)\""
    }
  return "\(text)@\(term.position)"
}

struct QueryParsingTests {
  @Test(
    arguments: [
      ("memory", "memory@0"),
      ("memory barrier", "memory@0 barrier@7"),
      ("  memory \t\n barrier  ", "memory@2 barrier@12"),
      ("memory memory", "memory@0 memory@7"),
      ("Großmann", "Großmann@0"),
      ("two\u{a0}words", "two@0 words@4"),
      ("日本語 検索", "日本語@0 検索@4"),
      ("e\u{301}a b", "e\u{301}a@0 b@4"),
      ("42", "42@0"),
      ("½", "½@0"),
      ("OR AND NOT", "OR@0 AND@3 NOT@7"),
      ("NEAR(a", "NEAR(a@0"),
      ("a\u{200d}b", "a\u{200d}b@0"),
    ])
  func `Words stand between blanks`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("C++", "C++@0"), ("c#", "c#@0"), ("don't", "don't@0"), ("foo:bar", "foo:bar@0"),
      ("v2.21", "v2.21@0"), ("a-b", "a-b@0"), ("a_b", "a_b@0"), ("(a)", "(a)@0"),
      ("a*b", "a*b@0"), ("*a", "*a@0"), ("a^2", "a^2@0"), ("{a}", "{a}@0"), ("a,b", "a,b@0"),
      ("jane@example.org", "jane@example.org@0"),
      ("https://example.org/a?b=c&d#e", "https://example.org/a?b=c&d#e@0"),
      ("~/notes/a.md", "~/notes/a.md@0"), ("a\0b", "a\0b@0"), ("'a'", "'a'@0"),
      ("a🐦b", "a🐦b@0"), ("a\\b", "a\\b@0"), ("50%", "50%@0"), (";DROP", ";DROP@0"),
    ])
  func `What people write inside a word stays in it`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("\"page cache\"", "\"page cache\"@0"),
      ("a \"b c\" d", "a@0 \"b c\"@2 d@8"),
      ("\" a \"", "\" a \"@0"),
      ("\"a\"", "\"a\"@0"),
      ("\"a b\"c", "\"a b\"@0 c@5"),
      ("\"a b\"\"c d\"", "\"a b\"@0 \"c d\"@5"),
      ("\"a b\" \"c", "\"a b\"@0 \"c@6"),
      ("\"a* -b\"", "\"a* -b\"@0"),
      ("\"a\nb\"", "\"a\nb\"@0"),
      ("\"a b", "\"a@0 b@3"),
      ("a b\"", "a@0 b\"@2"),
      ("a\"b c\"", "a\"b@0 c\"@4"),
      ("\"\" a", "a@3"),
      ("\"…\" a", "a@4"),
      ("\" a", "a@2"),
      ("“a b”", "“a@0 b”@3"),
    ])
  func `Quotes hold a phrase together, a lone one is part of a word`(
    input: String, expected: String
  ) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("permiss*", "permiss*@0"), ("a*", "a*@0"), ("a* b", "a*@0 b@3"), ("a**", "a**@0"),
      ("a *", "a@0"), ("* a", "a@2"), ("** a", "a@3"), ("\"a b\"*", "\"a b\"@0"),
      ("C++*", "C++*@0"), ("日*", "日*@0"),
    ])
  func `A star at the end makes a prefix, a lone one is nothing`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("a -b", "a@0 -b@2"), ("-b a", "a@3 -b@0"), ("a -b -c", "a@0 -b@2 -c@5"),
      ("a -\"b c\"", "a@0 -\"b c\"@2"), ("a -b*", "a@0 -b*@2"), ("a - b", "a@0 b@4"),
      ("a -", "a@0"), ("- a", "a@2"), ("a --b", "a@0 --b@2"), ("a -- b", "a@0 b@5"),
      ("a -\"b", "a@0 -\"b@2"), ("a –b", "a@0 –b@2"), ("a -*", "a@0"), ("a-b -c", "a-b@0 -c@4"),
    ])
  func `A dash before a word forbids it, a lone one is nothing`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test(
    arguments: [
      ("", "nothingToLookFor@0"), ("   ", "nothingToLookFor@0"), ("+", "nothingToLookFor@0"),
      ("…", "nothingToLookFor@0"), ("*", "nothingToLookFor@0"), ("-", "nothingToLookFor@0"),
      ("\"", "nothingToLookFor@0"), ("\"\"", "nothingToLookFor@0"), ("--", "nothingToLookFor@0"),
      ("🐦", "nothingToLookFor@0"), ("\0", "nothingToLookFor@0"),
      ("\u{301}", "nothingToLookFor@0"), ("-* -+", "nothingToLookFor@0"),
      ("-a", "onlyNegations@0"), ("  -a -b", "onlyNegations@2"),
      ("+ -a", "onlyNegations@2"), ("-\"a b\"", "onlyNegations@0"),
    ])
  func `Without a word to look for there is no query`(input: String, expected: String) {
    #expect(reading(of: input) == expected)
  }

  @Test func `A query may have 32 terms`() throws {
    let most = Array(repeating: "ab", count: 32).joined(separator: " ")
    #expect(try Query(parsing: most).required.count == 32)
    #expect(try Query(parsing: most + " + …").required.count == 32)
    #expect(reading(of: most + " ab") == "tooManyTerms@96")
    #expect(reading(of: most + " -é") == "tooManyTerms@96")
    #expect(reading(of: "é " + most) == "tooManyTerms@95")
  }

  @Test func `A query may have 1024 bytes`() throws {
    #expect(try Query(parsing: String(repeating: "é", count: 512)).required.count == 1)
    #expect(reading(of: String(repeating: "é", count: 512) + "a") == "tooLong@0")
    #expect(reading(of: String(repeating: " ", count: 1_025)) == "tooLong@0")
  }

  @Test(
    arguments: [
      (.tooLong, "The query is longer than 1024 bytes."),
      (.tooManyTerms, "The query has more than 32 terms."),
      (.nothingToLookFor, "The query has no word to look for."),
      (
        .onlyNegations,
        "The query only says what must not occur; add a word to look for."
      ),
    ] as [(QuerySyntaxError.Reason, String)])
  func `An error is a sentence`(reason: QuerySyntaxError.Reason, sentence: String) throws {
    let inputs =
      ["+", "-a"] + ["a", "a "].map { String(repeating: $0, count: 2_000) }
      + [String(repeating: "a ", count: 99)]
    let errors = inputs.map { input in
      #expect(throws: QuerySyntaxError.self) { try Query(parsing: input) }
    }
    let error = try #require(errors.compactMap(\.self).first { $0.reason == reason })
    #expect("\(error)" == sentence)
  }
}
