import SittaSQLite
import TextAnalysis
import Testing

@testable import FullText

struct PlacesTests {
  let db: Database
  let best: FTS5BestMatches

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    best = FTS5BestMatches(lengths: FTS5DocumentLengths())
    try db.add(auxiliaryFunction: .gather(into: best))
  }

  private func places(_ pattern: String, in words: [String]) throws -> FTS5Places {
    try db.run(
      "INSERT INTO t VALUES('one two', ?1)", .text(words.joined(separator: " ")))
    var request = FTS5BestMatches.Request(limit: 1)
    (request.column, request.isRanked) = (1, false)
    best.begin(request)
    try db.prepare("SELECT 1 FROM t WHERE t MATCH ? AND gather(t)").forEachRow([.text(pattern)]) {
      _ in
    }
    return try #require(best.rows.first).places
  }

  @Test func `All hits of a short text are kept`() throws {
    var words = Array(repeating: "x", count: 100_000)
    for token in [0, 7, 99_998] { words[token] = "one" }
    words[99_999] = "two"
    let places = try places("one OR two OR \"one two\" OR absent", in: words)
    #expect(places.hits.map(\.token) == [0, 7, 99_998, 99_998, 99_999])
    #expect(places.hits.map(\.phrase) == [0, 0, 0, 2, 1])
    #expect(places.hits.map(\.count) == [1, 1, 1, 2, 1])
    #expect(places.counts == [3, 1, 1, 0])
  }

  @Test func `Of many hits the ones near rare phrases are kept`() throws {
    var words = (0..<100_000).map { $0 % 3 == 0 ? "one" : "x" }
    words[80_002] = "two"
    let places = try places("one OR two", in: words)
    #expect(places.counts == [33_334, 1])
    #expect(places.hits.count > 3_000 && places.hits.count < 2 * FTS5Places.limit)
    #expect(places.hits == places.hits.sorted())
    let tokens = Set(places.hits.filter { $0.phrase == 0 }.map(\.token))
    // Everything that a passage with the rare phrase can show.
    #expect((80_002 - 64..<80_002 + 64).allSatisfy { $0 % 3 != 0 || tokens.contains($0) })
    // The first part of the text without gaps, and something of each tenth of it.
    #expect((0..<2_000).allSatisfy { $0 % 3 != 0 || tokens.contains($0) })
    #expect(Set(tokens.map { $0 / 10_000 }).count == 10)
  }

  @Test func `Stretches with more different phrases come first`() {
    var stretches = BestStretches()
    stretches.beginPhrase(count: 10_000)
    for token in 0..<10_000 { stretches.add(token) }
    stretches.beginPhrase(count: 2)
    for token in [5_000, 9_000] { stretches.add(token) }
    let kept = stretches.best(limit: 1_000)
    #expect(kept.contains(5_000) && kept.contains(5_063) && kept.contains(4_992 - 64))
    #expect(kept.contains(9_000))
    #expect(!kept.contains(2_000) && !kept.contains(1 << 40))
    #expect(!BestStretches().best(limit: 10).contains(0))
  }

  @Test func `A hit has 8 bytes, and its numbers are clamped`() {
    #expect(MemoryLayout<FTS5Places.Hit>.size == 8)
    let hit = FTS5Places.Hit(token: -1, phrase: 70_000, count: 70_000)
    #expect((hit.token, hit.phrase, hit.count) == (0, 65_535, 65_535))
  }
}
