import LinuxSystem
import QueryLanguage
import Testing

@testable import SearchIndex

struct QueryStatisticsTests {
  private static let texts: [(path: String, text: String)] = (0..<40).map { number in
    let words = ["red", "fox", "foxes", "hen", "running", "run", "tide-gauge", "wool"]
    let text = words.enumerated().filter { (number * 7 + $0.offset * 3) % 5 < 2 }.map(\.element)
    return (
      "/d\(number % 4)/\(number == 7 ? "attic" : "f\(number)")/f\(number)",
      (text + Array(repeating: "padding", count: number)).joined(separator: " ")
    )
  }

  private func index(_ isWanted: (Int) -> Bool) throws -> TestIndex {
    let index = try TestIndex()
    for (number, document) in Self.texts.enumerated() where isWanted(number) {
      try index.put(document.path, document.text, size: document.text.utf8.count)
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
      // The name of a folder of one half, alone and with words of the texts.
      "attic", "attic fox hen", "tide-gauge attic", "nowhere fox",
      // Only one half has the word; the other form is in both.
      "padding", "foxing hens",
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

  @Test func `Numbers of other terms are not used`() throws {
    let index = try index { _ in true }
    let query = try Query(parsing: "red fox")
    let reader = try IndexReader(index.store)
    var others = try reader.statistics(for: Query(parsing: "red hen"), SearchOptions())
    #expect(try scores(query, in: index, others) == scores(query, in: index))
    others.counts = []
    #expect(try scores(query, in: index, others) == scores(query, in: index))
  }

  @Test func `The order of two halves is in their rankings`() throws {
    let query = try Query(parsing: "red fox")
    let half = try index { $0 % 3 == 0 }
    let reader = try IndexReader(half.store)
    var options = SearchOptions()
    options.statistics = try reader.statistics(for: query, options)
    options.limit = 2
    let page = try reader.search(query, options)
    let ranking = try #require(page.ranking)
    #expect(page.hits.map(\.document.id) == ranking.documents.prefix(2).map(\.id))
    #expect(ranking.documents.count > 2)
    #expect(ranking.documents.allSatisfy { !$0.digest.isEmpty })
    #expect(ranking.nearMatches == min(10, ranking.documents.count { $0.isNear }))
    options.documents = [ranking.documents[4].id, ranking.documents[2].id]
    #expect(
      try reader.search(query, options).hits.map(\.document.id)
        == [ranking.documents[2].id, ranking.documents[4].id])
    // Their order is known already, so their texts are not read for it.
    let later = try #require(try reader.search(query, options).ranking)
    #expect(later.documents.allSatisfy { $0.digest.isEmpty })
  }

  @Test func `Documents that were found are looked up without another search`() throws {
    let query = try Query(parsing: "red fox type:text")
    let half = try index { $0 % 3 == 0 }
    let reader = try IndexReader(half.store)
    let found = try reader.search(query, SearchOptions()).hits.map(\.document)
    #expect(found.count > 2)
    var options = SearchOptions()
    options.documents = [found[0].id, found[2].id, 999_999_999]
    let page = try reader.search(query, options)
    #expect(Set(page.hits.map(\.document.id)) == [found[0].id, found[2].id])
    #expect(page.hits.allSatisfy { $0.passages.isEmpty && $0.score == 0 })
    #expect(page.ranking == nil)
    // The limits of a search limit this, too.
    options.within = [found[2].location.file]
    #expect(try reader.search(query, options).hits.map(\.document.id) == [found[2].id])
    let others = try Query(parsing: "red fox type:pdf")
    options.within = nil
    #expect(try reader.search(others, options).hits.isEmpty)
  }

  @Test(
    arguments: [
      (["a", "b"], true, ["a", "b"], true, ["a", "b"], true),
      (["a", "b"], false, ["a", "b"], false, ["a", "b"], false),
      (["a", "b"], true, ["a", "c"], true, ["a"], true),
      (["a", "b", "c"], true, ["a"], true, ["a"], true),
      (["a"], false, ["a", "b", "c"], true, ["a", "b", "c"], true),
      ([], false, ["a"], true, ["a"], true), (["a"], true, [], true, [], true),
    ] as [([String], Bool, [String], Bool, [String], Bool)])
  func `The common folder is that of a tree with the folders of both`(
    one: [String], oneBranches: Bool, other: [String], otherBranches: Bool, names: [String],
    branches: Bool
  ) {
    var sum = CommonFolder(names: one, branches: oneBranches)
    sum.add(CommonFolder(names: other, branches: otherBranches))
    #expect(sum == CommonFolder(names: names, branches: branches))
    var turned = CommonFolder(names: other, branches: otherBranches)
    turned.add(CommonFolder(names: one, branches: oneBranches))
    #expect(turned == sum)
  }
}
