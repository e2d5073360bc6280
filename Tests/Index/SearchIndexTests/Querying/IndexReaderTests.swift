import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct IndexReaderTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
  }

  @Test(
    arguments: [
      ("page", ["/1", "/2", "/3"]), ("page cache", ["/1", "/2"]), ("\"page cache\"", ["/1"]),
      ("\"cache page\"", ["/2"]), ("perm*", ["/3", "/4"]), ("permis", []),
      ("page -cache", ["/3"]), ("page -\"page cache\"", ["/2", "/3"]),
      ("page -perm*", ["/1", "/2"]),
      ("page -cache -perm*", []), ("PAGE ÉCLAIR", ["/3"]), ("eclair", ["/3"]), ("nothing", []),
      ("page nothing", []), ("page -nothing", ["/1", "/2", "/3"]), ("page +", ["/1", "/2", "/3"]),
    ])
  func `A query finds what it describes`(query: String, paths: [String]) throws {
    try index.put("/1", "the page cache")
    try index.put("/2", "a cache, page by page")
    try index.put("/3", "a page of permissions for an éclair")
    try index.put("/4", "permission")
    try index.writer.commit()
    #expect(try index.find(query) == paths)
  }

  @Test(arguments: [
    "AND", "OR", "NOT", "NEAR", "a AND b", "a OR", "NOT a", "NEAR(a b, 5)", "NEAR(", "^a", "a^",
    "title:a", "title : a", "{title body} : a", "-title:a b", "a + b", "(a", "a)", "()a", "a*b",
    "* a", "a **", "\"", "\"a", "a\"", "a\"b", "\"a\"\"b\"", "\"\" a", "a\0b", "\0a", "a\0", "'a'",
    "a;b", "a--b", "a/*b*/", "%a_", "a\\", "$a", "?1", ":1", "@a", "#a", "a,b", "a{b}", "a[b]",
    "a\nb", "𝒶", "a\u{301}", "\u{10fffc}a\u{10fffd}", "a -\"\"", "a -+", "a -(", "a -\"b\0\"c\"",
  ])
  func `A query is only text to SQLite`(query: String) throws {
    try index.put("/1", "and or not near a b title body")
    try index.writer.commit()
    let kinds: [Query.Term.Kind] = [.word, .prefix, .phrase, .exact]
    var queries = kinds.flatMap { kind in
      let term = Query.Term(kind, query, in: kind == .exact ? .tag : nil)
      let plain = Query.Node.term(Query.Term(.word, "near"))
      return [
        .term(term), .all([.term(term), plain]), .all([plain, .term(term)]), .not(.term(term)),
        .all([plain, .not(.term(term))]), .any([.term(term), plain]),
        .near([term, term], distance: 1),
      ].map { Query($0) }
    }
    if let parsed = try? Query(parsing: query) { queries.append(parsed) }
    let reader = try IndexReader(index.store)
    for query in queries {
      for order in SearchOptions.Order.allCases {
        var options = SearchOptions()
        options.order = order
        #expect(throws: Never.self) { try reader.search(query, options) }
      }
    }
  }

  @Test(arguments: ["AND", "OR", "NOT", "NEAR", "and", "title", "body"])
  func `Operators are words like others`(query: String) throws {
    try index.put("/1", "and or not near a b title body")
    try index.put("/2", "others")
    try index.writer.commit()
    #expect(try index.find(query) == ["/1"])
  }

  @Test(
    arguments: [
      (.relevance, ["/title", "/b/many", "/c/one"]), (.modified, ["/c/one", "/title", "/b/many"]),
      (.created, ["/title", "/b/many", "/c/one"]), (.date, ["/title", "/c/one", "/b/many"]),
      (.name, ["/b/many", "/c/one", "/title"]), (.size, ["/b/many", "/c/one", "/title"]),
    ] as [(SearchOptions.Order, [String])])
  func `Hits come in the requested order`(
    order: SearchOptions.Order, paths: [String]
  ) throws {
    try index.put("/b/many", "seed seed seed", size: 300, modified: 1_000_000_000)
    try index.put(
      "/c/one", "seed and other words that make it longer", size: 200, modified: 3_000_000_000)
    var document = Document(
      status: FileStatus(size: 100, modified: 2_000_000_000), type: "text/plain")
    document.title = "Seed"
    // The others have no such time; what a document says can be any number.
    document.created = UnixTime(seconds: .max)
    try index.writer.replace(document, at: FilePath("/title"))
    try index.put("/other", "words")
    try index.put("/another", "words")
    try index.put("/third", "words")
    try index.put("/fourth", "words")
    try index.writer.commit()
    #expect(try index.find("seed", order: order) == paths)
    var options = SearchOptions()
    options.order = order
    let scores = try IndexReader(index.store).search(.init(parsing: "seed"), options)
      .hits.map(\.score)
    if order == .relevance {
      #expect(scores == scores.sorted(by: >))
      #expect(Set(scores).count == 3)
    } else {
      #expect(scores == [0, 0, 0])
    }
  }

  @Test(arguments: SearchOptions.Order.allCases)
  func `Pages follow each other without a gap`(order: SearchOptions.Order) throws {
    for number in 0..<10 { try index.put("/f\(number)", "seed", size: 1, modified: 1) }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var options = SearchOptions()
    (options.order, options.limit, options.showsCopies) = (order, 4, true)
    var pages: [[FilePath]] = []
    var hasMore = true
    while hasMore {
      let page = try reader.search(.init(parsing: "seed"), options)
      pages.append(page.hits.map(\.document.path))
      hasMore = page.hasMore
      options.offset += 4
    }
    #expect(pages.map(\.count) == [4, 4, 2])
    // Of equal hits the latest comes first.
    let numbers = order == .relevance ? Array((0..<10).reversed()) : Array(0..<10)
    #expect(pages.joined().elementsEqual(numbers.map { FilePath("/f\($0)") }))
    options.offset = 6
    #expect(try !reader.search(.init(parsing: "seed"), options).hasMore)
    options.offset = 100
    #expect(try reader.search(.init(parsing: "seed"), options).hits.isEmpty)
  }

  @Test func `A reader sees only commits`() throws {
    let reader = try IndexReader(index.store)
    try index.put("/a", "seed")
    #expect(try reader.list(ListRequest(below: .root, limit: 9)).documents.isEmpty)
    try index.writer.commit()
    let page = try reader.search(.init(parsing: "seed"), SearchOptions())
    #expect(page.hits.count == 1)
    #expect(page.clock == index.writer.clock)
    _ = try index.writer.remove(FilePath("/a"))
    #expect(try reader.search(.init(parsing: "seed"), SearchOptions()) == page)
    try index.writer.commit()
    #expect(try reader.search(.init(parsing: "seed"), SearchOptions()).hits.isEmpty)
    reader.releaseMemory()
    #expect(try reader.statistics().documents.isEmpty)
  }

  @Test func `A search stops at its deadline, and the reader stays usable`() throws {
    for number in 0..<3_000 { try index.put("/folder/\(number)", "seed") }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    for order in SearchOptions.Order.allCases {
      var options = SearchOptions()
      options.order = order
      do {
        let page = try reader.search(
          .init(parsing: "seed"), options, deadline: .now - .seconds(1))
        #expect(!page.isComplete, "\(order)")
      } catch let error as SQLiteError {
        // The reader's cache of all documents was not filled yet.
        #expect(error.isInterruption && order == .relevance)
      }
      let page = try reader.search(
        .init(parsing: "seed"), options, deadline: .now + .seconds(3_600))
      #expect(page.hits.count == 20)
    }
    #expect(try reader.statistics().documents == [.complete: 3_000])
  }

  @Test(
    arguments: [
      ("/", ["/a/b/2", "/a/b/c/3", "/a/1", "/ab/4", "/5"]), ("/a", ["/a/b/2", "/a/b/c/3", "/a/1"]),
      ("/a/b", ["/a/b/2", "/a/b/c/3"]), ("/ab", ["/ab/4"]), ("/a/1", ["/a/1"]), ("/5", ["/5"]),
      ("/missing", []), ("/a/missing", []), ("/a/1/below", []), ("/missing/below", []),
    ])
  func `A folder is listed with everything below it`(folder: String, paths: [String]) throws {
    for path in ["/a/b/2", "/a/b/c/3", "/a/1", "/ab/4", "/5"] { try index.put(path, "") }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let page = try reader.list(ListRequest(below: FilePath(folder), limit: 100))
    #expect(page.documents.map { "\($0.path)" } == paths)
    #expect(page.next == nil)
    var listed: [String] = []
    var request = ListRequest(below: FilePath(folder), limit: 2)
    var after: DocumentID? = 0
    while let start = after {
      request.after = start
      let page = try reader.list(request)
      #expect(page.documents.count <= 2)
      listed += page.documents.map { "\($0.path)" }
      after = page.next
    }
    #expect(listed == paths)
  }

  @Test func `Statistics count documents by state`() throws {
    let states: [Document.State] = [.complete, .complete, .withoutText, .partial, .unreadable]
    for (number, state) in states.enumerated() {
      var document = Document(status: FileStatus(), type: "text/plain")
      document.state = state
      document.note = state == .complete ? nil : "because"
      try index.writer.replace(document, at: FilePath("/\(number)"))
    }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let statistics = try reader.statistics()
    #expect(
      statistics.documents == [.complete: 2, .withoutText: 1, .partial: 1, .unreadable: 1])
    #expect(statistics.size > 0 && statistics.size % 4_096 == 0)
    #expect(statistics.clock == index.writer.clock)
    let listed = try reader.list(ListRequest(below: .root, limit: 9)).documents
    #expect(listed.map(\.state) == states)
    #expect(listed.map(\.note) == [nil, nil, "because", "because", "because"])
  }

  @Test func `A damaged text is reported as corruption`() throws {
    try index.put("/a", "seed")
    try index.writer.commit()
    try index.execute("UPDATE body SET text = x'28b52ffd00'")
    let error = #expect(throws: SQLiteError.self) {
      try IndexReader(index.store).search(.init(parsing: "seed"), SearchOptions())
    }
    #expect(error?.isCorruption == true)
  }
}
