import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Documents that were opened before rank a little higher.
@Suite(.timeLimit(.minutes(15)))
struct OpenedRankingTests {
  let index: TestIndex

  /// `/new` and `/old` match equally well, `/best` much better; `/hen` does not match.
  init() throws {
    index = try TestIndex()
    try index.fill()
    try index.put(all: [("/d/new", "fox x", 3), ("/d/old", "fox y", 2), ("/d/hen", "hen x", 1)])
    try index.put(all: [("/d/best", "fox z", 0)], title: "Fox")
  }

  private func opened(_ paths: [(path: String, isSameQuery: Bool)]) -> OpenedHits {
    OpenedHits(paths.map { OpenedHits.Hit(FilePath($0.path), isSameQuery: $0.isSameQuery) })
  }

  @Test(
    arguments: [
      ("nothing", [], ["/d/best", "/d/new", "/d/old"]),
      ("a near tie", [("/d/old", false)], ["/d/best", "/d/old", "/d/new"]),
      ("a near tie, same query", [("/d/old", true)], ["/d/best", "/d/old", "/d/new"]),
      ("both", [("/d/old", false), ("/d/new", false)], ["/d/best", "/d/new", "/d/old"]),
      (
        "the same query before another", [("/d/old", true), ("/d/new", false)],
        ["/d/best", "/d/old", "/d/new"]
      ),
      ("a document that does not match", [("/d/hen", true)], ["/d/best", "/d/new", "/d/old"]),
      (
        "paths without a document",
        [("/d/gone", true), ("/none/gone", true), ("/", true), ("/d", true), ("/d/old", false)],
        ["/d/best", "/d/old", "/d/new"]
      ),
    ] as [(String, [(path: String, isSameQuery: Bool)], [String])])
  func `What was opened wins near ties only`(
    name: String, hits: [(path: String, isSameQuery: Bool)], paths: [String]
  ) throws {
    let opened = opened(hits)
    #expect(try index.ranked("fox") { $0.opened = opened } == paths, "\(name)")
  }

  @Test func `A removed document is ignored`() throws {
    let opened = opened([("/d/old", true)])
    #expect(try index.writer.remove("/d/old"))
    try index.writer.commit()
    #expect(try index.ranked("fox") { $0.opened = opened } == ["/d/best", "/d/new"])
  }

  @Test func `A strict search and a weight of 0 ignore what was opened`() throws {
    let opened = opened([("/d/old", true)])
    let strict = try index.rank("fox") { $0.isStrict = true }
    let strictOpened = try index.rank("fox") { ($0.isStrict, $0.opened) = (true, opened) }
    #expect(strictOpened.hits == strict.hits)
    let unweighted = try index.rank("fox") { ($0.weights.opened, $0.opened) = (0, opened) }
    #expect(try unweighted.hits == index.rank("fox").hits)
    #expect(try index.rank("fox") { $0.opened = opened }.hits != unweighted.hits)
  }

  @Test func `A document that is not among the best candidates is not added`() throws {
    try index.put("/d/long", "fox " + String(repeating: "hen ", count: 600))
    let others = (0..<CandidateSearch.depth + 20).map { ("/m/n\($0)", "fox fox \($0)", 0) }
    try index.put(all: others)
    let opened = opened([("/d/long", true)])
    let plain = try index.rank("fox")
    #expect(plain.hits.last?.document.path == "/d/long")
    #expect(try index.rank("fox") { $0.opened = opened }.hits == plain.hits)
  }

  @Test func `A member of a file is found by its path`() throws {
    try index.put("/d/a.zip", "container")
    var members = ContainerWriter("/d/a.zip", index.writer)
    for (number, name) in ["one", "two"].enumerated() {
      var document = Document(
        status: FileStatus(size: 5, device: 0, inode: UInt(number + 1)), type: "text/plain")
      document.text = Array("owl \(name)".utf8)
      _ = try members.write(document, at: [[Array(name.utf8)]])
    }
    try members.finish()
    try index.writer.commit()
    let first = try #require(try index.ranked("owl").first)
    let other = first == "/d/a.zip/one" ? "/d/a.zip/two" : "/d/a.zip/one"
    let location = try #require(DocumentLocation(uri: "file:///d/a.zip#!/\(other.suffix(3))"))
    let opened = OpenedHits([OpenedHits.Hit(location.path, isSameQuery: false)])
    #expect(try index.ranked("owl") { $0.opened = opened } == [other, first])
  }

  @Test(arguments: [(false, 0.1), (true, 0.2)])
  func `An explanation has the part, and the same score as the search`(
    isSameQuery: Bool, share: Double
  ) throws {
    var options = SearchOptions()
    options.weights.depth = 0
    let plain = try #require(
      try index.rank("fox") { $0.weights = options.weights }.hits.first {
        $0.document.path == "/d/old"
      })
    options.opened = opened([("/d/old", isSameQuery)])
    let reader = try IndexReader(index.store)
    let page = try reader.search(Query(parsing: "fox"), options)
    let match = try #require(
      try reader.explain("/d/old", Query(parsing: "fox"), options).match)
    #expect(page.hits.map(\.document.path) == ["/d/best", "/d/old", "/d/new"])
    #expect(match.position == 2)
    #expect(match.score == page.hits[1].score)
    let part = try #require(match.parts.last)
    #expect(part.kind == .opened)
    #expect(abs(part.score - share * plain.score) < 1e-9)
    let other = try #require(
      try reader.explain("/d/new", Query(parsing: "fox"), options).match)
    #expect(!other.parts.contains { $0.kind == .opened })
  }

  @Test func `At most 32 documents are looked up`() {
    let hits = (0..<40).map { OpenedHits.Hit(FilePath("/\($0)"), isSameQuery: false) }
    #expect(OpenedHits(hits).hits == Array(hits.prefix(32)))
  }
}
