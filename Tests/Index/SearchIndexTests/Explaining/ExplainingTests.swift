import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

/// The index's explanation of one document, `/notes/report.txt`, among others.
@Suite(.timeLimit(.minutes(15)))
struct ExplainingTests {
  let index: TestIndex
  let path = FilePath("/notes/report.txt")

  init() throws {
    index = try TestIndex(text: TextSettings(stopWords: StopWords(["the", "of"])))
    var document = Document(status: FileStatus(size: 70, inode: 7), type: "text/plain")
    document.title = "Quarterly figures"
    document.tags = ["money", "2026"]
    document.text = Array("the sales of the quarter were running high, and sales count".utf8)
    try index.writer.replace(document, at: path)
    try index.put("/notes/other.txt", "sales sales sales and other words that nobody counts")
    try index.put("/notes/deep/draft.txt", "a draft of the quarter", type: "text/markdown")
    for number in 0..<20 { try index.put("/many/\(number).txt", "filler number \(number)") }
    try index.writer.commit()
  }

  private func explain(
    _ query: String? = nil, path: FilePath? = nil
  ) throws -> ExplainedPath {
    try IndexReader(index.store).explain(
      path ?? self.path, query.map { try Query(parsing: $0) })
  }

  @Test func `A document is explained with its tokens and its last commit`() throws {
    let explained = try explain()
    let document = try #require(explained.document)
    #expect(document.document.path == path)
    #expect(document.document.title == "Quarterly figures")
    #expect(document.file.matches(FileStatus(size: 70, inode: 7), extractor: 1))
    #expect(document.tokens == ColumnCounts(title: 2, name: 2, tags: 2, body: 11))
    #expect(document.lastChange == explained.clock.sequence)
    #expect(explained.match == nil)
    #expect(explained.documentsBelow == nil)
    try index.put("/notes/new.txt", "new")
    try index.writer.commit()
    #expect(try explain().document?.lastChange == document.lastChange)
  }

  @Test(
    arguments: [
      ("/notes", 3), ("/notes/deep", 1), ("/", 23), ("/nowhere", nil), ("/notes/none.txt", nil),
    ] as [(FilePath, Int64?)])
  func `A folder is explained with the documents below`(path: FilePath, count: Int64?) throws {
    let explained = try explain("sales", path: path)
    #expect(explained.documentsBelow == count)
    #expect(explained.document == nil)
    #expect(explained.match == nil)
  }

  @Test(
    arguments: [
      "sales", "sales quarter", "the sales", "quarterly report", "sale", "running", "title:figures",
      "sales OR nothing", "sal*", "\"the quarter\"", "NEAR(sales quarter, 5)", "money -draft",
      "(sales nothing) OR report", "sales type:text", "sales \"count\" 2026 report txt",
    ])
  func `The parts of a score add up to the score of a search, at the same position`(
    query: String
  ) throws {
    let page = try IndexReader(index.store).search(
      Query(parsing: query), SearchOptions())
    let place = try #require(page.hits.firstIndex { $0.document.path == path })
    let match = try #require(try explain(query).match)
    #expect(match.isHit)
    #expect(match.position == place + 1)
    #expect(match.hitCount == page.count + page.partialCount)
    #expect(match.score == page.hits[place].score)
    #expect(match.parts.reduce(0) { $0 + $1.score } == match.score)
  }

  @Test func `A part of a score says what adds to it`() throws {
    let parts = try #require(try explain("quarterly sal* \"sales count\"").match).parts
    let words = parts.filter { if case .word = $0.kind { true } else { false } }
    #expect(words.map(\.kind) == [.word("quarterly"), .word("sal"), .word("sales count")])
    #expect(words.map(\.documents) == [1, 2, 1])
    #expect(words.allSatisfy { $0.score > 0 && ($0.rarity ?? 0) > 0 })
  }

  @Test
  func `A document with a part of the words is a hit only if the search shows such documents`()
    throws
  {
    try index.put("/part.txt", "filler sales")
    try index.writer.commit()
    // Twenty documents have both words.
    let full = try #require(try explain("filler number", path: "/part.txt").match)
    #expect(!full.isHit && full.position == nil && full.score == nil)
    #expect(try !index.ranked("filler number").contains { $0.hasPrefix("/part.txt") })
    // Only one document has these.
    let few = try #require(try explain("sales quarter", path: "/part.txt").match)
    #expect(few.isHit && few.lacking == ["quarter"] && few.position != nil)
  }

  @Test(
    arguments: [
      ("nothing", "nothing: nothing[]"), ("sales slaes", "sales 2; slaes: slaes[sales]"),
      ("=run", "=run: run[running]"), ("quaterly", "quaterly: quaterly[quarterly]"),
      ("title:sales", "title:sales elsewhere 2"), ("body:report", "body:report elsewhere 1"),
      ("\"sales quarter\"", "\"sales quarter\":"),
      ("NEAR(figures count, 2)", "NEAR(figures count, 2):"),
      ("money -sales", "money 1; NOT sales 2"), ("money -nothing", "money 1; NOT nothing:"),
      ("the sales", "the passed over 2; sales 2"), ("of upon", "of passed over 1; upon: upon[]"),
      ("quarter type:pdf", "quarter 2; type pdf -"),
      ("in:notes ext:txt", "in notes +; extension txt +"),
      ("money -in:notes", "money 1; NOT in notes +"),
    ])
  func `Each part of a query is explained`(query: String, expected: String) throws {
    let match = try #require(try explain(query).match)
    #expect(match.inWords == expected)
  }

  @Test(
    arguments: [
      ("sales", true), ("nothing", false), ("title:sales", false), ("money -sales", false),
      ("quarter type:pdf", false), ("in:notes", true), ("-draft", true),
      ("type:pdf OR sales", true),
      ("in:deep quarter", false),
    ])
  func `A document is explained as a hit if the search finds it`(
    query: String, isHit: Bool
  ) throws {
    let match = try #require(try explain(query).match)
    let hits = try index.find(query)
    #expect(hits.contains("\(path)") == isHit)
    #expect(match.isHit == isHit)
    #expect((match.position != nil) == isHit)
    #expect(match.hitCount == hits.count)
  }
}

extension ExplainedMatch {
  /// The parts of the query in short.
  fileprivate var inWords: String {
    let terms = terms.map { term in
      var words = (term.isWanted ? "" : "NOT ") + term.reading
      if term.isSkipped { words += " passed over" }
      if term.counts.total > 0 { return words + " \(term.counts.total)" }
      if term.elsewhere.total > 0 { return words + " elsewhere \(term.elsewhere.total)" }
      let missing = term.missing.map { "\($0.word)[\($0.nearest.joined(separator: ","))]" }
      return ([words + ":"] + missing).joined(separator: " ")
    }
    let filters = filters.map { filter in
      (filter.isWanted ? "" : "NOT ") + filter.reading + (filter.holds ? " +" : " -")
    }
    return (terms + filters).joined(separator: "; ")
  }
}
