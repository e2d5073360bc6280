import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct FacetTests {
  let index: TestIndex
  private static let year = 31_556_952 * 1_000_000_000

  init() throws {
    index = try TestIndex()
    for (path, type, tags, years) in [
      ("/home/me/farm/a", "text/plain", ["x", "a b"], 50),
      ("/home/me/farm/b/c", "text/plain", ["x"], 50),
      ("/home/me/notes/d", "text/html", [], 51), ("/home/me/e", "application/pdf", ["\""], 51),
      ("/mnt/disk/f", "text/plain", ["x", "x"], 51), ("/mnt/my disk/g", "image/png", ["日本"], 9),
    ] as [(String, String, [String], Int)] {
      var document = Document(
        status: FileStatus(modified: years * Self.year + Self.year / 2), type: type)
      document.text = Array("seed \(path)".utf8)
      document.tags = tags
      document.language = type == "text/plain" ? "de" : type == "text/html" ? "en" : nil
      document.authors = type == "text/plain" ? ["Ann Other", "Bob"] : ["Bob", "Bob"]
      try index.writer.replace(document, at: FilePath(path))
    }
    try index.writer.commit()
  }

  private func facets(
    _ query: String, _ fields: [FacetField] = FacetField.allCases, limit: Int = 10,
    roots: [String] = ["/home/me", "/mnt"]
  ) throws -> SearchCount {
    var options = SearchOptions()
    options.home = FilePath("/home/me")
    var request = FacetRequest(fields)
    request.limit = limit
    request.folders = roots.map { FilePath($0) }
    options.facets = request
    let reader = try IndexReader(index.store)
    let counted = try reader.count(Query(parsing: query), options)
    #expect(try reader.search(Query(parsing: query), options).facets == counted.facets)
    return counted
  }

  private func lines(_ counted: SearchCount) throws -> [String] {
    try #require(counted.facets).fields.map { facet in
      "\(facet.field): " + facet.values.map { "\($0.text) \($0.count)" }.joined(separator: ", ")
        + (facet.others > 0 ? " and \(facet.others)" : "")
    }
  }

  @Test(
    arguments: [
      (
        "seed",
        [
          "type: text/plain 3, application/pdf 1, image/png 1, text/html 1",
          "folder: /home/me 4, /mnt 2", "tag: x 3, \" 1, a b 1, 日本 1",
          "year: 2021 3, 2020 2, 1979 1", "language: de 3, en 1", "author: Bob 6, Ann Other 3",
        ]
      ),
      (
        "in:~ seed",
        [
          "type: text/plain 2, application/pdf 1, text/html 1",
          "folder: /home/me/farm 2, /home/me/notes 1", "tag: x 2, \" 1, a b 1",
          "year: 2021 2, 2020 2", "language: de 2, en 1", "author: Bob 4, Ann Other 2",
        ]
      ),
      (
        "type:pdf",
        [
          "type: application/pdf 1", "folder: /home/me 1", "tag: \" 1", "year: 2021 1",
          "language: ",
          "author: Bob 1",
        ]
      ), ("nothing", ["type: ", "folder: ", "tag: ", "year: ", "language: ", "author: "]),
    ])
  func `Documents are counted by facets`(query: String, expected: [String]) throws {
    let counted = try facets(query)
    #expect(try lines(counted) == expected)
    let found = try index.find(query)
    #expect(counted.count == found.count)
  }

  @Test func `Of many values the first are returned, with the number of others`() throws {
    #expect(
      try lines(facets("seed", limit: 1)) == [
        "type: text/plain 3 and 3", "folder: /home/me 4 and 1", "tag: x 3 and 3",
        "year: 2021 3 and 2", "language: de 3 and 1", "author: Bob 6 and 1",
      ])
  }

  @Test func `The filter of a value finds the documents with it`() throws {
    for query in ["seed", "type:text", "in:/mnt"] {
      for facet in try #require(facets(query).facets).fields {
        for value in facet.values {
          guard let filter = value.filter else {
            #expect(value.text.contains("\""))
            continue
          }
          #expect(try index.find("\(query) \(filter)").count == value.count, "\(filter)")
        }
      }
    }
  }

  @Test func `Documents that are away are not counted`() throws {
    try index.writer.recordFolder(FilePath("/mnt"), inode: 2, device: 7)
    try index.writer.markAway(FilePath("/mnt"))
    try index.writer.commit()
    #expect(try facets("seed").count == 4)
    #expect(try lines(facets("seed", [.folder])) == ["folder: /home/me/farm 2, /home/me/notes 1"])
    #expect(try IndexReader(index.store).count(Query(parsing: "seed"), SearchOptions()).count == 4)
  }

  @Test(
    arguments: [
      // 2 and 3 are in 1, 4 and 5 in 3, 6 in 5.
      ([2: 1, 4: 2], [1], [2, 3]), ([4: 2, 6: 1], [1], [4, 5]), ([6: 1], [1], [6]),
      ([3: 1, 4: 1], [1], [3]), ([3: 1, 4: 1], [3], [4]), ([2: 1, 6: 1], [2, 3], [2, 3]),
      ([6: 1], [2, 3], [6]), ([1: 5], [1], [1]), ([:], [1], []), ([4: 1], [2], []),
    ] as [([FolderID: Int], [FolderID], [FolderID])])
  func `Folders are shown from where they begin to differ`(
    counts: [FolderID: Int], start: [FolderID], expected: [FolderID]
  ) {
    let sums = counts.mapValues { FacetSum(count: $0, bytes: 0) }
    let tally = FolderTally(sums, parents: [2: 1, 3: 1, 4: 3, 5: 3, 6: 5])
    #expect(tally.breakdown(below: start).map(\.folder) == expected)
  }

  @Test func `A cycle of folders ends`() {
    let tally = FolderTally([2: FacetSum(count: 1, bytes: 1)], parents: [2: 3, 3: 2])
    #expect(tally.breakdown(below: [1]).isEmpty)
  }
}
