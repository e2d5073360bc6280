import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Words in the names of the folders above a document.
@Suite(.timeLimit(.minutes(15)))
struct FolderSearchTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for number in 0..<30 { try index.put("/home/filler/z\(number)", "padding") }
    try index.put(all: [
      ("/home/taxes/2023/letter", "dear office", 0), ("/home/other/note", "office", 0),
    ])
  }

  private static let letter = "/home/taxes/2023/letter"
  private static let note = "/home/other/note"

  @Test(arguments: [
    ("taxes office", [letter, "\(note) -taxes"]),
    ("2023 office taxes", [letter, "\(note) -2023 -taxes"]), ("taxes 2023", [letter]),
    ("taxes", [letter]), ("\"taxes\" office", []), ("=taxes office", []), ("+taxes office", []),
    ("taxes AND office", []), ("taxes office -dear", ["\(note) -taxes"]),
    // A negation holds for documents that are found by their folders.
    ("taxes -dear", []), ("taxes -name:letter", []),
    // Other forms of a word, also if no text has one.
    ("tax office", [letter, "\(note) -tax"]), ("tax", [letter]),
    // Beside a condition, which only the text can meet.
    ("+office taxes", [letter, "\(note) -taxes"]), ("\"dear office\" taxes", [letter]),
    ("=office taxes", [letter]),
    // It is above everything.
    ("home", []),
  ])
  func `a word in the name of a folder counts`(query: String, hits: [String]) throws {
    #expect(try index.ranked(query) == hits)
  }

  @Test func `beside a condition a word counts in the name of a folder and in a text`() throws {
    try index.put(all: [("/home/other/tax", "office of taxes", 0)])
    #expect(try Set(index.ranked("=office taxes")) == [Self.letter, "/home/other/tax"])
  }

  @Test func `the name of a folder is also a name of its README`() throws {
    try index.put(all: [
      ("/home/tide-gauge/README.md", "measures the water", 0),
      ("/home/tide-gauge/src/README", "the tide gauge", 0),
      ("/home/tide-gauge/datum.txt", "the tide gauge", 0),
    ])
    #expect(try index.ranked("tide gauge").first == "/home/tide-gauge/README.md")
    // It is not the name of folders further down.
    #expect(try index.ranked("gauge src").first == "/home/tide-gauge/src/README")
  }

  @Test func `a strict search ignores the names of folders`() throws {
    for query in ["taxes office", "taxes", "taxes 2023"] {
      #expect(try index.ranked(query) { $0.isStrict = true }.isEmpty, "\(query)")
    }
  }

  @Test func `a renamed folder is found by its new name`() throws {
    let reader = try IndexReader(index.store)
    var options = SearchOptions()
    options.snippetWords = 0
    func find(_ query: String) throws -> [String] {
      try reader.search(Query(parsing: query), options).hits.map(\.summary)
    }
    #expect(try find("taxes office").first == Self.letter)
    try index.writer.move(FilePath("/home/taxes"), to: FilePath("/home/duties"))
    try index.writer.commit()
    let moved = "/home/duties/2023/letter"
    #expect(try find("duties office") == [moved, "\(Self.note) -duties"])
    #expect(try Set(find("taxes office")) == ["\(moved) -taxes", "\(Self.note) -taxes"])
    #expect(try index.ranked("duties") == [moved])
    try index.writer.move(FilePath(moved), to: FilePath("/home/other/letter"))
    try index.writer.commit()
    let others = try find("other office")
    #expect(others.count == 2 && others.allSatisfy { !$0.contains("-") })
    #expect(try find("duties").isEmpty)
    #expect(try index.ranked("duties").isEmpty)
  }
}
