import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// The explanation of a query and a document: facts in, sentences out.
struct QueryExplanationTests {
  /// The steps about a query that is no hit, or is one at a place.
  private func steps(
    terms: [ExplainedTerm] = [], filters: [ExplainedFilter] = [], place: Int? = nil,
    hits: Int = 7, parts: [ExplainedRankPart] = []
  ) -> [StepMessage] {
    var match = ExplainedMatch()
    (match.isHit, match.position, match.hitCount) = (place != nil, place, hits)
    (match.terms, match.filters, match.parts) = (terms, filters, parts)
    match.score = parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.score }
    var facts = ExplanationTests.facts()
    (facts.reading, facts.index.match) = ("what was read", match)
    return facts.questionSteps
  }

  private func text(_ step: StepMessage) -> String {
    "\(step.passed ? "" : "! ")\(step.topic): \(step.text)"
      + (step.remedy.map { " → \($0)" } ?? "")
  }

  static func term(
    _ reading: String, wanted: Bool = true, column: Query.Column? = nil,
    counts: ColumnCounts = ColumnCounts(), elsewhere: ColumnCounts = ColumnCounts(),
    missing: [MissingWord] = [], skipped: Bool = false
  ) -> ExplainedTerm {
    var term = ExplainedTerm(reading: reading, column: column, isWanted: wanted)
    term.isSkipped = skipped
    term.counts = counts
    term.elsewhere = elsewhere
    term.missing = missing
    return term
  }

  @Test func `The reading comes first, and whether it is a hit last`() {
    #expect(
      steps().map(text) == [
        "query: The query was read as: what was read",
        "! rank: It is not a hit. The query finds 7 files.",
      ])
    #expect(
      steps(place: 2).map(text).last == "rank: It is number 2 of 7 hits, the newest first.")
    #expect(
      steps(place: 21, hits: 30).map(text).last
        == "rank: It is number 21 of 30 hits, the newest first. → To see it, search with -n 21.")
  }

  @Test(
    arguments: [
      (
        term("sales", counts: ColumnCounts(title: 1, body: 2)),
        "query: sales occurs 3 times (title 1, text 2)."
      ),
      (
        term("slaes", missing: [MissingWord(word: "slaes", nearest: ["sales", "scales"])]),
        "! query: slaes does not occur. The words most like 'slaes' in the file: 'sales', 'scales'. → "
          + "Search for 'sales' instead."
      ),
      (
        term("zebra", missing: [MissingWord(word: "zebra", nearest: [])]),
        "! query: zebra does not occur. The file has no word like 'zebra'."
      ),
      (
        term("\"a b\""),
        "! query: \"a b\" does not occur. Its words occur, but not together. → "
          + "Search for the words without the quotes or NEAR."
      ),
      (
        term("title:sales", column: .title, elsewhere: ColumnCounts(body: 1)),
        "! query: title:sales does not occur there, but once elsewhere (text 1). → "
          + "Remove 'title:' from the query."
      ),
      (
        term("draft", wanted: false, counts: ColumnCounts(body: 2)),
        "! query: draft occurs 2 times (text 2), but the query excludes it. → "
          + "Remove the part with '-' or NOT from the query."
      ),
      (term("draft", wanted: false), "query: draft does not occur, as the query requires."),
      (
        term("the", skipped: true),
        "query: the is a stop word; it is ignored because the query has other words."
      ),
    ] as [(ExplainedTerm, String)])
  func `A text is explained with its occurrences, or with what the file has instead`(
    term: ExplainedTerm, expected: String
  ) {
    #expect(text(steps(terms: [term])[1]) == expected)
  }

  @Test func `What a hit does without is no fault`() {
    let missing = Self.term("zebra", missing: [MissingWord(word: "zebra", nearest: ["zero"])])
    let step = steps(terms: [missing], place: 1)[1]
    #expect(
      text(step) == "query: zebra does not occur. The words most like 'zebra' in the file: 'zero'.")
  }

  @Test(
    arguments: [
      (.type(.named("pdf")), "type pdf", "the file is text/markdown"),
      (.fileExtension("txt"), "extension txt", "its name is 'notes.md'"),
      (.folder("~/x"), "in ~/x", "it is in '/home/a'"),
      (.path("x"), "path x", "its path is '/home/a/notes.md'"),
      (
        .modified(.init(from: 5, until: nil)), "modified since",
        "it was last changed at 2026-01-02T03:04:05Z"
      ),
      (.size(.init(least: 5, greatest: nil)), "size", "it has 2000 bytes"),
      (.language("de"), "language de", "its language is not known"),
      (.pages(Query.NumberRange(least: 1, greatest: nil)), "pages over 0", "it has no pages"),
      (.attachment, "has an attachment", "it has 0 attachments"),
    ] as [(Query.Filter, String, String)])
  func `A filter is explained with the fact that it is compared with`(
    filter: Query.Filter, reading: String, fact: String
  ) {
    func explained(wanted: Bool, holds: Bool) -> String {
      let filter = ExplainedFilter(filter, reading: reading, isWanted: wanted, holds: holds)
      return text(steps(filters: [filter])[1])
    }
    let remedy = " → Remove it from the query."
    #expect(
      explained(wanted: true, holds: false)
        == "! query: '\(reading)' does not match: \(fact).\(remedy)")
    #expect(
      explained(wanted: false, holds: true)
        == "! query: '\(reading)' matches, but the query excludes it: \(fact).\(remedy)")
    #expect(
      explained(wanted: true, holds: true)
        == "query: '\(reading)' matches, as the query requires: \(fact).")
  }

  @Test func `A rank is explained with its parts`() {
    let parts = [
      ExplainedRankPart(.word("sales"), documents: 12, rarity: 4.2, score: 9.127),
      ExplainedRankPart(.proximity, score: 1),
      ExplainedRankPart(.copy, score: -0.5),
      ExplainedRankPart(.opened, score: 0.75),
    ]
    #expect(
      steps(place: 1, parts: parts).map(text).dropFirst() == [
        "rank: Its score is 10.38, the sum of these parts:",
        "rank: 9.13 for 'sales', which is in 12 documents: rarity 4.20.",
        "rank: 1.00 because its words follow each other.",
        "rank: -0.50 because it is a copy, a draft or a backup.",
        "rank: 0.75 because it was opened before.",
        "rank: It is number 1 of 7 hits, the best first.",
      ])
  }

  @Test func `What is not in the index is found by no query`() {
    let facts = ExplanationTests.facts(indexed: false) { $0.reading = "a" }
    #expect(
      facts.questionSteps.map(text).last
        == "! query: The file is not in the index, so no query finds it.")
  }
}
