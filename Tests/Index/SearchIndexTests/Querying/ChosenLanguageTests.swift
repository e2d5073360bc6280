import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

/// Queries of an index that has stems in the languages of its documents.
@Suite(.timeLimit(.minutes(15)))
struct ChosenLanguageTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex(text: TextSettings(choosesLanguages: true))
  }

  private func put(_ path: String, _ text: String, language: String? = nil) throws {
    var document = Document(status: FileStatus(size: 1), type: "text/plain")
    document.text = Array(text.utf8)
    document.language = language
    try index.writer.replace(document, at: FilePath(path))
  }

  /// Adds documents of a language that nothing else is in.
  private func fill(_ language: String, count: Int, words: String = "") throws {
    for number in 0..<count { try put("/\(language)\(number)", words, language: language) }
    try index.writer.commit()
  }

  /// Does the work of a daemon that has nothing to index.
  private func settle() throws {
    try index.writer.chooseLanguages()
    while try index.writer.maintain() {}
  }

  private var languages: [String] {
    get throws { try IndexReader(index.store).languages() }
  }

  @Test func `A reader that is open follows the languages of the documents`() throws {
    try put("/house", "viele Häuser, running")
    try index.writer.commit()
    #expect(try index.find("Hauses") == [])
    #expect(try index.find("runs") == ["/house"])
    try fill("de", count: 10)
    try settle()
    #expect(try languages == ["german"])
    #expect(try index.find("Hauses") == ["/house"])
    #expect(try index.find("runs") == [])
  }

  @Test func `The names of folders are found by the new stems`() throws {
    try put("/Häuser/a", "nothing")
    try put("/Other/b", "nothing")
    try fill("de", count: 10)
    #expect(try index.find("Hauses", order: .relevance) == [])
    try settle()
    #expect(try index.find("Hauses", order: .relevance) == ["/Häuser/a"])
  }

  @Test(
    arguments: [
      ("running", ["/english"]), ("Hauses", ["/german"]), ("und Hauses", ["/german"]),
      ("the running of", ["/english"]), ("das Hauses und die", ["/german"]),
      ("das running und die", []), ("the Hauses of", []),
    ])
  func `A query in a language finds the forms of that language`(
    query: String, paths: [String]
  ) throws {
    try put("/english", "she runs, the of das und die")
    try put("/german", "viele Häuser, das und die the of")
    try fill("de", count: 10)
    try fill("en", count: 10)
    try settle()
    #expect(try languages == ["english", "german"])
    #expect(try index.find(query) == paths)
  }

  @Test(
    arguments: [
      ("tides", "en", ["/english", "/german"]), ("tides", "de", ["/german", "/english"]),
      ("tides", "fr", ["/german", "/english"]), ("войны", "en", ["/russian"]),
      ("войны", "ru", ["/russian"]),
    ])
  func `Forms in the language of the person count more`(
    query: String, language: String, paths: [String]
  ) throws {
    try put("/english", "one tide")
    try put("/german", "nur Tiden")
    try put("/russian", "война")
    for code in ["de", "en", "ru"] { try fill(code, count: 10, words: "padding") }
    try settle()
    #expect(try languages == ["english", "german", "russian"])
    var options = SearchOptions()
    options.language = language
    let page = try IndexReader(index.store).search(Query(parsing: query), options)
    #expect(page.hits.map { "\($0.document.path)" } == paths)
  }
}
