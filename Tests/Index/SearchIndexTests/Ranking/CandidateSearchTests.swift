import FullText
import IndexStorage
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Full matches and the others are found alike, together or one after the other.
@Suite(.timeLimit(.minutes(15)))
struct CandidateSearchTests {
  private static let words = ["ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew"]

  let index: TestIndex
  let reader: IndexReader

  init() throws {
    index = try TestIndex()
    var random = SplitMix(seed: 14)
    for number in 0..<400 {
      // The first words are common, the last ones rare.
      let words = Self.words.enumerated().filter { rank, _ in
        Int.random(in: 0...rank + 1, using: &random) == 0
      }.map(\.element)
      let folder = number % 9 == 0 ? "/oak" : number % 7 == 0 ? "/pine trees" : "/other"
      try index.put(
        "\(folder)/\(number)", (words.shuffled(using: &random) + ["wood"]).joined(separator: " "))
    }
    try index.writer.commit()
    reader = try IndexReader(index.store)
  }

  private func search(
    _ query: String, expectedMatches: Double, fullMatches: Int?
  ) throws -> CandidateSearch.Result {
    let snapshot = try Snapshot(of: reader)
    try reader.lengths.update(in: snapshot)
    try reader.folders.update(in: snapshot)
    var options = SearchOptions()
    if let fullMatches {
      options.statistics = QueryStatistics(of: reader.lengths)
      options.statistics?.fullMatches = fullMatches
    }
    let plan = try SearchPlan(Query(parsing: query), options, in: snapshot)
    var search = CandidateSearch(plan: plan, options: options)
    search.expectedMatches = expectedMatches
    return try search.run(in: snapshot)
  }

  @Test(
    arguments: [
      "ash", "yew", "ash yew", "yew pine", "ash birch", "oak", "oak pine", "oak fir", "elm fir oak",
      "ash birch cedar elm", "pine yew zebra", "zebra", "+ash yew", "\"wood\" fir yew",
      "ash -birch yew", "the yew of oak", "ash/yew fir", "yew*",
      "+wood oak", "\"wood\" oak pine", "+wood pine fir yew", "fi* ye*", "pine trees",
    ])
  func `the way of searching changes nothing`(query: String) throws {
    for known in [nil, 0, 9, 10, 30] {
      let apart = try search(query, expectedMatches: 0, fullMatches: known)
      let together = try search(query, expectedMatches: .infinity, fullMatches: known)
      #expect(apart.rows.map(\.rowID) == together.rows.map(\.rowID))
      #expect(apart.rows.map(\.isFull) == together.rows.map(\.isFull))
      #expect(apart.rows.map(\.words) == together.rows.map(\.words))
      #expect(zip(apart.rows, together.rows).allSatisfy { abs($0.score - $1.score) < 1e-9 })
      #expect(apart.isRelaxed == together.isRelaxed)
      #expect(apart.fullCount == together.fullCount)
      #expect(apart.partialCount == together.partialCount)
      #expect(apart.nearMatches == together.nearMatches)
      #expect(apart.completeCount == together.completeCount)
    }
  }
}
