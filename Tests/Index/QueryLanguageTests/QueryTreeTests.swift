import QueryLanguage
import Testing

struct QueryTreeTests {
  @Test func `A tree knows what is meant, and where it stands`() throws {
    let query = try Query(parsing: "é \"b c\" -title:(=d e*) size:>1k f NEAR/3 g OR h")
    let expected = Query.Node.any([
      .all([
        .term(.init(.word, "é", range: 0..<1)), .term(.init(.phrase, "b c", range: 2..<7)),
        .not(
          .all([
            .term(.init(.exact, "d", in: .title, range: 16..<18)),
            .term(.init(.prefix, "e", in: .title, range: 19..<21)),
          ])), .filter(.size(.init(least: 1_025, greatest: nil)), range: 23..<31),
        .near(
          [.init(.word, "f", range: 32..<33), .init(.word, "g", range: 41..<42)], distance: 3),
      ]),
      .term(.init(.word, "h", range: 46..<47)),
    ])
    #expect(query.root == expected)
    #expect(query.root.range == 0..<47)
    #expect(query.notes == [])
  }

  @Test(
    arguments: [
      ("a title:b", [0..<1, 2..<9]), ("-title:b", [1..<8]), ("a -\"b\"", [0..<1, 3..<6]),
      ("=a* b", [0..<3, 4..<5]), ("“a”b", [0..<3, 3..<4]), ("a NEAR(b c, 5)", [0..<1, 7..<10]),
      ("type:pdf", [0..<8]), ("-in:\"a b\"c", [1..<9, 9..<10]), ("(a)", [1..<2]),
      ("🐦a 日", [0..<2, 3..<4]), ("title:NEAR(b", [11..<12]),
    ])
  func `A range counts Unicode scalars`(input: String, ranges: [Range<Int>]) throws {
    let root = try Query(parsing: input).root
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    #expect(nodes.map(\.range) == ranges)
  }

  @Test(
    arguments: [
      ("foo:bar", [.init(.unknownField("foo"), 0..<4)]),
      ("a foo:\"b\"", [.init(.unknownField("foo"), 2..<6)]),
      (
        "modified:soon",
        [
          .init(
            .unreadableValue(
              field: "modified", examples: "7d, yesterday, 2026-01-31 or 2026-01..2026-03"), 0..<13)
        ]
      ),
      (
        "-size:big",
        [.init(.unreadableValue(field: "size", examples: "10M, >1M or 10k..2M"), 1..<9)]
      ),
      ("\"a b", [.init(.unclosedQuote, 0..<1)]), ("title:“a", [.init(.unclosedQuote, 6..<7)]),
      ("a (b", [.init(.unclosedParenthesis, 2..<3)]),
      ("NEAR(a b", [.init(.unclosedParenthesis, 4..<5)]),
      ("(a (b", [.init(.unclosedParenthesis, 0..<1)]),
      ("a OR", [.init(.operatorAsWord("OR"), 2..<4)]),
      (
        "(AND) a NEAR/3 -b",
        [.init(.operatorAsWord("AND"), 1..<4), .init(.operatorAsWord("NEAR/3"), 8..<14)]
      ),
      ("a | b", [.init(.readAs("|", "OR"), 2..<3)]), ("a |", []),
      ("a !b", [.init(.readAs("!", "-"), 2..<3)]), ("!b", []),
      ("cat or dog", [.init(.operatorInLowercase("or"), 4..<6)]),
      ("linux not windows", [.init(.operatorInLowercase("not"), 6..<9)]),
      ("how to mount or unmount", []), ("or a", []), ("cat or \"dog\"", []),
      ("type:foo", [.init(.unknownType("foo"), 0..<8)]), ("type:docx kind:photos", []),
      (
        "date:1/11/2026",
        [.init(.ambiguousDate(field: "date", "2026-11-01", "2026-01-11"), 0..<14)]
      ), ("in:.", [.init(.unreadableValue(field: "in", examples: "~/notes"), 0..<4)]),
      ("OR foo:bar", [.init(.operatorAsWord("OR"), 0..<2), .init(.unknownField("foo"), 3..<7)]),
      ("((((((((((a))))))))))", [.init(.nestedTooDeeply, 8..<9)]),
      (
        "a b -c \"d\" (e) title:f NEAR(a b) don't C++ 5\" https://a 12:30 std::x C:\\a ERROR:a x:y",
        []
      ),
    ] as [(String, [Query.Note])])
  func `A note tells what was read as something else`(
    input: String, notes: [Query.Note]
  ) throws {
    #expect(try Query(parsing: input).notes == notes)
  }

  @Test func `There are at most 8 notes`() throws {
    let input = (0..<20).map { _ in "foo:a" }.joined(separator: " ")
    #expect(try Query(parsing: input).notes.count == 8)
  }

  @Test(
    arguments: [
      (
        .unknownField("foo"),
        "There is no field 'foo'; this part is searched as words."
      ),
      (
        .unreadableValue(field: "size", examples: "10M, >1M or 10k..2M"),
        "'size:' does not take this value; this part is searched as words. It takes 10M, >1M or 10k..2M."
      ),
      (
        .ambiguousDate(field: "date", "2026-11-01", "2026-01-11"),
        """
        'date:' does not take a date that can be two days; this part is searched as words. Type \
        2026-11-01 or 2026-01-11.
        """
      ),
      (
        .unknownType("foo"),
        """
        No file has the type 'foo'. Types are archive, audio, book, calendar, chat, code, contact, document, \
        image, mail, presentation, spreadsheet, text, video, webpage, and suffixes such as pdf.
        """
      ),
      (
        .unknownType("folder"),
        "Only files are found, not folders. Type in:NAME for what is in a folder."
      ),
      (.operatorInLowercase("or"), "'or' is searched as a word; the operator is OR."),
      (.readAs("|", "OR"), "'|' is read as OR; put it in quotes to search it as it is."),
      (.unclosedQuote, "The quote at character 4 is not closed; it is part of its word."),
      (
        .unclosedParenthesis,
        "The parenthesis at character 4 is not closed; it extends to the end."
      ),
      (.operatorAsWord("OR"), "'OR' at character 4 connects nothing; it is searched as a word."),
      (.nestedTooDeeply, "Parentheses more than 8 levels deep are ignored."),
      (.leftOut, "The query has more than 512 terms; the others are ignored."),
    ] as [(Query.Note.Kind, String)])
  func `A note is a sentence`(kind: Query.Note.Kind, sentence: String) {
    #expect("\(Query.Note(kind, 3..<4))" == sentence)
  }

  @Test(
    arguments: [
      ("type:pdf", .type(.named("pdf"))), ("type:image/*", .type(.family("image"))),
      ("type:text/x-c++", .type(.exact("text/x-c++"))), ("ext:.MD", .fileExtension("MD")),
      ("in:~/a", .folder("~/a")), ("path:\"a b\"", .path("a b")), ("lang:DE", .language("de")),
      ("size:..1k", .size(.init(least: nil, greatest: 1_024))),
      ("modified:1970-01-02", .modified(.init(from: 82_800, until: 169_200))),
      ("modified:<7d", .modified(.init(from: 1_794_677_280, until: nil))),
    ] as [(String, Query.Filter)])
  func `A filter is a value`(input: String, filter: Query.Filter) throws {
    var options = Query.ReadingOptions()
    options.clock = .test
    let root = try Query(parsing: input, options).root
    #expect(root == .filter(filter, range: 0..<input.unicodeScalars.count))
  }
}
