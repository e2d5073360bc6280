import Testing
import TextAnalysis

@Suite struct StemmingTests {
  @Test(arguments: [
    ("english", "Databases", "database"),
    ("english", "Frustrated", "FRUSTRATION"),
    ("english", "connected", "connections"),
    ("german", "Häuser", "haus"),
    ("german", "Straße", "STRASSEN"),
    ("russian", "книгами", "КНИГА"),
    ("fr", "continuellement", "continuelle"),
    ("es", "bibliotecas", "biblioteca"),
  ])
  func `Forms of one word have the same stem`(language: String, one: String, other: String) throws {
    let stem = try stemmed(one, language).prefix { $0 != " " }
    #expect(try stem == stemmed(other, language).prefix { $0 != " " })
  }

  @Test(arguments: [
    ("english", "universe", "unify"),
    ("english", "database", "date"),
    ("german", "haus", "hase"),
  ])
  func `Different words have different stems`(language: String, one: String, other: String) throws {
    let stem = try stemmed(one, language).prefix { $0 != " " }
    #expect(try stem != stemmed(other, language).prefix { $0 != " " })
  }

  @Test func `Words of scripts without stems are unchanged`() throws {
    #expect(
      try stemmed("databases日本語ภาษาไทย 2026 한국어 frustrated", "english")
        == "databas 日本 本語 +語 ภาษา ไทย 2026 한국 국어 +어 frustrat")
  }

  @Test(arguments: ["日本", "の", "ไทย", "2026", "", "a日", "ខ្មែរ", "မြန်မာ", "한국"])
  func `Numbers and words of scripts without stems have no stem`(token: String) throws {
    for language in Stemmer.languages {
      var stemmer = try Stemmer(language: language)
      var stem: [UInt8] = [1]
      #expect(!stemmer.stem(of: token.utf8Bytes.span, into: &stem))
      #expect(stem == [1])
    }
  }

  @Test func `Stems are added to words or replace them`() throws {
    var beside = SittaAnalyzer().filtered(
      by: try StemmingFilter(languages: ["english", "german"], mode: .beside))
    #expect(
      tokens(of: "Databases for 日本", with: &beside)
        == "databases +databas for 日本 +本")
    #expect(tokens(of: "Databases", for: .prefixQuery, with: &beside) == "databases")
    #expect(tokens(of: "Häuser", with: &beside) == "hauser +haus +haeuser +haeus")
    var replacing = SittaAnalyzer().filtered(by: try StemmingFilter(languages: ["en", "de"]))
    #expect(tokens(of: "Müller 7", with: &replacing) == "muller +mull +mueller +muell 7")
  }

  @Test(arguments: [
    ("french", "frustrée", "frustr"), ("german", "häuser", "haus"), ("russian", "ёлками", "елк"),
    ("english", "naïvely", "naïv"),
  ])
  func `Words with diacritics have stems too`(language: String, word: String, expected: String)
    throws
  {
    var stemmer = try Stemmer(language: language)
    var stem: [UInt8] = []
    #expect(stemmer.stem(of: word.utf8Bytes.span, into: &stem))
    #expect(String(decoding: stem, as: UTF8.self) == expected)
  }

  @Test func `Invalid UTF-8 has no stem`() throws {
    var stemmer = try Stemmer()
    var stem: [UInt8] = []
    #expect(!stemmer.stem(of: [0x61, 0xc3].span, into: &stem))
    #expect(!stemmer.stem(of: [0xff, 0x61].span, into: &stem))
  }

  @Test func `English is the default language`() throws {
    var stemmer = try Stemmer()
    var stem: [UInt8] = []
    #expect(stemmer.language == "english")
    #expect(stemmer.stem(of: "searching".utf8Bytes.span, into: &stem))
    #expect(String(decoding: stem, as: UTF8.self) == "search")
  }

  @Test func `Each listed language has a stemmer`() throws {
    #expect(Stemmer.languages.contains("english") && Stemmer.languages.contains("german"))
    for language in Stemmer.languages { _ = try Stemmer(language: language).language }
  }

  @Test func `An error names the language without a stemmer`() {
    let error = #expect(throws: AnalysisError.self) {
      _ = try Stemmer(language: "klingon").language
    }
    #expect(error?.code == .unknownLanguage)
    #expect(
      error?.description.hasPrefix(
        "There is no stemmer for the language 'klingon'. Use one of: ") == true)
  }

  @Test func `A long token has a stem too`() throws {
    var stemmer = try Stemmer()
    var stem: [UInt8] = []
    let word = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20) + "ing".utf8Bytes
    #expect(stemmer.stem(of: word.span, into: &stem))
    #expect(stem.count == 1 << 20)
  }

  @Test func `Caching does not change stems`() throws {
    var cached = try Stemmer()
    for round in 0..<2 {
      for number in 0..<10_000 {
        let word = "w\(String(number, radix: 26))\(number.isMultiple(of: 2) ? "ings" : "ed")"
        var stem: [UInt8] = []
        #expect(cached.stem(of: word.utf8Bytes.span, into: &stem))
        guard number.isMultiple(of: 97) || round == 1 && number > 9990 else { continue }
        var fresh = try Stemmer()
        var expected: [UInt8] = []
        #expect(fresh.stem(of: word.utf8Bytes.span, into: &expected))
        #expect(stem == expected, "\(word)")
      }
    }
  }

  private func stemmed(_ text: String, _ language: String) throws -> String {
    var analyzer = SittaAnalyzer().filtered(by: try StemmingFilter(languages: [language]))
    return tokens(of: text, with: &analyzer)
  }
}
