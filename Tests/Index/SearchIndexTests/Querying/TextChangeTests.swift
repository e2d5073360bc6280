import IndexStorage
import QueryLanguage
import Testing
import TextAnalysis

@testable import SearchIndex

/// Other text settings of an index that is in use.
@Suite(.timeLimit(.minutes(15)))
struct TextChangeTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.put("/house", "viele Häuser, running")
    try index.writer.commit()
  }

  /// The hits of a reader that is opened now.
  private func find(_ query: String) throws -> [String] {
    var options = SearchOptions()
    options.isStrict = true
    return try IndexReader(index.store).search(Query(parsing: query), options).hits
      .map { "\($0.document.path)" }
  }

  private func use(_ text: TextSettings) throws {
    index.store.use(text)
    try index.writer.use(text)
    try index.writer.chooseLanguages()
    try index.writer.advanceClock()
  }

  @Test func `Synonyms and stop words are those of the next reader`() throws {
    #expect(try find("dwelling") == [])
    try use(TextSettings(synonyms: SynonymTable(parsing: "dwelling, häuser")))
    #expect(try find("dwelling") == ["/house"])
    #expect(try find("the häuser") == [])
    try use(TextSettings(stopWords: StopWords(["the"])))
    #expect(try find("the häuser") == ["/house"])
    #expect(try find("dwelling") == [])
    let clock = index.writer.clock
    while try index.writer.takeLanguageStep() {}
    #expect(index.writer.clock == clock, "The languages are the same.")
  }

  @Test func `What was kept for the former state is not used any more`() throws {
    let before = index.writer.clock
    try use(TextSettings(synonyms: SynonymTable()))
    let now = index.writer.clock
    #expect(before.index == now.index && before.sequence < now.sequence)
    #expect(index.store.log.changes(from: before, to: now) == nil)
    #expect(index.store.log.hasPublished(now))
    let news = try IndexReader(index.store).changeCount(since: before)
    #expect(news.now == now && news.changed == nil)
    try index.put("/more", "more")
    try index.writer.commit()
    #expect(index.store.log.changes(from: now, to: index.writer.clock)?.texts.count == 1)
  }
}
