import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// The passages of hits, from the index to the hit.
@Suite(.timeLimit(.minutes(15)))
struct HitPassagesTests {
  /// An index with a book of three pages, of a hundred lines each.
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    var document = Document(status: .init(), type: "text/plain")
    for page in 1...3 {
      document.parts.append(.init(offset: document.text.count, .page, label: "p\(page)"))
      for line in 1...100 {
        let words =
          switch (page, line) {
          case (1, 60): "The mast was made of oak."
          case (2, 10): "The mast and the anchor fell into the sea."
          case (3, 90): "Only the anchor was found again."
          default: "Nothing happened on this day of the journey."
          }
        document.text += Array("\(words)\n".utf8)
      }
    }
    try index.writer.replace(document, at: .init("/book"))
    try index.writer.commit()
  }

  private func hit(
    _ query: String, passages: Int, order: SearchOptions.Order = .relevance
  ) throws -> SearchHit {
    var options = SearchOptions()
    (options.passages, options.order, options.snippetWords) = (passages, order, 9)
    return try #require(
      try IndexReader(index.store).search(.init(parsing: query), options).hits.first)
  }

  @Test(arguments: SearchOptions.Order.allCases)
  func `The best passage comes first, the others in the order of the text`(
    order: SearchOptions.Order
  ) throws {
    let hit = try hit("mast anchor", passages: 3, order: order)
    #expect(hit.passages.map(\.line) == [110, 60, 290])
    #expect(hit.passages.map(\.part?.number) == [2, 1, 3])
    #expect(hit.passages.map(\.part?.label) == ["p2", "p1", "p3"])
    #expect(
      hit.passages.map { $0.snippet.text(open: "<", close: ">") } == [
        "The <mast> and the <anchor> fell into the sea.", "The <mast> was made of oak.",
        "Only the <anchor> was found again.",
      ])
    #expect(hit.snippet == hit.passages[0].snippet)
  }

  @Test(arguments: ["mast anchor", "mast", "oak", "name:book", "\"the anchor\"", "journey"])
  func `The best passage does not change with their number`(query: String) throws {
    for order in SearchOptions.Order.allCases {
      let alone = try hit(query, passages: 1, order: order).passages
      #expect(alone.count == 1)
      for count in [2, 5, 10] {
        let several = try hit(query, passages: count, order: order).passages
        #expect(Array(several.prefix(1)) == alone)
        #expect(several.count <= count)
      }
    }
  }
}
