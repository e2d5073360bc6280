import FullText
import QueryLanguage
import SQLite
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(10)))
struct MatchPhrasesTests {
  @Test(
    arguments: [
      ("a", ["\"\u{1}a\""]), ("a b", ["\"\u{1}a\"", "\"\u{1}b\""]), ("=a", ["\"a\""]),
      ("perm*", ["\"perm\"*"]), ("\"a b\"", ["\"a b\""]),
      ("title:a b", ["{title\"\u{1}a\"", "\"\u{1}b\""]),
      ("title:(a OR b)", ["{title\"\u{1}a\"", "{title\"\u{1}b\""]),
      ("name:NEAR(a b, 3) c", ["{name\"\u{1}a\"", "{name\"\u{1}b\"", "\"\u{1}c\""]),
      ("a -b", ["\"\u{1}a\"", "\"\u{1}b\""]),
    ])
  func `Each phrase has a name that tells what it is`(query: String, names: [String]) throws {
    let index = try TestIndex()
    let reader = try IndexReader(index.store)
    let plan = try reader.plan(Query(parsing: query), SearchOptions())
    #expect(MatchPhrases.names(in: try #require(plan.match)) == names)
  }

  @Test(
    arguments: [
      "a b c", "(a OR b) c -d", "NEAR(a b) title:c", "don't a-b C++", "文字 の x*", "a \"\"b\"",
      "NEAR AND NOT", "title:(a b) name:c -tag:(d OR e)", "v2.21 \"x {y} : z\"", "\"NEAR(\" a",
    ])
  func `There are as many names as FTS5 sees phrases`(query: String) throws {
    let index = try TestIndex()
    try index.put("/1", "\(query) a b c x y z")
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var count = 0
    try reader.database.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("phrases") { match, _ in
        .integer(Int64(match.phraseCount))
      })
    let plan = try reader.plan(Query(parsing: query), SearchOptions())
    let match = try #require(plan.match)
    // With something that is always there, so that there is a row.
    try reader.database.prepare("SELECT phrases(search) FROM search WHERE search MATCH ?1")
      .forEachRow([.text("a OR (\(match))")]) { count = Int($0.integer(at: 0)) - 1 }
    #expect(MatchPhrases.names(in: match).count == count)
  }
}
