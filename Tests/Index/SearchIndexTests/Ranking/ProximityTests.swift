import FullText
import IndexStorage
import QueryLanguage
import Testing

@testable import SearchIndex

struct ProximityTests {
  typealias Occurrence = FTS5Candidate.Occurrence

  /// Occurrences in the body: for each the word and the token.
  static func body(_ places: [(Int, Int)]) -> [Occurrence] {
    places.map { at($0.0, $0.1) }
  }

  static func at(_ word: Int, _ token: Int, column: Int = 3, count: Int = 1) -> Occurrence {
    Occurrence(word: word, form: 0, column: column, token: token, count: count)
  }

  @Test(
    arguments: [
      (body([(0, 5), (1, 6)]), [0, 1], 1), (body([(1, 6), (0, 5)]), [0, 1], 1),
      (body([(1, 5), (0, 6)]), [0, 1], 0.5), (body([(0, 5), (1, 7)]), [0, 1], 0.5),
      (body([(0, 0), (1, 12)]), [0, 1], 1.0 / 12), (body([(0, 0), (1, 13)]), [0, 1], 0),
      (body([(1, 0), (0, 13)]), [0, 1], 0),
      (body([(0, 0), (1, 9), (1, 50), (0, 53), (0, 60), (1, 61)]), [0, 1], 1),
      ([at(0, 5), at(1, 6, column: 0)], [0, 1], 0),
      ([at(0, 0, count: 3), at(1, 3)], [0, 1], 1), (body([(0, 5), (1, 5)]), [0, 1], 0),
      (body([(0, 0), (1, 1), (2, 2)]), [0, 1, 2], 2), (body([(0, 0), (2, 1)]), [0, 2], 2),
      (body([(0, 0), (2, 1)]), [0, 1, 2], 0), (body([(0, 0), (0, 1)]), [0], 0), ([], [0, 1], 0),
      (body([(0, 0), (9, 1)]), [0, 1], 0),
    ] as [([Occurrence], [Int], Double)])
  func `the nearest pair of neighbours counts`(
    occurrences: [Occurrence], order: [Int], score: Double
  ) {
    let found = Proximity(weights: [2, 1, 4]).score(occurrences.sorted(), order: order)
    #expect(abs(found - score) < 1e-9)
  }

  @Test(
    arguments: [
      ([0, 1], 2, 3), ([0, 1], 4, 3 * 0.65), ([0], 1, 3 * 8 / 27.0), ([1], 1, 3 / 27.0),
      ([0], 2, 3 * 8 / 27.0 * 0.65), ([0, 1], 1, 3), ([], 2, 0), ([0, 1], 0, 0), ([7], 1, 0),
    ] as [(Set<UInt64>, Int, Double)])
  func `a name of all words and no others is covered best`(
    words: Set<UInt64>, count: Int, score: Double
  ) {
    let mask: UInt64 = words.reduce(0) { $0 | 1 << $1 }
    #expect(abs(NameCoverage(weights: [2, 1]).score(mask, of: count) - score) < 1e-9)
    #expect(NameCoverage(weights: []).score(mask, of: count) == 0)
  }

  @Test(
    arguments: [
      ("fox hen", body([(0, 10), (1, 210)]), true), ("fox hen", body([(0, 10), (1, 211)]), false),
      ("fox hen", body([(1, 10), (0, 210)]), true),
      ("fox hen", body([(0, 0), (1, 1_000), (0, 900)]), true),
      ("fox hen", [at(0, 0, column: 0), at(1, 5_000)], true),
      ("fox hen cat", [at(0, 0, column: 1), at(1, 0), at(2, 201)], false),
      ("fox hen cat", [at(0, 0, column: 1), at(1, 0), at(2, 200)], true),
      ("fox hen cat", body([(0, 0), (1, 150), (2, 300)]), false),
      ("fox hen cat", body([(0, 0), (1, 150), (2, 300), (0, 350)]), true),
      ("fox hen", [at(0, 10), at(1, 9_000), at(1, 20, column: 4)], true),
      ("the fox hen", body([(1, 10), (2, 11)]), true), ("fox +hen", body([(0, 10)]), true),
      ("fox", body([(0, 9)]), true), ("\"fox hen\"", body([(0, 0)]), true),
    ])
  func `words are near if one stretch of the text has them`(
    query: String, occurrences: [Occurrence], isNear: Bool
  ) throws {
    let span = WordSpan(
      RankedQuery(try Query(parsing: query).root, QueryWords(.default), splits: false))
    func row(isFull: Bool = true, given: UInt64 = 0) throws -> FTS5Candidate {
      try #require(try .found(occurrences, isFull: isFull, given: given))
    }
    #expect(span.isNear(try row()) == isNear)
    #expect(!span.isNear(try row(isFull: false)))
    #expect(span.isNear(try row(given: ~0 >> 8)))
  }
}
