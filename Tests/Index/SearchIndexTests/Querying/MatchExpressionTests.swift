import FullText
import IndexStorage
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct MatchExpressionTests {
  private static func plan(_ input: String, in reader: IndexReader) throws -> SearchPlan {
    try SearchPlan(Query(parsing: input), SearchOptions(), in: Snapshot(of: reader))
  }

  /// The MATCH text of a query, with `·` for the mark of a word that is searched in all its forms.
  private func matchText(_ input: String) throws -> String? {
    let index = try TestIndex(text: TextSettings(stopWords: StopWords(["the"])))
    let plan = try Self.plan(input, in: IndexReader(index.store))
    return plan.match.map { "\($0)".replacing("\u{1}", with: "·").replacing("\t", with: "⁀") }
  }

  @Test(
    arguments: [
      (#"a"#, #""·a""#),
      (#"a b"#, #""·a" "·b""#),
      (#"a b c"#, #""·a" "·b" "·c""#),
      (#"a AND b"#, #""·a" "·b""#),
      (#"=a"#, #""a""#),
      (#"=a b"#, #""a" "·b""#),
      (#"perm*"#, #""perm" *"#),
      (#"perm* a"#, #""perm" * "·a""#),
      (#"a per*"#, #""·a" "per" *"#),
      (#"=perm*"#, #""perm" *"#),
      (#""a b""#, #""a b" OR "⁀a b""#),
      (#""a""#, #""a""#),
      (#""a b" c"#, #""·c" AND ("a b" OR "⁀a b")"#),
      (#""a b c d e""#, #""a b c d e""#),
      (#""文字 a""#, #""文字 a""#),
      (#""a ""b""#, #""a " "b""#),
      (#""a b"*"#, #""a b" OR "⁀a b""#),
      (#"“a b”"#, #""a b" OR "⁀a b""#),
      (#"don't"#, #""·don't" OR "⁀don't""#),
      (#"a-b"#, #""·a-b" OR "⁀a-b""#),
      (#"=a-b"#, #""a-b""#),
      (#"a-b*"#, #""a-b" *"#),
      (#"C++"#, #""·C++""#),
      (#"v2.21"#, #""·v2.21" OR "⁀v2.21""#),
      (#"user@example.org"#, #""·user@example.org" OR "⁀user@example.org""#),
      (#"https://example.org/a?b=c"#, #""·https://example.org/a?b=c""#),
      (#"a OR b"#, #""·a" OR "·b""#),
      (#"a OR b OR c"#, #""·a" OR "·b" OR "·c""#),
      (#"a b OR c"#, #""·a" "·b" OR "·c""#),
      (#"a OR b c"#, #""·a" OR "·b" "·c""#),
      (#"(a OR b) c"#, #""·c" AND ("·a" OR "·b")"#),
      (#"a (b OR c)"#, #""·a" AND ("·b" OR "·c")"#),
      (#"(a OR b) (c OR d)"#, #"("·a" OR "·b") AND ("·c" OR "·d")"#),
      (#"(a b OR c) d"#, #""·d" AND ("·a" "·b" OR "·c")"#),
      (#"a (b OR c d) e"#, #""·a" "·e" AND ("·b" OR "·c" "·d")"#),
      (#"((a OR b) c) OR d"#, #""·c" AND ("·a" OR "·b") OR "·d""#),
      (#"(a OR b)"#, #""·a" OR "·b""#),
      (#"a -b"#, #""·a" NOT ("·b")"#),
      (#"a NOT b"#, #""·a" NOT ("·b")"#),
      (#"-b a"#, #""·a" NOT ("·b")"#),
      (#"a -b -c"#, #""·a" NOT ("·b" OR "·c")"#),
      (#"a -(b c)"#, #""·a" NOT ("·b" "·c")"#),
      (#"a -(b OR c)"#, #""·a" NOT ("·b" OR "·c")"#),
      (#"(a OR b) -c"#, #"("·a" OR "·b") NOT ("·c")"#),
      (#"(a OR b) -(c d) e"#, #""·e" NOT ("·c" "·d") AND ("·a" OR "·b")"#),
      (#"a -b (c OR d)"#, #""·a" NOT ("·b") AND ("·c" OR "·d")"#),
      (#"a OR b -c"#, #""·a" OR "·b" NOT ("·c")"#),
      (#"-(a OR b) c"#, #""·c" NOT ("·a" OR "·b")"#),
      (#"(a -b) OR (c -d)"#, #""·a" NOT ("·b") OR "·c" NOT ("·d")"#),
      (#"a -(b -c)"#, #""·a" NOT ("·b" NOT ("·c"))"#),
      (#"a -"b c""#, #""·a" NOT ("b c" OR "⁀b c")"#),
      (#"a -=b"#, #""·a" NOT ("b")"#),
      (#"a -b*"#, #""·a" NOT ("b" *)"#),
      (#"title:a"#, #"{title} : "·a""#),
      (#"name:a"#, #"{name} : "·a""#),
      (#"tag:a"#, #"{tags} : "·a""#),
      (#"body:a"#, #"{body} : "·a""#),
      (#"title:a b"#, #"{title} : "·a" "·b""#),
      (#"title:(a b)"#, #"{title} : "·a" {title} : "·b""#),
      (#"title:(a OR b)"#, #"{title} : "·a" OR {title} : "·b""#),
      (#"title:"a b""#, #"{title} : "a b" OR {title} : "⁀a b""#),
      (#"title:=a"#, #"{title} : "a""#),
      (#"title:a*"#, #"{title} : "a" *"#),
      (#"title:a -name:b"#, #"{title} : "·a" NOT ({name} : "·b")"#),
      (#"title:(a -b)"#, #"{title} : "·a" NOT ({title} : "·b")"#),
      (#"-title:a b"#, #""·b" NOT ({title} : "·a")"#),
      (
        #"title:(a b) name:c -tag:(d OR e)"#,
        #"{title} : "·a" {title} : "·b" {name} : "·c" NOT ({tags} : "·d" OR {tags} : "·e")"#
      ),
      (#"a NEAR b"#, #"NEAR("·a" "·b", 10)"#),
      (#"NEAR(a b)"#, #"NEAR("·a" "·b", 10)"#),
      (#"NEAR(a b, 3)"#, #"NEAR("·a" "·b", 3)"#),
      (#"a NEAR/5 b"#, #"NEAR("·a" "·b", 5)"#),
      (#"name:NEAR(a b, 3) c"#, #"{name} : NEAR("·a" "·b", 3) "·c""#),
      (#"NEAR("a b" c)"#, #"NEAR("a b" "·c", 10)"#),
      (#"NEAR(a* b)"#, #"NEAR("a" * "·b", 10)"#),
      (#"NEAR(=a b, 2) -c"#, #"NEAR("a" "·b", 2) NOT ("·c")"#),
      (#"a OR NEAR(b c)"#, #""·a" OR NEAR("·b" "·c", 10)"#),
      (#"NEAR(a b c, 7)"#, #"NEAR("·a" "·b" "·c", 7)"#),
      (#"a type:pdf"#, #""·a""#),
      (#"(a OR b) type:pdf"#, #"("·a" OR "·b")"#),
      (#"a -type:pdf"#, #""·a""#),
      (#"a (b OR type:pdf)"#, #""·a""#),
      (#"-(a type:pdf) b"#, #""·b""#),
      (#"a ext:txt -in:old"#, #""·a""#),
      (#"文"#, #""·文" *"#),
      (#"文字"#, #""·文字""#),
      (#"文字 a"#, #""·文字" "·a""#),
      (#"の"#, #""·の" *"#),
      (#"日本語 の"#, #""·日本語" "·の" *"#),
      (#"한"#, #""·한" *"#),
      (#"カタカナ OR か"#, #""·カタカナ" OR "·か" *"#),
      (#"title:文"#, #"{title} : "·文" *"#),
      (#"=文"#, #""文" *"#),
      (#""文""#, #""文" *"#),
      (#"文*"#, #""文" *"#),
      (#"NEAR(文 a)"#, #"NEAR("·文" * "·a", 10)"#),
      (#"東 -京"#, #""·東" * NOT ("·京" *)"#),
      (#"文a"#, #""·文a""#),
      (#"the"#, #""·the""#),
      (#"the a"#, #""·a""#),
      (#"the OR a"#, #""·the" OR "·a""#),
      (#"title:the a"#, #""·a""#),
      (#""the a""#, #""the a" OR "⁀the a""#),
      (#"=the a"#, #""the" "·a""#),
      (#"a {title} : b"#, #""·a" "·{title}" "·b""#),
      (#""NEAR(" a"#, #""NEAR(" "·a""#),
      (#"a""#, #""·a""""#),
      (#"NEAR AND NOT"#, #""·NEAR" "·NOT""#),
      (#"Größe"#, #""·Größe""#),
      (#"ÉTÉ résumé"#, #""·ÉTÉ" "·résumé""#),
    ])
  func `A query becomes this text for MATCH`(query: String, expected: String) throws {
    #expect(try matchText(query) == expected)
  }

  @Test(arguments: [
    #"-a"#, #"-a -b"#, #"a OR -b"#, #"type:pdf"#, #"a OR type:pdf"#, #"in:notes a OR b"#,
  ])
  func `A query without a wanted text has no text for MATCH`(query: String) throws {
    #expect(try matchText(query) == nil)
  }

  @Test(
    arguments: [
      ("a -b", #""·a""#), ("a OR -b", #""·a""#), ("-a", nil), ("type:pdf", nil),
      ("in:notes a OR b -c", #""·a" OR "·b""#),
    ])
  func `A snippet shows all wanted texts`(
    query: String, expected: String?
  ) throws {
    let index = try TestIndex()
    let plan = try Self.plan(query, in: IndexReader(index.store))
    #expect(plan.highlight.map { "\($0)".replacing("\u{1}", with: "·") } == expected)
  }

  @Test(
    arguments: [
      ("a", [#""·a""#]), ("a b", [#""·a""#, #""·b""#]), ("=a", [#""a""#]),
      ("perm*", [#""perm" *"#]), (#""a b""#, [#""a b""#, #""⁀a b""#]),
      ("title:a b", [#"{title} : "·a""#, #""·b""#]),
      ("title:(a OR b)", [#"{title} : "·a""#, #"{title} : "·b""#]),
      ("name:NEAR(a b, 3) c", [#"{name} : "·a""#, #"{name} : "·b""#, #""·c""#]),
      ("(a OR b) (c OR d) -e", [#""·a""#, #""·b""#, #""·e""#, #""·c""#, #""·d""#]),
    ])
  func `Each phrase says its text, its column and its kind`(
    query: String, expected: [String]
  ) throws {
    let index = try TestIndex()
    let reader = try IndexReader(index.store)
    let match = try #require(try Self.plan(query, in: reader).match)
    #expect(
      match.phrases.map { "\($0)".replacing("\u{1}", with: "·").replacing("\t", with: "⁀") }
        == expected)
  }

  @Test(
    arguments: [
      ("a", "\"a\""), ("", "\"\""), ("say \"a\"", "\"say \"\"a\"\"\""),
      ("\"\u{301}", "\"\"\"\u{301}\""), ("OR NEAR(", "\"OR NEAR(\""),
    ])
  func `A phrase quotes its text`(text: String, expected: String) {
    let phrase = MatchExpression.Phrase(
      column: nil, text: text, forms: .typed, isPrefix: false)
    #expect("\(phrase)".unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(MatchExpression.phrase(phrase).phrases == [phrase])
  }

  @Test func `A typed NUL cannot end the expression, nor a typed mark pass for ours`() throws {
    let index = try TestIndex()
    let words = QueryWords(index.store.text)
    let term = Query.Term(.exact, "a\0b\u{1}c\u{4}d")
    #expect(MatchExpression.Phrase(term, words).text == "a b c d")
  }

  @Test(
    arguments: [
      "a b c", "(a OR b) c -d", "NEAR(a b) title:c", "don't a-b C++", "文字 の x*", "a \"\"b\"",
      "NEAR AND NOT", "title:(a b) name:c -tag:(d OR e)", "v2.21 \"x {y} : z\"", "\"NEAR(\" a",
    ])
  func `FTS5 counts the same phrases`(query: String) throws {
    let index = try TestIndex()
    try index.put("/1", "\(query) a b c x y z")
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var count = 0
    try reader.database.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("phrases") { match, _ in
        .integer(Int64(match.phraseCount))
      })
    let match = try #require(try Self.plan(query, in: reader).match)
    // With something that is always there, so that there is a row.
    try reader.database.prepare("SELECT phrases(search) FROM search WHERE search MATCH ?1")
      .forEachRow([.text("a OR (\(match))")]) { count = Int($0.integer(at: 0)) - 1 }
    #expect(match.phrases.count == count)
  }
}
