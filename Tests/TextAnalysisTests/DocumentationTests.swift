import Testing
import TextAnalysis

/// The examples of the documentation.
@Suite struct DocumentationTests {
  @Test func `An analyzer takes a text apart`() {
    var found: [String] = []
    var analyzer = SittaAnalyzer()
    analyzer.analyze("Müller liest 日本語".utf8.span, for: .document) { token, range, flags in
      found.append((flags.contains(.colocated) ? "+" : "") + string(token))
    }
    #expect(found == ["muller", "+mueller", "liest", "日本", "本語", "+語"])
  }

  @Test func `Filters stand behind an analyzer`() throws {
    var analyzer = SittaAnalyzer()
      .filtered(by: StopWordFilter(try StopWords(languages: ["english"])))
      .filtered(by: SynonymFilter(addedTo: .documents))
      .filtered(by: try StemmingFilter())
    #expect(
      tokens(of: "The first databases of 日本", with: &analyzer)
        == "first +1st databas 日本 +本")
  }
}
