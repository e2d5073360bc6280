import IndexStorage
import QueryLanguage
import Testing

@testable import SearchIndex

/// Words inside names, names with symbols, and compounds, in the index.
@Suite(.timeLimit(.minutes(15)))
struct NameSearchTests {
  private static let documents: [(path: String, text: String, modified: Int)] = [
    ("/name", "The function parseHTTPRequest(data) does it.", 0),
    ("/long", "class HTTPRequestParserErrorCode { }", 0),
    ("/words", "An HTTP request is parsed here.", 0),
    ("/apart", "HTTP is a protocol, and a request is a message.", 0),
    ("/snake", "parse_http_request()", 0),
  ]

  @Test(
    arguments: [
      ("parseHTTP", ["/name"]), ("HTTPRequest", ["/name", "/long"]),
      ("parseHTTPRequest", ["/name"]), ("parsehttprequest", ["/name"]),
      ("http request", ["/name", "/long", "/words", "/apart", "/snake"]),
      ("\"http request\"", ["/name", "/long", "/words", "/snake"]),
      ("\"parse http request\"", ["/name", "/snake"]), ("\"http request parser error\"", ["/long"]),
      ("http-request", ["/name", "/long", "/words", "/snake"]), ("ErrorCode", ["/long"]),
      ("\"request http\"", []), ("RequestHTTP", []), ("\"parse request\"", []),
      ("httpRequestX", []),
      ("=http-request", ["/words", "/snake"]),
      ("body:\"http request\"", ["/name", "/long", "/words", "/snake"]),
      ("HTTPRequest -parseHTTP", ["/long"]),
      ("\"parse http\" OR ErrorCode", ["/name", "/long", "/snake"]),
    ] as [(String, Set<String>)])
  func `A part of a name is found, also as a phrase`(query: String, expected: Set<String>) throws {
    let index = try TestIndex()
    try index.put(all: Self.documents)
    #expect(Set(try index.find(query)) == expected)
    let strict = try index.ranked(query) { $0.isStrict = true }
    #expect(Set(strict) == expected)
  }

  @Test func `The whole name comes before longer names, and the match is marked`() throws {
    let index = try TestIndex()
    try index.put(all: Self.documents + [("/whole", "func httpRequest() { }", 0)])
    #expect(try index.ranked("HTTPRequest").first == "/whole")
    let page = try IndexReader(index.store).search(
      Query(parsing: "\"http request\" parser"), SearchOptions())
    let snippet = try #require(page.hits.first?.snippet)
    let marked = snippet.matches.map {
      String(decoding: Array(snippet.text.utf8)[$0], as: UTF8.self)
    }
    #expect(marked.contains("HTTPRequest"), "\(marked)")
  }

  @Test(
    arguments: [
      ("C++", ["/cpp"]), ("c++", ["/cpp"]), ("C#", ["/sharp"]), (".NET", ["/net"]),
      (".net", ["/net"]),
      ("c", ["/cpp", "/sharp", "/c"]), ("net", ["/net", "/fish"]), ("€", ["/euro"]),
      ("5€", ["/euro"]),
      ("🐦", ["/bird"]), ("→", ["/arrow"]), ("\"a → b\"", ["/arrow"]), ("C++ -templates", []),
      ("\"C++ templates\"", ["/cpp"]), ("=C++", ["/cpp"]), ("🐦 -€", ["/bird"]), ("🐧", []),
      ("F#", []),
    ] as [(String, Set<String>)])
  func `Names with symbols, and symbols, find their own`(
    query: String, expected: Set<String>
  ) throws {
    let index = try TestIndex()
    try index.put(all: [
      ("/cpp", "Modern C++ templates.", 0), ("/sharp", "A class in C#.", 0), ("/c", "Plain C.", 0),
      ("/net", "The .NET runtime.", 0), ("/fish", "A fishing net.", 0),
      ("/euro", "It costs 5 €.", 0),
      ("/bird", "A 🐦 on the roof", 0), ("/arrow", "a → b", 0),
    ])
    #expect(Set(try index.find(query)) == expected)
  }

  @Test func `A compound is found by its part, after the word itself`() throws {
    let index = try TestIndex(text: try TextSettings(languages: ["german"]))
    try index.put(all: [
      ("/kfz", "Die Kraftfahrzeughaftpflichtversicherung zahlt.", 0),
      ("/word", "Die Versicherung zahlt nicht, auch nicht nach langem Warten auf eine Antwort.", 0),
      ("/other", "Die Sicherung ist durchgebrannt.", 0),
    ])
    let reader = try IndexReader(index.store, sharing: index.caches)
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    index.caches.compounds.update(words)
    #expect(try index.ranked("Versicherung") == ["/word", "/kfz"])
    #expect(try index.ranked("=Versicherung") == ["/word"])
    let sentence = "Versicherung a1 b2 c3 d4 e5 f6 g7 h8"
    #expect(try !index.ranked(sentence).contains { $0.hasPrefix("/kfz") })
    #expect(try index.ranked("Versicherung") { $0.isStrict = true } == ["/word", "/kfz"])
  }

  @Test func `Of a name only the part is marked where there are compounds, too`() throws {
    let index = try TestIndex(text: try TextSettings(languages: ["german"]))
    try index.put(all: Self.documents)
    let reader = try IndexReader(index.store, sharing: index.caches)
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    index.caches.compounds.update(words)
    let page = try reader.search(Query(parsing: "request name:name"), SearchOptions())
    let snippet = try #require(page.hits.first?.snippet)
    let marked = snippet.matches.map {
      String(decoding: Array(snippet.text.utf8)[$0], as: UTF8.self)
    }
    #expect(marked == ["Request"])
  }

  @Test func `Without a language that has compounds there are none`() throws {
    let index = try TestIndex()
    try index.put(all: [("/kfz", "Kraftfahrzeughaftpflichtversicherung", 0)])
    let reader = try IndexReader(index.store, sharing: index.caches)
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    index.caches.compounds.update(words)
    #expect(try index.ranked("Versicherung") { $0.isStrict = true } == [])
  }
}
