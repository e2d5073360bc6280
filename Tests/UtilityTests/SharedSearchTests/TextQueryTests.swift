import QueryLanguage
import SearchIndex
import Testing

@testable import SharedSearch

/// Conditions on words as queries of PostgreSQL.
struct TextQueryTests {
  private static func phrase(
    _ places: [[String]], _ column: Query.Column? = nil, isPrefix: Bool = false
  ) -> QueryOutline.Phrase {
    QueryOutline.Phrase(
      places: places.map { $0.map { Array($0.utf8) } }, column: column, isPrefix: isPrefix)
  }

  private static func word(_ text: String) -> QueryOutline.Condition { .phrase(phrase([[text]])) }

  @Test(
    arguments: [
      (word("heron"), "'heron'"),
      (.phrase(phrase([["heron", "herons"]])), "('heron' | 'herons')"),
      (.phrase(phrase([["grey"], ["heron"]])), "'grey' <-> 'heron'"),
      (.phrase(phrase([["her"]], isPrefix: true)), "'her':*"),
      (.phrase(phrase([["a"], ["b"]], .title, isPrefix: true)), "'a':A <-> 'b':*A"),
      (.any([word("a"), word("b")]), "('a') | ('b')"),
      (.all([word("a"), .not(word("b"))]), "('a') & (!('b'))"),
      (word("o'neil\\"), "'o''neil\\\\'"),
      (
        .near([phrase([["a"]]), phrase([["b"]])], distance: 1),
        "('a' <1> 'b') | ('b' <1> 'a') | ('a' <2> 'b') | ('b' <2> 'a')"
      ),
      (
        .near([phrase([["a"]]), phrase([["b"], ["c"]])], distance: 1), "('a') & ('b' <-> 'c')"
      ),
    ] as [(QueryOutline.Condition, String)])
  func `Words become a query`(_ condition: QueryOutline.Condition, _ text: String) {
    #expect(TextQuery(condition)?.text == text)
  }

  @Test func `In a long text, the words of a phrase may be anywhere`() {
    let query = TextQuery(.phrase(Self.phrase([["grey"], ["heron"]])))
    #expect(query?.long == "'grey' & 'heron'")
    #expect(TextQuery(Self.word("heron"))?.long == "'heron'")
  }

  @Test func `A condition on files is no condition on words`() {
    #expect(TextQuery(.filter(.attachment)) == nil)
    #expect(TextQuery(.all([Self.word("a"), .filter(.attachment)])) == nil)
    #expect(TextQuery(.all([])) == nil)
  }
}
