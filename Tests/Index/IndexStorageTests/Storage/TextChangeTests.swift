import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStorage

/// Other text settings of an index that is in use.
@Suite(.timeLimit(.minutes(15)))
struct TextChangeTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    index.writer.stems.stepWords = 10
    try index.put("/house", "viele Häuser, running")
    try index.put("/words", (0..<40).map { "\($0)kleinere" }.joined(separator: " "))
    try index.writer.commit()
  }

  /// The documents with other forms of a word.
  private func find(_ word: String) throws -> [String] { try index.find(formsOf: word) }

  private var languages: [String] {
    get throws { try StemTable.languages(in: index.store.openForTesting()) }
  }

  private func use(_ text: TextSettings) throws {
    index.store.use(text)
    try index.writer.use(text)
    try index.writer.chooseLanguages()
    try index.writer.advanceClock()
  }

  @Test(
    arguments: [
      (try TextSettings(), isOther: false, needsNewIndex: false),
      (try TextSettings(languages: ["german"]), true, false),
      (try TextSettings(languages: []), true, false),
      (try TextSettings(choosesLanguages: true), true, false),
      (try TextSettings(synonyms: SynonymTable()), true, false),
      (try TextSettings(synonyms: SynonymTable(parsing: "car, automobile")), true, false),
      (try TextSettings(stopWords: StopWords(["the"])), true, false),
      (try TextSettings(readings: .pinyin), true, true),
      (try TextSettings(readings: [.pinyin, .romaji]), true, true),
    ])
  func `Only other readings need a new index`(
    text: TextSettings, isOther: Bool, needsNewIndex: Bool
  ) throws {
    #expect((text != .default) == isOther)
    #expect(try index.writer.isMade(for: text) == !needsNewIndex)
  }

  @Test func `Synonyms with the same words for other words are others`() throws {
    #expect(
      try SynonymTable(parsing: "car, automobile") != SynonymTable(parsing: "car => automobile"))
    #expect(try SynonymTable(parsing: "a, b\n") == SynonymTable(parsing: "# same\na, b"))
    #expect(StopWords(["the", "of"]) != StopWords(["the", "off"]))
  }

  @Test func `Other languages come in steps, and the former ones serve until then`() throws {
    try use(TextSettings(languages: ["de"]))
    var steps = 0
    while try index.writer.takeLanguageStep() {
      steps += 1
      let isGerman = try languages == ["german"]
      #expect(try find("Hauses").isEmpty || isGerman || find("runs") == ["/house"])
      #expect(try find("runs").isEmpty == isGerman)
    }
    #expect(steps > 4)
    #expect(try find("Hauses") == ["/house"])
    for number in 0..<40 { #expect(try find("\(number)kleinem") == ["/words"]) }
    #expect(try find("runs") == [])
    #expect(try index.number("SELECT count(DISTINCT language) FROM stem") == 1)
    try use(TextSettings(languages: []))
    while try index.writer.takeLanguageStep() {}
    #expect(try index.number("SELECT count(*) FROM stem") == 0)
    #expect(try find("Hauses") == [])
    try use(TextSettings(languages: ["porter", "german"]))
    while try index.writer.takeLanguageStep() {}
    #expect(try languages == ["porter", "german"])
    #expect(try find("Hauses") == ["/house"])
    #expect(try find("runs") == ["/house"])
    try index.check()
  }

  @Test func `The documents choose the languages again if they may`() throws {
    for number in 0..<10 {
      var document = Document(status: FileStatus(size: 1), type: "text/plain")
      document.language = "de"
      try index.writer.replace(document, at: FilePath("/\(number)"))
    }
    try index.writer.commit()
    try index.writer.chooseLanguages()
    #expect(try !index.writer.takeLanguageStep())
    try use(TextSettings(choosesLanguages: true))
    while try index.writer.takeLanguageStep() {}
    #expect(try find("Hauses") == ["/house"])
    // A language that is being added is given up for one that is set.
    try use(TextSettings(languages: ["french"]))
    for _ in 0..<3 { _ = try index.writer.takeLanguageStep() }
    #expect(index.writer.stems.added?.name == "french")
    try use(TextSettings(choosesLanguages: true))
    while try index.writer.takeLanguageStep() {}
    #expect(try languages == ["german"])
    #expect(try index.number("SELECT count(DISTINCT language) FROM stem") == 1)
  }

  @Test func `A code and the name of a language are the same language`() throws {
    try use(TextSettings(languages: ["en"]))
    _ = try index.writer.takeLanguageStep()
    #expect(try !index.writer.takeLanguageStep())
    #expect(try languages == ["english"])
  }

  @Test func `A new index for other readings is given up if the old one suits again`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    let first = try store.open(now: 1).writer.clock
    store.use(try TextSettings(readings: .pinyin))
    #expect(try store.open(now: 2).rebuild?.cause == .version)
    #expect(try store.open(now: 3).rebuild?.since == 2)
    store.use(try TextSettings(readings: .romaji))
    #expect(try store.open(now: 4).rebuild?.since == 4)
    store.use(.default)
    let opened = try store.open(now: 5)
    #expect(opened.rebuild == nil && !opened.isNew)
    #expect(opened.writer.clock.index == first.index)
    #expect(try !TestIndex.names(in: folder.path).contains { $0.contains("new") })
  }
}
