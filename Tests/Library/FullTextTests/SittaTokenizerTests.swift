import FullText
import SittaSQLite
import Testing
import TextAnalysis

/// Searches in FTS5 with the tokenizer `sitta` and its filters: which words find a document.
struct SittaTokenizerTests {
  /// A table with one document and the given tokenizer.
  private func table(_ document: String, _ descriptor: FTS5TokenizerDescriptor) throws -> Database {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    try db.add(tokenizerNamed: "synonyms_in_documents") { _, _ in
      FTS5AnalyzerTokenizer(SittaAnalyzer().filtered(by: SynonymFilter(addedTo: .documents)))
    }
    try db.add(tokenizerNamed: "synonyms_in_queries") { _, _ in
      FTS5AnalyzerTokenizer(SittaAnalyzer().filtered(by: SynonymFilter(addedTo: .queries)))
    }
    try db.add(tokenizerNamed: "without_stop_words") { _, languages in
      let words = try StopWords(languages: languages)
      return FTS5AnalyzerTokenizer(SittaAnalyzer().filtered(by: StopWordFilter(words)))
    }
    try db.add(tokenizerNamed: "snowball") { _, languages in
      FTS5AnalyzerTokenizer(
        SittaAnalyzer().filtered(by: try StemmingFilter(languages: languages)))
    }
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = descriptor
      t.column("text")
    }
    try db.run("INSERT INTO t VALUES(?1)", .text(document))
    return db
  }

  private func finds(_ pattern: String, in db: Database) throws -> Bool {
    try db.first("SELECT 1 FROM t WHERE t MATCH ?1", .text(pattern)) { _ in true } ?? false
  }

  private func finds(
    _ words: String, in document: String, _ descriptor: FTS5TokenizerDescriptor
  ) throws -> Bool {
    let pattern = try #require(FTS5SittaTokenizer.pattern(matchingAllWordsIn: words))
    return try finds(pattern.rawPattern, in: table(document, descriptor))
  }

  @Test(arguments: [
    // Ligatures
    ("find", "we ﬁnd it", true), ("ﬁnd", "we find it", true), ("fi", "ﬁnd", false),
    // Latin folding
    ("Encyclopaedia", "Encyclopædia", true), ("JÉRÔME", "jerome", true), ("lodz", "Łódź", true),
    ("Jerome", "JE\u{301}RO\u{302}ME", true), ("thor", "Þór", true), ("o", "œ", false),
    // German
    ("Muller", "Müller", true), ("Mueller", "Müller", true), ("Müller", "Mueller", true),
    ("Grossmann", "Großmann", true), ("Bauer", "Baur", false), ("Baur", "Bauer", false),
    // Han, kana, hangul, Thai
    ("文字", "これは文字です", true), ("文字列", "文字の列", false), ("국어", "한국어", true),
    ("の", "私の本", true), ("の", "本の", true), ("の", "のれん", true), ("の", "本", false),
    ("本 の", "私の本", true), ("ไทย", "ภาษาไทย", true), ("ลาว", "ภาษาไทย", false),
  ])
  func `Equivalent spellings match, and others do not`(
    words: String, document: String, isFound: Bool
  ) throws {
    #expect(try finds(words, in: document, .sitta()) == isFound)
  }

  @Test(arguments: [
    ("quarterly", true), ("report", true), ("v2", true), ("QuarterlyReport_v2", true),
    ("quarter", false), ("eport", false),
  ])
  func `Words inside names are found if names are split`(word: String, isFound: Bool) throws {
    let name = "QuarterlyReport_v2.pdf"
    #expect(try finds(word, in: name, .sitta(splitsNames: true)) == isFound)
    #expect(try finds(word, in: name, .sitta()) == (isFound && word.lowercased().contains("v2")))
  }

  @Test(
    arguments: [
      (.pinyin, "pinyin", "汉语拼音", true), (.pinyin, "wenjian", "文件", true),
      (.pinyin, "wenjian", "问题", false), (.romaji, "romaji", "ローマ字", false),
      (.romaji, "sushi", "すし", true), (.romaji, "sushi", "さしみ", false),
      ([], "wenjian", "文件", false), ([], "sushi", "すし", false),
      // Only documents get readings: two words with the same reading do not match.
      (.pinyin, "文件", "闻见", false), (.romaji, "はし", "ハシ", false),
    ] as [(Readings, String, String, Bool)])
  func `Readings find text by its pronunciation`(
    readings: Readings, word: String, document: String, isFound: Bool
  ) throws {
    // Kanji have readings only if mecab is installed.
    let isFound = isFound || (word == "romaji" && Readings.canReadKanji)
    #expect(try finds(word, in: document, .sitta(readings: readings)) == isFound)
  }

  @Test(arguments: ["synonyms_in_documents", "synonyms_in_queries"])
  func `Synonyms find each other in both directions`(tokenizer: String) throws {
    let descriptor = FTS5TokenizerDescriptor(components: [tokenizer])
    for (word, document, isFound) in [
      ("first", "the 1st prize", true), ("1st", "the first prize", true),
      ("colour", "a color", true), ("first", "the 2nd prize", false),
    ] {
      #expect(try finds(word, in: document, descriptor) == isFound, "\(word): \(document)")
    }
    let db = try table("the first prize", descriptor)
    #expect(try finds("\"the 1st prize\"", in: db))
    #expect(try !finds("\"first 1st\"", in: db))
  }

  @Test(arguments: [
    ("english", "the", "the theory", false), ("english", "theory", "the theory", true),
    ("german", "und", "Katz und Maus", false), ("german", "the", "the theory", true),
  ])
  func `Stop words are left out by language`(
    language: String, word: String, document: String, isFound: Bool
  ) throws {
    let descriptor = FTS5TokenizerDescriptor(components: ["without_stop_words", language])
    #expect(try finds(word, in: document, descriptor) == isFound)
  }

  @Test func `A phrase is found across a stop word`() throws {
    let db = try table("state of the art", .init(components: ["without_stop_words", "english"]))
    #expect(try finds("\"state of the art\"", in: db))
    #expect(
      try finds(
        "the*", in: table("the theory", .init(components: ["without_stop_words", "english"]))))
  }

  @Test(arguments: [
    FTS5TokenizerDescriptor.porter(wrapping: .sitta()), .init(components: ["snowball", "english"]),
  ])
  func `Stems work between words of other scripts`(descriptor: FTS5TokenizerDescriptor) throws {
    for (word, document, isFound) in [
      ("databases", "中文Database日本語", true), ("frustrated", "ความFrustrationไทย", true),
      ("running", "he runs", true), ("runner", "run", false), ("日本", "中文Database日本語", true),
      ("국어", "한국어 databases", true), ("ไทย", "databases ภาษาไทย", true),
      ("universe", "日 universal", true),
      ("database", "日本 datum", false),
    ] {
      #expect(try finds(word, in: document, descriptor) == isFound, "\(word): \(document)")
    }
  }

  @Test(arguments: [
    ("の", "\"の\" *"), ("本の", "\"本の\""), ("日 moby", "\"日\" * \"moby\""), ("C++", "\"C++\""),
    ("a\"b", "\"a\"\"b\""), ("+ moby !", "\"moby\""), ("moby\0dick", "\"moby\" \"dick\""),
    ("NOT (AND", "\"NOT\" \"(AND\""), ("title:x", "\"title:x\""), ("x日", "\"x日\" *"),
  ])
  func `A pattern quotes every word and stars single characters`(text: String, raw: String) {
    #expect(FTS5SittaTokenizer.pattern(matchingAllWordsIn: text)?.rawPattern == raw)
  }

  @Test(arguments: ["", " \n", "+ !", "\0", "\u{2500}"])
  func `A text without a word makes no pattern`(text: String) {
    #expect(FTS5SittaTokenizer.pattern(matchingAllWordsIn: text) == nil)
  }

  @Test func `An unknown argument is named in the error`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    let error = #expect(throws: FullTextError.self) {
      try db.makeTokenizer(.init(components: ["sitta", "kanji"]))
    }
    #expect(error?.sentence == "The tokenizer 'sitta' does not know the argument 'kanji'.")
    #expect(
      FTS5TokenizerDescriptor.sitta(splitsNames: true, readings: [.romaji, .pinyin])
        .components == ["sitta", "names", "pinyin", "romaji"])
  }

  @Test func `Highlighting uses the tokens of the index`() throws {
    let db = try table("読むMüllerの文字列", .sitta())
    try db.add(auxiliaryFunction: .highlight())
    for (pattern, marked) in [
      ("mueller", "読む[Müller]の文字列"), ("\"文字\"", "読むMüllerの[文字]列"),
      ("\"の\" *", "読むMüller[の文]字列"),
    ] {
      let found = try db.first(
        "SELECT highlight_words(t, 0, '[', ']') FROM t WHERE t MATCH ?1", .text(pattern)
      ) { $0.text(at: 0) }
      #expect(found == marked)
    }
  }
}
