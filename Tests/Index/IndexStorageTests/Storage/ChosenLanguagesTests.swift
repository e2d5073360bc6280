import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStorage

/// Stems in the languages of the documents.
@Suite(.timeLimit(.minutes(15)))
struct ChosenLanguagesTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex(text: TextSettings(choosesLanguages: true))
    index.writer.stems.stepWords = 10
  }

  private func put(
    _ path: String, _ text: String, language: String?, with writer: IndexWriter
  ) throws {
    var document = Document(status: FileStatus(size: 1), type: "text/plain")
    document.text = Array(text.utf8)
    document.language = language
    try writer.replace(document, at: FilePath(path))
  }

  private func put(_ path: String, _ text: String, language: String? = nil) throws {
    try put(path, text, language: language, with: index.writer)
  }

  /// Adds documents of a language that nothing else is in.
  private func fill(_ language: String, count: Int, words: String = "") throws {
    for number in 0..<count { try put("/\(language)\(number)", words, language: language) }
    try index.writer.commit()
  }

  /// Does the work of a daemon that has nothing to index.
  private func settle(_ writer: IndexWriter) throws {
    try writer.chooseLanguages()
    while try writer.maintain() {}
  }

  private var languages: [String] {
    get throws { try StemTable.languages(in: index.store.openForTesting()) }
  }

  @Test func `An index begins with English and takes up what its documents are in`() throws {
    try put("/house", "viele Häuser, running")
    try index.writer.commit()
    #expect(try index.find(formsOf: "Hauses") == [])
    #expect(try index.find(formsOf: "runs") == ["/house"])
    try fill("de", count: 10)
    try settle(index.writer)
    #expect(try languages == ["german"])
    // The reader that was open before sees it.
    #expect(try index.find(formsOf: "Hauses") == ["/house"])
    #expect(try index.find(formsOf: "runs") == [])
    #expect(try index.number("SELECT count(DISTINCT language) FROM stem") == 1)
    try index.check()
  }

  @Test func `A folder's language counts beside many documents elsewhere, except below locales`()
    throws
  {
    try fill("en", count: 2_000)
    for number in 0..<12 {
      try put("/letters/2024/\(number)", "Brief", language: "de")
      try put("/letters/2025/e\(number % 6)", "letter", language: "en")
      try put("/doc/html/fr-FR/\(number)", "page", language: "fr")
      try put("/mixed/\(number)", "carta", language: "es")
      try put("/mixed/e\(number)", "letter", language: "en")
    }
    try index.writer.commit()
    try settle(index.writer)
    #expect(try languages == ["english", "german"])
  }

  @Test func `While a language is added, documents come and readers do not see it`() throws {
    let words = (0..<40).map { "\($0)häuser" }.joined(separator: " ")
    try put("/first", "Häuser \(words)")
    try fill("de", count: 10)
    try fill("en", count: 10)
    try index.writer.chooseLanguages()
    #expect(try index.writer.maintain())
    #expect(try index.writer.maintain())
    #expect(index.writer.stems.added?.last.isEmpty == false)
    try put("/second", "0kleiner zkleiner Häuser")
    try index.writer.commit()
    #expect(try languages == ["english"])
    #expect(try index.find(formsOf: "Hauses") == [])
    try settle(index.writer)
    #expect(try languages == ["english", "german"])
    #expect(try index.find(formsOf: "Hauses") == ["/first", "/second"])
    for word in ["0kleinem", "zkleinem"] { #expect(try index.find(formsOf: word) == ["/second"]) }
    for number in 0..<40 { #expect(try index.find(formsOf: "\(number)haus") == ["/first"]) }
  }

  @Test func `Another start goes on with the language that was being added`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path, text: try TextSettings(choosesLanguages: true))
    do {
      let writer = try store.open(now: .now).writer
      writer.stems.stepWords = 10
      for number in 0..<30 {
        try put("/\(number)", "\(number)häuser", language: "de", with: writer)
      }
      try writer.commit()
      try writer.chooseLanguages()
      for _ in 0..<2 { _ = try writer.maintain() }
    }
    let opened = try store.open(now: .now)
    #expect(opened.rebuild == nil)
    let writer = opened.writer
    #expect(writer.stems.added?.name == "german")
    #expect(try writer.needsMaintenance())
    try settle(writer)
    #expect(try StemTable.languages(in: store.openForTesting()) == ["german"])
    for number in 0..<30 {
      #expect(try store.openForTesting().find(formsOf: "\(number)haus").count == 1)
    }
  }

  @Test func `A language that is added is given up if it is not wanted any more`() throws {
    try fill("de", count: 30, words: "viele Häuser")
    try index.writer.chooseLanguages()
    _ = try index.writer.maintain()
    index.writer.stems.wanted = ["en"]
    while try index.writer.maintain() {}
    #expect(try languages == ["english"])
    #expect(index.writer.stems.added == nil)
  }

  @Test func `Each step writes little, and languages go in steps as well`() throws {
    let words = (0..<500).map { "\($0)kleinere" }.joined(separator: " ")
    try fill("de", count: 10, words: words)
    func stepAll() throws -> Int {
      var steps = 0
      while try index.writer.needsMaintenance() {
        let before = index.writer.database.totalChanges
        _ = try index.writer.maintain()
        #expect(index.writer.database.totalChanges - before <= 12)
        steps += 1
      }
      return steps
    }
    try index.writer.chooseLanguages()
    #expect(try stepAll() > 50)
    #expect(try languages == ["german"])
    index.writer.stems.wanted = ["fr"]
    #expect(try stepAll() > 100)
    #expect(try languages == ["french"])
    #expect(try index.number("SELECT count(DISTINCT language) FROM stem") == 1)
  }

  @Test func `A forgotten word is not kept as the last one that was read`() throws {
    try put("/secret", (0..<40).map { "\($0)geheim" }.joined(separator: " "))
    try fill("de", count: 10, words: "viele Häuser")
    try index.writer.chooseLanguages()
    for _ in 0..<2 { _ = try index.writer.maintain() }
    #expect(index.writer.stems.added?.last.isEmpty == false)
    _ = try index.writer.forget([FilePath("/secret")])
    #expect(
      try index.number("SELECT count(*) FROM meta WHERE CAST(value AS TEXT) LIKE '%geheim%'") == 0)
    try settle(index.writer)
    #expect(try index.find(formsOf: "Hauses").count == 10)
  }

  @Test func `A choice is made again after much has changed`() throws {
    try fill("en", count: 40)
    try settle(index.writer)
    try fill("de", count: 9)
    try settle(index.writer)
    #expect(try languages == ["english"])
    try fill("fr", count: 1)
    try put("/de-more", "Häuser", language: "de")
    try index.writer.commit()
    try settle(index.writer)
    #expect(try languages == ["english", "german"])
    try settle(index.writer)
    #expect(try !index.writer.needsMaintenance())
  }

  @Test func `Languages that are set do not follow the documents, and can follow later`() throws {
    let folder = try TemporaryDirectory()
    for (text, expected) in [
      (try TextSettings(languages: ["french"]), ["french"]),
      (try TextSettings(choosesLanguages: true), ["german"]),
      (try TextSettings(languages: ["en", "fr"]), ["en", "fr"]),
      (try TextSettings(languages: []), []), (try TextSettings(choosesLanguages: true), ["german"]),
    ] {
      let store = IndexStore(in: folder.path, text: text)
      let opened = try store.open(now: .now)
      for number in 0..<10 {
        try put("/\(number)", "kleiner", language: "de", with: opened.writer)
      }
      try opened.writer.commit()
      try settle(opened.writer)
      #expect(try StemTable.languages(in: store.openForTesting()) == expected)
      let found = try store.openForTesting().find(formsOf: "kleinem")
      #expect(found.isEmpty == (expected != ["german"]))
      try opened.writer.setCleanShutdown(true)
    }
  }

  @Test func `A new index begins with the languages of the old one`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path, text: try TextSettings(choosesLanguages: true))
    do {
      let writer = try store.open(now: .now).writer
      for number in 0..<10 {
        try put("/\(number)", "viele Häuser", language: "de", with: writer)
      }
      try writer.commit()
      try settle(writer)
    }
    let opened = try store.rebuild(.request, because: "It was asked for.", now: .now)
    #expect(try opened.writer.stems.usedCodes() == ["de"])
  }
}
