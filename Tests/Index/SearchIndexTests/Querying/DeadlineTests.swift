import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// The result of a search at its deadline.
@Suite(.timeLimit(.minutes(15)))
struct DeadlineTests {
  let index: TestIndex
  let reader: IndexReader

  init() throws {
    index = try TestIndex()
    for number in 0..<4_000 { try index.put("/\(number)", "seed \(number % 7)", size: number) }
    try index.writer.commit()
    reader = try IndexReader(index.store)
    // Once in peace, so that everything that is read at the beginning is read.
    _ = try reader.search(Query(parsing: "seed"), SearchOptions())
  }

  @Test(arguments: SearchOptions.Order.allCases, ["seed", "size:>0", "seed OR 3"])
  func `At the deadline a search returns its hits so far and says so`(
    order: SearchOptions.Order, query: String
  ) throws {
    var options = SearchOptions()
    options.order = order
    options.facets = FacetRequest([.type])
    let page = try reader.search(Query(parsing: query), options, deadline: .now)
    #expect(!page.isComplete)
    #expect(page.hits.count == 20)
    #expect(page.count >= 20 && page.count < 4_000)
    #expect(page.hasMore)
    let facets = try #require(page.facets)
    #expect(!facets.isComplete)
    // The reader is as good as before.
    let whole = try reader.search(Query(parsing: query), options)
    #expect(whole.isComplete)
    #expect(whole.count >= 3_999)
    #expect(whole.facets?.isComplete == true)
    #expect(whole.hits.allSatisfy { query == "size:>0" || !$0.snippet.matches.isEmpty })
  }

  @Test(arguments: ["seed", "size:>0"], [[], FacetField.allCases])
  func `An incomplete count says so`(query: String, fields: [FacetField]) throws {
    var options = SearchOptions()
    options.facets = fields.isEmpty ? nil : FacetRequest(fields)
    let count = try reader.count(Query(parsing: query), options, deadline: .now)
    #expect(!count.isComplete)
    #expect(count.count > 0 && count.count < 3_999)
    #expect(count.facets?.fields.map(\.field) == options.facets?.fields)
  }

  @Test func `A distant deadline changes nothing`() throws {
    let query = try Query(parsing: "seed 3")
    let page = try reader.search(query, SearchOptions(), deadline: .now + .seconds(60))
    let other = try reader.search(query, SearchOptions())
    #expect(page == other)
    #expect(page.isComplete)
  }
}
