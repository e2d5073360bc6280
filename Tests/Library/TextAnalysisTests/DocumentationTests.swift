import Testing
import TextAnalysis

/// The examples of the documentation; a test compares them with the page.
@Suite struct DocumentationTests {
  @Test func `An analyzer splits a text`() throws {
    var words: [String] = []
    var analyzer = SittaAnalyzer()
    try analyzer.analyze("Müller liest 日本語".utf8.span, for: .document) { token, range, flags in
      let word = String(copying: try UTF8Span(validating: token))
      words.append(flags.contains(.colocated) ? "+" + word : word)
    }
    // muller, +mueller, liest, 日本, 本語, +語
    #expect(words == ["muller", "+mueller", "liest", "日本", "本語", "+語"])
  }

  @Test func `Filters run in the order in which they are added`() throws {
    var analyzer = SittaAnalyzer()
      .filtered(by: StopWordFilter(try StopWords(languages: ["english"])))
      .filtered(by: SynonymFilter(addedTo: .documents))
      .filtered(by: try StemmingFilter())
    // "The first databases of 日本" gives first, +1st, databas, 日本, +本
    #expect(
      tokens(of: "The first databases of 日本", with: &analyzer)
        == "first +1st databas 日本 +本")
  }
}
