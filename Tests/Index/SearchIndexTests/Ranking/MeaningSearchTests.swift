import FullText
import IndexStorage
import LinuxSystem
import Meaning
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Documents that say the same in other words.
struct MeaningSearchTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex.withHouseholdVectors()
    try index.fill()
    try index.put("/home/garage.txt", "invoice for the service of the automobile")
    try index.put("/home/boat.txt", "a boat on the river with fish")
    try index.put("/home/car.txt", "my car is red, and zebras are not")
    try index.writer.commit()
  }

  @Test(arguments: [
    ("car repair bill", "/home/garage.txt"), ("vehicle fix payment", "/home/garage.txt"),
    ("water", "/home/boat.txt"), ("automobile water fish vehicle payment", "/home/garage.txt"),
    ("vehicle fix payment -type:pdf", "/home/garage.txt"),
    ("vehicle fix payment type:text", "/home/garage.txt"),
  ])
  func `A document that says the same is found`(query: String, path: String) throws {
    let page = try index.rank(query)
    #expect(page.hits.contains { "\($0.document.path)" == path && $0.similar != nil })
  }

  @Test(arguments: [
    "\"vehicle fix payment\"", "+vehicle fix payment", "=vehicle fix payment", "vehicle* fix",
    "title:vehicle fix payment", "vehicle OR fix OR payment", "vehicle fix payment type:pdf",
    "vehicle fix payment in:/elsewhere", "zebra", "vehicle_fix", "die Zahlung für vehicle fix",
  ])
  func `A query for words finds words alone`(query: String) throws {
    #expect(try index.rank(query).hits.allSatisfy { $0.similar == nil })
  }

  @Test(arguments: [(20, false), (300, true)])
  func `Words that a document has far from each other are there by chance`(
    distance: Int, isSearched: Bool
  ) throws {
    let others = Array(repeating: "tree", count: distance).joined(separator: " ")
    try index.put("/home/long.txt", "vehicle \(others) fix \(others) payment")
    try index.writer.commit()
    let hits = try index.rank("vehicle fix payment").hits
    #expect(hits.contains { "\($0.document.path)" == "/home/long.txt" })
    #expect(hits.contains { "\($0.document.path)" == "/home/garage.txt" } == isSearched)
  }

  @Test func `A strict search and a limit hold`() throws {
    let query = "vehicle fix payment"
    #expect(try index.rank(query) { $0.isStrict = true }.hits.isEmpty)
    #expect(try index.rank(query) { $0.weights.meaning = 0 }.hits.isEmpty)
    #expect(try index.rank(query) { $0.within = [FilePath("/elsewhere")] }.hits.isEmpty)
    #expect(try index.rank(query) { $0.within = [FilePath("/home")] }.hits.count == 1)
    let page = try index.rank(query)
    #expect(page.count == 0)
    #expect(page.partialCount == 0)
  }

  /// The direction of one list of words of the household.
  private static func direction(_ axis: Int) -> MeaningVector? {
    MeaningVector((0..<VectorTable.dimensions).map { $0 == axis ? 1 : 0 })
  }

  @Test(
    arguments: [
      (0, "/home/garage.txt"), (1, "/home/garage.txt"), (3, "/home/boat.txt"), (4, "/filler/"),
    ])
  func `The vector of a sentence encoder decides instead of that of the table`(
    axis: Int, path: String
  ) throws {
    let hits = try index.rank("vehicle fix payment") {
      $0.encodedQuery = Self.direction(axis)
    }.hits
    let found = hits.filter { $0.similar != nil }.map { "\($0.document.path)" }
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix(path) }, "\(found)")
  }

  @Test(arguments: [
    ("vehicle payment repair fix bill", "/home/fix.txt"),
    ("how do vehicle payment repair fix bill", "/home/boat.txt"),
  ])
  func `A question that an encoder has read weighs more, and other queries do not`(
    query: String, path: String
  ) throws {
    try index.put("/home/fix.txt", "fix it")
    try index.writer.commit()
    let hits = try index.rank(query) { $0.encodedQuery = Self.direction(3) }.hits
    #expect(hits.first.map { "\($0.document.path)" } == path)
  }

  @Test func `The words that are near in meaning are named`() throws {
    let hit = try #require(try index.rank("vehicle fix payment").hits.first)
    #expect(
      hit.similar == [
        WordPair("fix", "service"), WordPair("payment", "invoice"),
        WordPair("vehicle", "automobile"),
      ])
  }

  @Test func `What has been forgotten is found no more`() throws {
    _ = try index.writer.forget([FilePath("/home/garage.txt")])
    #expect(try index.ranked("vehicle fix payment") == [])
  }

  @Test func `Until all documents have vectors of a new table, words count alone`() throws {
    let folder = try TemporaryDirectory()
    let file = folder["other"]
    try file.write(VectorTableFile.bytes(alike: ["vehicle automobile"], identity: 9))
    let text = try TextSettings(meaning: VectorTable(file))
    index.store.use(text)
    #expect(try index.ranked("vehicle fix payment") == [])
    try index.writer.use(text)
    #expect(try index.ranked("vehicle fix payment") == [])
  }

  @Test func `Scores never rise from one hit to the next, and explain has the same`() throws {
    for query in ["car repair bill", "car repair bill zebras", "water red"] {
      let page = try index.rank(query)
      let scores = page.hits.map(\.score)
      #expect(scores == scores.sorted(by: >))
      for hit in page.hits {
        let match = try IndexReader(index.store).explain(
          hit.document.path, Query(parsing: query)
        ).match
        let parts = try #require(match).parts.reduce(0) { $0 + $1.score }
        #expect(abs((match?.score ?? 0) - hit.score) < 1e-9)
        #expect(abs(parts - hit.score) < 1e-9)
      }
    }
  }

  private static func row(_ id: Int64, _ score: Double) -> RankedRow {
    RankedRow(FTS5Candidate(rowID: id, given: 0, score: score))
  }

  private static func match(_ id: Int64) -> NearestDocuments.Match {
    NearestDocuments.Match(id: DocumentID(rawValue: id), cosine: 0.5)
  }

  @Test(
    arguments: [
      // With equal weights the ranks decide, and a document in both lists is first.
      ([1, 2], [3, 2], 1.0, [2, 3, 1], [9.0, 9, 9]),
      ([1, 2], [], 2, [1, 2], [9, 8]),
      ([], [4, 5], 2, [4, 5], [0, 0]),
      ([1, 2], [3], 2, [3, 1, 2], [9, 9, 8]),
      ([1, 2], [3], 0.3, [1, 2, 3], [9, 8, 0]),
      ([1, 2, 3], [3], 0.3, [3, 1, 2], [9, 9, 8]),
    ] as [([Int64], [Int64], Double, [Int64], [Double])])
  func `Ranks are merged, and scores do not rise`(
    words: [Int64], meaning: [Int64], weight: Double, ids: [Int64], scores: [Double]
  ) {
    let rows = words.enumerated().map { Self.row($1, 9 - Double($0)) }
    let merged = rows.merged(with: meaning.map(Self.match), weight: weight)
    #expect(merged.map(\.id.rawValue) == ids)
    #expect(merged.map(\.score) == scores)
  }
}
