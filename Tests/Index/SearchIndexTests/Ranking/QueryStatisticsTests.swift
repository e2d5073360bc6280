import HitOrder
import IndexStorage
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
    let ids = ranking.documents.map { DocumentID(rawValue: Int64($0.key.number)) }
    #expect(page.hits.map(\.document.id) == Array(ids.prefix(2)))
    #expect(ranking.documents.count > 2)
    #expect(ranking.documents.allSatisfy { !$0.digest.isEmpty })
    #expect(ranking.nearMatches == min(10, ranking.documents.count { $0.isNear }))
    options.documents = [ids[4], ids[2]]
    #expect(
      try reader.search(query, options).hits.map(\.document.id)
        == [ids[2], ids[4]])
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
}
