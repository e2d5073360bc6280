import QueryLanguage
import Testing

@testable import SearchIndex

struct QueryStatisticsTests {
  private static let texts: [(path: String, text: String)] = (0..<40).map { number in
    let words = ["red", "fox", "foxes", "hen", "running", "run", "tide-gauge", "wool"]
    let text = words.enumerated().filter { (number * 7 + $0.offset * 3) % 5 < 2 }.map(\.element)
    return (
      "/d\(number % 4)/f\(number)",
      (text + Array(repeating: "padding", count: number)).joined(separator: " ")
    )
  }

  private func index(_ isWanted: (Int) -> Bool) throws -> TestIndex {
    let index = try TestIndex()
    for (number, document) in Self.texts.enumerated() where isWanted(number) {
      try index.put(document.path, document.text)
    }
    try index.writer.commit()
    return index
  }

  private func scores(
    _ query: Query, in index: TestIndex, _ statistics: QueryStatistics? = nil
  ) throws -> [String: Double] {
    var options = SearchOptions()
    options.limit = 100
    options.showsCopies = true
    options.statistics = statistics
    let page = try IndexReader(index.store).search(query, options)
    return Dictionary(
      uniqueKeysWithValues: page.hits.map { ("\($0.document.path)", ($0.score * 1e6).rounded()) })
  }

  @Test(
    arguments: [
      "red fox", "running hens", "wool", "\"red foxes\" run", "tide-gauge fox", "fo*",
    ])
  func `Scores of two halves with the numbers of both are those of one index`(text: String) throws {
    let query = try Query(parsing: text)
    let whole = try index { _ in true }
    let halves = try [index { $0 % 3 == 0 }, index { $0 % 3 != 0 }]
    var statistics = QueryStatistics()
    for half in halves {
      statistics.add(try IndexReader(half.store).statistics(for: query, SearchOptions()))
    }
    let expected = try IndexReader(whole.store).statistics(for: query, SearchOptions())
    #expect(statistics == expected)
    let found = try halves.map { try scores(query, in: $0, statistics) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let together = try scores(query, in: whole)
    #expect(!together.isEmpty)
    for (path, score) in together { #expect(found[path] == score, "\(path)") }
    // Without them the halves rank for themselves.
    let own = try halves.map { try scores(query, in: $0) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    #expect(own != found)
  }
}
