import Testing
import TextAnalysis

@Suite struct SynonymTests {
  @Test(arguments: [
    ("first", "first +1st"),
    ("1st", "1st +first"),
    ("The COLOUR grey", "the colour +color grey +gray"),
    ("one", "one"),
    ("firstly", "firstly"),
    ("日本", "日本"),
  ])
  func `Synonyms are added either to documents or to queries`(text: String, expected: String) {
    var queries = SittaAnalyzer().filtered(by: SynonymFilter(addedTo: .queries))
    #expect(tokens(of: text, for: .query, with: &queries) == expected)
    #expect(tokens(of: text, for: .document, with: &queries) == plain(text))
    #expect(tokens(of: text, for: .prefixQuery, with: &queries) == plain(text, for: .prefixQuery))
    var documents = SittaAnalyzer().filtered(by: SynonymFilter(addedTo: .documents))
    #expect(tokens(of: text, for: .query, with: &documents) == plain(text, for: .query))
    #expect(
      tokens(of: text, for: .document, with: &documents)
        == (expected == "日本" ? "日本 +本" : expected))
  }

  @Test func `A table is parsed from lines`() throws {
    let table = try SynonymTable(
      parsing: """
        # a remark
        Auto, Wagen , PKW   # another remark

        Straße => Weg, Gasse
        Auto, Karre\r
        文字, 漢字
        """)
    #expect(synonyms(of: "auto", in: table) == ["wagen", "pkw", "karre"])
    #expect(synonyms(of: "pkw", in: table) == ["auto", "wagen"])
    #expect(synonyms(of: "strasse", in: table) == ["weg", "gasse"])
    #expect(synonyms(of: "weg", in: table) == [])
    #expect(synonyms(of: "漢字", in: table) == ["文字"])
    #expect(synonyms(of: "remark", in: table) == [])
  }

  @Test func `Tables are merged`() throws {
    var table = SynonymTable.standard
    table.merge(try SynonymTable(parsing: "first, foremost\ngrey => hodden"))
    #expect(synonyms(of: "first", in: table) == ["1st", "foremost"])
    #expect(synonyms(of: "foremost", in: table) == ["first"])
    #expect(synonyms(of: "grey", in: table) == ["gray", "hodden"])
    #expect(synonyms(of: "hodden", in: table) == [])
    #expect(SynonymTable().isEmpty && !table.isEmpty)
  }

  @Test func `The default table can be parsed`() throws {
    let table = try SynonymTable(parsing: SynonymTable.standardText)
    #expect(synonyms(of: "visualize", in: table) == ["visualise"])
    #expect(!SynonymTable.standard.isEmpty)
  }

  @Test(arguments: [
    ("a, b\nalone", 2, "'alone' has no synonym; add ',' or '=>' and another word"),
    (
      "New York, NYC", 1,
      "'New York' is more than one word in the index; each synonym must be one word"
    ),
    ("\n\n\na, !!!", 4, "'!!!' is not a word in the index; each synonym must be one word"),
    ("a,,b", 1, "a word is missing before or after ',' or '=>'"),
    ("a =>", 1, "a word is missing before or after ',' or '=>'"),
    ("a, b => c", 1, "write exactly one word before '=>'"),
    ("日本語, 国語", 1, "'日本語' is more than one word in the index; each synonym must be one word"),
  ])
  func `An error has the number of the bad line`(text: String, line: Int, problem: String) {
    let error = #expect(throws: AnalysisError.self) { try SynonymTable(parsing: text) }
    #expect(error?.code == .synonymSyntax)
    #expect(error?.line == line)
    #expect(error?.description == "Synonyms, line \(line): \(problem).")
  }

  private func plain(_ text: String, for purpose: AnalysisPurpose = .document) -> String {
    sittaTokens(of: text, for: purpose)
  }

  private func synonyms(of word: String, in table: SynonymTable) -> [String] {
    table.synonyms(of: word.utf8Bytes.span).map { String(decoding: $0, as: UTF8.self) }
  }
}
