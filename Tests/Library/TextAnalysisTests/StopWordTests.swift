import Testing
import TextAnalysis

@Suite struct StopWordTests {
  @Test(
    arguments: [
      (["en"], "The state of the art", "state art"),
      (["english"], "to be or not to be", ""),
      (["german"], "Die Grüße für ÜBER dich", "grusse +gruesse dich"),
      (["de", "en"], "The und FÜR", ""),
      (["en"], "die für", "die fur +fuer"),
      (["ru"], "и ещё книга", "книга"),
      (["french"], "où même à bicyclette", "bicyclette"),
      (["en"], "the 日本 of の", "日本 +本 の"),
      ([], "the", "the"),
    ] as [([String], String, String)])
  func `Stop words are removed`(languages: [String], text: String, expected: String) throws {
    var analyzer = SittaAnalyzer().filtered(
      by: StopWordFilter(try StopWords(languages: languages)))
    #expect(tokens(of: text, with: &analyzer) == expected)
  }

  @Test(arguments: [
    ("the", "the"),
    ("state of the", "state the"),
    ("state of the ar", "state ar"),
    ("theory", "theory"),
    ("", ""),
  ])
  func `The last word of a prefix query is kept`(text: String, expected: String) throws {
    var analyzer = SittaAnalyzer().filtered(by: StopWordFilter(try StopWords(languages: ["en"])))
    #expect(tokens(of: text, for: .prefixQuery, with: &analyzer) == expected)
    #expect(tokens(of: text, for: .prefixQuery, with: &analyzer) == expected)
  }

  @Test func `Custom stop words are folded`() {
    var analyzer = SittaAnalyzer().filtered(by: StopWordFilter(StopWords(["GmbH", "Übrigens"])))
    #expect(tokens(of: "übrigens Müller gmbh", with: &analyzer) == "muller +mueller")
  }

  @Test func `Each listed language has stop words`() throws {
    for language in StopWords.languages {
      let words = try StopWords(languages: [language])
      let isStopWord = words.contains("databases".utf8Bytes.span)
      #expect(!isStopWord)
    }
    #expect(StopWords.languages.count == 15)
    let error = #expect(throws: AnalysisError.self) { _ = try StopWords(languages: ["xx"]) }
    #expect(error?.code == .unknownLanguage)
    #expect(error?.description.hasPrefix("There are no stop words for the language 'xx'.") == true)
  }
}
