import IndexStorage
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// A query that is a name in code shows the file first that declares it.
@Suite(.timeLimit(.minutes(15)))
struct CodeNameTests {
  @Test(arguments: [
    "parseHeader", "HTTPServer", "HttpServer", "base64Encode", "kmalloc_node", "MAX_SIZE",
    "URLSession",
    "parse()", "parse_header()", "__init_module",
  ])
  func `names in code`(text: String) {
    #expect(CodeName.matches(text))
  }

  @Test(arguments: [
    "", "_", "()", "12()", "header", "Header", "NATO", "PDFs", "URLs", "MHz", "B2B", "report2024",
    "tide-gauge", "a_1", "_private", "__all__", "größeA", "parse(x)", "std::moveTo",
    String(repeating: "aB", count: 33),
  ])
  func `other words`(text: String) {
    #expect(!CodeName.matches(text))
  }

  private static func uses(_ name: String) -> String {
    (0..<20).map { "let line\($0) = \(name)(data)\n" }.joined()
  }

  private static let rows: [(query: String, declaration: String, use: String)] = [
    ("parseHeader", "func parseHeader(_ data: Data) { }", "parseHeader"),
    ("parseheader()", "def parseHeader(data):", "parseHeader"),
    ("HTTPServer", "public final class HTTPServer { }", "HTTPServer"),
    ("kmalloc_node", "static void *kmalloc_node(size_t size)", "kmalloc_node"),
    ("MAX_SIZE", "#define MAX_SIZE 12", "MAX_SIZE"),
    ("fast parseHeader", "func parseHeader(_ data: Data) { }", "parseHeader"),
  ]

  /// Two files, of which the one with the uses would be first, among few or many others.
  private func index(_ declaration: String, _ use: String, others: Int) throws -> TestIndex {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: [
      ("/declares", "fast " + declaration + String(repeating: " x", count: 60), 0)
    ])
    try index.put(all: [("/uses", "fast " + Self.uses(use), 1)])
    try index.put(
      all: (0..<others).map {
        ("/o\($0)/f", "fast \(use) y\($0)" + String(repeating: " z", count: 500), 0)
      })
    return index
  }

  @Test(arguments: rows, [0, 12])
  func `the declaration comes first`(
    row: (query: String, declaration: String, use: String), others: Int
  ) throws {
    let index = try index(row.declaration, row.use, others: others)
    for isStrict in [false, true] {
      let page = try index.rank(row.query) { $0.isStrict = isStrict }
      #expect(page.hits.count == others + 2)
      #expect(page.hits.first?.document.path == "/declares", "strict: \(isStrict)")
      #expect(page.hits.dropFirst().first?.document.path == "/uses")
    }
  }

  @Test(arguments: [
    "parseheader", "\"parseHeader\"", "=parseHeader", "parseHead*", "+parseHeader",
    "body:parseHeader",
  ])
  func `other queries see no declarations`(query: String) throws {
    let index = try index("func parseHeader()", "parseHeader", others: 0)
    let other = try self.index("call parseHeader()", "parseHeader", others: 0)
    let scores = try [index, other].map { try $0.rank(query).hits.map { "\($0.score)" } }
    #expect(scores[0] == scores[1])
    #expect(scores[0].count == 2)
    #expect(try index.ranked(query) == ["/uses", "/declares"])
  }

  @Test func `a declaration of something else adds nothing`() throws {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: [("/a", "func parseHeaderLine() x parseHeader y z", 0)])
    try index.put(all: [("/b", "a parseHeader b parseHeader c parseHeader", 0)])
    try index.put(all: [("/func", "only a func", 0)])
    #expect(try index.ranked("parseHeader") == ["/b", "/a"])
  }

  @Test func `the name is marked in the snippet`() throws {
    let index = try index("func parseHeader()", "parseHeader", others: 0)
    let page = try index.rank("parseHeader") { $0.snippetWords = 8 }
    let snippet = try #require(page.hits.first?.passages.first?.snippet)
    #expect(snippet.text(open: "[", close: "]").contains("func [parseHeader]"))
  }

  @Test func `a page of code has few declarations`() throws {
    let names = (0..<40).map { "name\($0)Of" }.joined(separator: " ")
    let words = QueryWords(.default)
    let query = RankedQuery(try Query(parsing: names).root, words, splits: true)
    #expect(query.words.count == 40)
    #expect(query.words.count { $0.declared != nil } == RankedQuery.declaredLimit)
  }
}
