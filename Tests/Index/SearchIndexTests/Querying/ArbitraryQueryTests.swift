import IndexStorage
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct ArbitraryQueryTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.put("/home/me/a.txt", "seed a b")
    try index.put("/2026-01/pdf", "b seed", type: "application/pdf")
    try index.writer.commit()
  }

  @Test func `SQLite and FTS5 accept whatever a query becomes`() throws {
    var generator = SplitMix(seed: 5)
    let reader = try IndexReader(index.store)
    var searches = 0
    for number in 0..<3_000 {
      let input = ArbitraryQuery.text(&generator)
      var reading = Query.ReadingOptions()
      reading.prefixes = [.none, .last, .all][number % 3]
      reading.clock = LocalClock(now: 1_795_282_080) { _ in 3_600 }
      guard let query = try? Query(parsing: input, reading) else { continue }
      var options = SearchOptions()
      options.order = SearchOptions.Order.allCases[number % SearchOptions.Order.allCases.count]
      #expect(throws: Never.self, "\(input.debugDescription)") {
        _ = try reader.search(query, options)
      }
      searches += 1
    }
    #expect(searches > 2_000)
  }

  /// Each level of parentheses costs SQLite and FTS5 most in one of these.
  @Test(
    arguments: [
      ("a (b OR ", "c", ")"), ("a OR b (", "c", ")"), ("a OR b -c (", "d OR e", ")"),
      ("a -(", "b", ")"), ("-(a ", "b", ")"), ("-(a OR ", "-b", ")"), ("size:1 OR a (", "b", ")"),
      ("-(size:1 OR a -b (c OR d) -(", "path:x OR -in:x", ")"),
      ("ext:a OR b -c in:a -(d OR (e ", "in:x path:x", "))"),
      ("title:(a OR NEAR(a b) (", "c OR d", "))"), ("size:1 OR a -(", "-path:x b", ")"),
      ("a (size:1 OR ", "b -(path:x in:x)", ")"), ("a (size:1 OR b -(", "path:x c", "))"),
    ])
  func `The deepest groups fit into SQLite's stacks`(
    open: String, inside: String, close: String
  ) throws {
    let depth = Query.depthLimit
    let input =
      String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
    let query = try Query(parsing: input)
    for order in SearchOptions.Order.allCases {
      var options = SearchOptions()
      options.order = order
      #expect(throws: Never.self) { try IndexReader(index.store).search(query, options) }
    }
  }

  @Test(
    arguments: [
      "seed ", "seed OR ", "-seed ", "title:seed* ", "type:pdf ", "-in:seed ", "path:*a*b*c* OR ",
      "seed -type:pdf OR ", "\"a b\" ", "size:1 OR seed -", "(a OR -ext:b) ",
    ])
  func `As many terms as a query may have are searched`(term: String) throws {
    let input = String(repeating: term, count: 600)
    let query = try Query(parsing: input)
    #expect(query.notes.map(\.kind).contains(.leftOut))
    #expect(throws: Never.self) {
      try IndexReader(index.store).search(query, SearchOptions())
    }
  }
}
