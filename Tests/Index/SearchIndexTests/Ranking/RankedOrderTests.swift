import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// The order of documents that all match fully.
@Suite(.timeLimit(.minutes(15)))
struct RankedOrderTests {
  typealias Entry = (path: String, text: String, modified: Int)

  private static let gap = String(repeating: "x ", count: 500)

  private static let rows: [(query: String, entries: [Entry])] = [
    ("color", [("/a", "color x", 0), ("/b", "colors x", 0), ("/c", "colour x", 0)]),
    (
      "red fox",
      [
        ("/a", "red fox x x x x", 0), ("/b", "fox red x x x x", 0), ("/c", "red x x x fox x", 0),
        ("/d", "red \(gap)fox", 0),
      ]
    ),
    (
      "red fox",
      [
        ("/red fox.txt", "fox red a", 0), ("/red fox hen cat.txt", "fox red bb", 0),
        ("/x", "fox red ccc", 0),
      ]
    ),
    ("fox", [("/a", "fox x", 3), ("/b", "fox y", 2), ("/c", "fox z", 1)]),
    ("fox", [("/a", "fox fox fox x", 1), ("/b", "fox x x x", 9)]),
    ("fox", [("/r 2023.txt", "fox fox x x", 2), ("/r 2022.txt", "fox x fox x x", 1)]),
    // A series is not sorted by time if one of it is a much better match.
    ("fox", [("/r 2022.txt", "fox fox fox fox", 1), ("/r 2023.txt", "fox x x x x x x", 2)]),
    ("r 2022 fox", [("/r 2022.txt", "fox x x x", 1), ("/r 2023.txt", "2022 fox fox fox x", 2)]),
    ("fox", [("/a", "fox x", 0), ("/old/a", "fox y", 9)]),
    ("fox", [("/a.txt", "fox x", 0), ("/b.h", "fox y", 9)]),
  ]

  @Test(arguments: rows)
  func `better matches come first`(query: String, entries: [Entry]) throws {
    for entries in [entries, entries.reversed()] {
      let index = try TestIndex()
      try index.fill()
      try index.put(all: entries)
      let paths = try index.rank(query).hits.map { "\($0.document.path)" }
      #expect(paths.sorted() == entries.map(\.path).sorted())
    }
    // Put in first, a document loses all ties.
    let index = try TestIndex()
    try index.fill()
    try index.put(all: entries)
    #expect(try index.rank(query).hits.map { "\($0.document.path)" } == entries.map(\.path))
    #expect(try index.rank(query).hits.allSatisfy { $0.missing.isEmpty })
  }

  @Test func `a whole title comes before a longer one`() throws {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: [("/a", "text", 0)], title: "Red Fox")
    try index.put(all: [("/b", "text x", 0)], title: "Red fox and a hen")
    try index.put(all: [("/c", "red fox", 0)], title: "Hens")
    #expect(try index.ranked("red fox") == ["/a", "/b", "/c"])
    try index.put(all: [("/d", "text z", 0)], title: "Red")
    #expect(try index.ranked("red fox") == ["/a", "/b", "/c", "/d -fox"])
  }

  @Test func `folders that everything is below say nothing`() throws {
    let index = try TestIndex()
    for number in 0..<60 { try index.put("/tmp/all/z/\(number)", "padding the wool of sheep") }
    try index.put(all: [("/tmp/all/a.txt", "fox x", 0), ("/tmp/all/b.h", "fox y", 9)])
    #expect(try index.ranked("fox") == ["/tmp/all/a.txt", "/tmp/all/b.h"])
  }

  @Test func `a part of a name in code is not of a language`() throws {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: [("/n", "O_CLOEXEC x", 0)])
    var document = Document(status: FileStatus(size: 9), type: "text/plain")
    (document.text, document.language) = (Array("O_CLOEXEC y".utf8), "en")
    try index.writer.replace(document, at: FilePath("/e"))
    try index.writer.commit()
    // Of equal documents the one that was put in later is first.
    #expect(try index.ranked("O_CLOEXEC") == ["/e", "/n"])
  }

  @Test func `another language than that of the query costs a little`() throws {
    let index = try TestIndex()
    try index.fill()
    for (path, language) in [("/e", "en"), ("/g", "de")] {
      var document = Document(status: FileStatus(size: 9), type: "text/plain")
      document.text = Array("hotel in \(path)".utf8)
      document.language = language
      try index.writer.replace(document, at: FilePath(path))
    }
    try index.writer.commit()
    // One word does not show the language of the query; then the later document is first.
    #expect(try index.ranked("hotel") == ["/g", "/e"])
    #expect(try index.ranked("hotel") { $0.language = "de" } == ["/g", "/e"])
    #expect(try index.ranked("the hotel is") == ["/e", "/g"])
    #expect(try index.ranked("das hotel ist") == ["/g", "/e"])
  }

  /// Puts the same English page into folders of languages.
  private func putTranslations(in index: TestIndex) throws {
    try index.fill()
    for (number, folder) in ["html/en-US", "html/ro-RO", "html/da-DK"].enumerated() {
      let text = "walrus on the ice, next page: \(folder)"
      var document = Document(
        status: FileStatus(size: text.utf8.count, modified: number), type: "text/plain")
      (document.text, document.language) = (Array(text.utf8), "en")
      document.title = "Walrus"
      try index.writer.replace(document, at: FilePath("/doc/\(folder)/walrus.html"))
      // Other texts with the same names are no copies.
      document.title = nil
      try index.writer.replace(document, at: FilePath("/corpus/\(folder)/1.txt"))
    }
    try index.writer.commit()
  }

  @Test func `a folder of another language than the query's and the person's costs a little`()
    throws
  {
    let index = try TestIndex()
    try putTranslations(in: index)
    func first(_ query: String, _ language: String) throws -> String? {
      try index.ranked(query) { ($0.language, $0.showsCopies) = (language, true) }.first
    }
    #expect(try first("walrus", "en") == "/doc/html/en-US/walrus.html")
    #expect(try first("walrus", "da") == "/doc/html/da-DK/walrus.html")
  }

  @Test func `pages that are not translated are copies of each other`() throws {
    let index = try TestIndex()
    try putTranslations(in: index)
    #expect(
      try index.ranked("walrus") == [
        "/doc/html/en-US/walrus.html =/doc/html/da-DK/walrus.html =/doc/html/ro-RO/walrus.html",
        "/corpus/html/en-US/1.txt", "/corpus/html/da-DK/1.txt", "/corpus/html/ro-RO/1.txt",
      ])
  }

  @Test func `the scores of the hits fall`() throws {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: [("/a", "fox fox fox x", 0), ("/b", "fox x x x", 0), ("/c", "hen", 0)])
    let scores = try index.rank("fox").hits.map(\.score)
    #expect(scores.count == 2 && scores == scores.sorted(by: >) && scores.allSatisfy { $0 > 0 })
  }
}
