import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// The answers for a client that may see only some folders.
@Suite(.timeLimit(.minutes(15)))
struct WithinTests {
  let index: TestIndex
  /// Begins with the same letters as a folder inside, and contains one with the same name.
  private static let outside = [
    "/out/secret", "/in-not/secret", "/out/in/secret", "/innermost", "/arc.zip2", "/out/note copy",
  ]

  init() throws {
    index = try TestIndex()
    for number in 0..<30 { try index.put("/out/z\(number)", "padding") }
    try index.put("/in/note", "seed alpha", size: 10, modified: 5)
    try index.put("/in/deep/er", "seed beta gamma", size: 15, modified: 3)
    for (number, path) in Self.outside.enumerated() {
      try index.put(path, "seed alpha", size: 10, modified: number)
    }
    try index.put("/arc.zip", "seed container")
    var container = ContainerWriter(FilePath("/arc.zip"), index.writer)
    var member = Document(
      status: FileStatus(size: 9, modified: 1, device: 0, inode: 1), type: "text/plain")
    member.text = Array("seed member".utf8)
    _ = try container.write(member, at: [["b.txt"].map { Array($0.utf8) }])
    try container.finish()
    try index.writer.commit()
  }

  private func options(_ within: [String]) -> SearchOptions {
    var options = SearchOptions()
    (options.limit, options.home) = (1_000, FilePath("/out"))
    options.within = within.map { FilePath($0) }
    return options
  }

  /// The paths of all documents of a reply, also of copies.
  private func paths(_ hits: [SearchHit]) -> Set<String> {
    Set(hits.flatMap { [$0.document] + $0.copies }.map { "\($0.path)" })
  }

  @Test(
    arguments: [
      (["/in"], ["/in/note", "/in/deep/er"]), (["/in/deep"], ["/in/deep/er"]),
      (["/in/deep", "/in"], ["/in/note", "/in/deep/er"]), (["/in/note"], ["/in/note"]),
      (["/arc.zip"], ["/arc.zip", "/arc.zip/b.txt"]), (["/in/deep", "/none"], ["/in/deep/er"]),
      (["/none"], []), (["/in/none/such"], []), ([], []),
    ] as [([String], [String])])
  func `Only documents in the folders are found, counted and listed`(
    within: [String], expected: [String]
  ) throws {
    let reader = try IndexReader(index.store)
    for query in [
      "seed", "seed OR padding", "size:>=0", "-padding", "seed*", "alpha OR -alpha",
      "(alpha OR (seed OR padding))", "seed OR in:/out", "in:/out OR in:/ seed", "path:* seed",
    ] {
      for order in SearchOptions.Order.allCases {
        for (isStrict, showsCopies) in [(true, true), (false, false), (false, true)] {
          var options = options(within)
          (options.order, options.isStrict, options.showsCopies) = (order, isStrict, showsCopies)
          options.facets = FacetRequest([.folder, .type])
          let page = try reader.search(Query(parsing: query), options)
          #expect(paths(page.hits).subtracting(expected) == [], "\(query)")
          #expect(page.count + page.partialCount <= expected.count)
          if query == "seed" { #expect(paths(page.hits) == Set(expected)) }
          let count = try reader.count(Query(parsing: query), options)
          #expect(count.count <= expected.count)
          for value in (page.facets?.fields ?? []).flatMap(\.values) {
            #expect(value.count <= expected.count, "\(query) \(value)")
            if value.text.hasPrefix("/") {
              #expect(expected.contains { $0.hasPrefix(value.text) }, "\(query) \(value)")
            }
          }
        }
      }
    }
    var request = ListRequest(below: .root, limit: 100)
    request.within = within.map { FilePath($0) }
    let listed = try reader.list(request)
    #expect(Set(listed.documents.map { "\($0.path)" }) == Set(expected))
    request.folder = FilePath("/out")
    #expect(try reader.list(request).documents.isEmpty)
  }

  @Test func `Words in the names of folders and parts of a query find nothing outside`() throws {
    try index.put("/out/taxes/letter", "dear office")
    try index.put("/in/other", "office")
    try index.writer.commit()
    for query in ["taxes", "taxes office", "taxes office zebra", "secret alpha zebra"] {
      let page = try index.rank(query) { $0.within = [FilePath("/in")] }
      #expect(paths(page.hits).allSatisfy { $0.hasPrefix("/in/") }, "\(query)")
      #expect(page.count + page.partialCount == page.hits.reduce(0) { $0 + 1 + $1.copies.count })
    }
    #expect(try index.ranked("taxes") == ["/out/taxes/letter"])
  }

  @Test func `A copy outside is neither a hit nor named by one`() throws {
    #expect(try index.rank("alpha").hits.count == 1)
    let page = try index.rank("alpha") { $0.within = [FilePath("/in")] }
    #expect(page.hits.map(\.summary) == ["/in/note"])
    #expect(page.count == 1)
  }

  @Test func `Facets begin in the folders`() throws {
    var options = options(["/in"])
    var request = FacetRequest([.folder])
    request.folders = [FilePath("/out"), FilePath("/in"), .root]
    options.facets = request
    let counted = try IndexReader(index.store).count(Query(parsing: "seed"), options)
    #expect(counted.facets?.fields.first?.values.map(\.text) == ["/in/deep"])
  }

  @Test func `A move out of the folders removes a hit, and a move into them adds one`() throws {
    let reader = try IndexReader(index.store)
    let query = try Query(parsing: "seed OR alpha")
    let options = options(["/in"])
    var standing = StandingQuery()
    func changes() throws -> HitChanges {
      let observation = try reader.observation(
        of: query, since: standing.clock, options, deadline: .now + .seconds(60))
      return standing.update(try #require(observation))
    }
    let first = try changes()
    #expect(first.appeared.count == 2)
    try index.writer.move(FilePath("/in/note"), to: FilePath("/out/gone"))
    try index.writer.commit()
    // Observed before the move, and read after it.
    let hits = try reader.hits(
      of: query, among: first.appeared, options, deadline: .now + .seconds(60))
    #expect(hits.values.map { "\($0.document.path)" } == ["/in/deep/er"])
    let second = try changes()
    #expect(second.gone.map { "\($0)" } == ["/in/note"])
    #expect(second.numbers.isEmpty)
    try index.writer.move(FilePath("/out/secret"), to: FilePath("/in/new"))
    try index.writer.move(FilePath("/out/in"), to: FilePath("/in/deep/in"))
    try index.writer.commit()
    #expect(try changes().appeared.count == 2)
    try index.writer.move(FilePath("/in"), to: FilePath("/elsewhere"))
    try index.writer.commit()
    let last = try changes()
    #expect(last.gone.count == 3 && last.numbers.isEmpty)
  }

  @Test func `No arbitrary query leaves the folders`() throws {
    let inside: Set<String> = ["/in/note", "/in/deep/er", "/arc.zip", "/arc.zip/b.txt"]
    var generator = SplitMix(seed: 20_261_123)
    let reader = try IndexReader(index.store)
    try index.put("/in/pieces", "a b seed title name pdf 日本 é or not near 0 9999")
    try index.put("/out/pieces", "a b seed title name pdf 日本 é or not near 0 9999")
    try index.writer.commit()
    var (hits, unlimited) = (0, 0)
    for number in 0..<3_000 {
      var reading = Query.ReadingOptions()
      reading.prefixes = [.none, .last, .all][number % 3]
      reading.clock = LocalClock(now: 1_795_282_080) { _ in 3_600 }
      reading.folder = "/out"
      let input = ArbitraryQuery.text(&generator)
      guard let query = try? Query(parsing: input, reading) else { continue }
      var options = options(["/in", "/arc.zip"])
      options.order = SearchOptions.Order.allCases[number % SearchOptions.Order.allCases.count]
      options.isStrict = number.isMultiple(of: 5)
      options.snippetWords = 0
      options.facets = FacetRequest([.folder])
      let page = try reader.search(query, options)
      let found = paths(page.hits)
      hits += found.count
      #expect(
        found.isSubset(of: inside.union(["/in/pieces"])), "\(input.debugDescription)")
      #expect(page.count + page.partialCount <= 5, "\(input.debugDescription)")
      #expect(
        page.facets?.fields.flatMap(\.values).reduce(0) { $0 + $1.count } ?? 0 <= 5,
        "\(input.debugDescription)")
      #expect(try reader.count(query, options).count <= 5, "\(input.debugDescription)")
      options.within = nil
      options.facets = nil
      unlimited += paths(try reader.search(query, options).hits).count
    }
    // The queries find something, and would find more.
    #expect(hits > 200 && unlimited > 2 * hits, "\(hits) \(unlimited)")
  }
}
