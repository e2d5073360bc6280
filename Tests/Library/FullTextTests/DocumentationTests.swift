import FullText
import SittaSQLite
import Testing
import TextAnalysis

/// The examples of the documentation; a test compares them with the page.
struct DocumentationTests {
  @Test func `make a table, fill it, search it`() throws {
    let db = try Database.inMemory()
    try db.create(virtualTable: "book", using: FTS5()) { t in
      t.tokenizer = .porter(wrapping: .unicode61(diacritics: .remove))
      t.column("title")
      t.column("body")
      t.column("isbn").notIndexed()
    }
    try db.run("INSERT INTO book VALUES('Moby-Dick', 'Call me Ishmael.', '978-0142437247')")
    var titles: [String] = []
    if let pattern = FTS5Pattern(matchingAllTokensIn: "calling ISHMAEL!") {
      try db.forEachRow("SELECT title FROM book WHERE book MATCH ?1", .pattern(pattern)) { row in
        titles.append(row.text(at: 0) ?? "")
      }
    }
    #expect(titles == ["Moby-Dick"])

    let pattern = try db.makeFTS5Pattern(rawPattern: "title: (moby OR whale*)", forTable: "book")
    #expect(pattern.rawPattern == "title: (moby OR whale*)")

    let lengths = FTS5DocumentLengths()
    try lengths.load(fromTable: "book", in: db)
    try db.add(auxiliaryFunction: .rank(lengths: lengths))
    try db.add(auxiliaryFunction: .snippet())
    let sql = """
      SELECT snippet_words(book, -1, '[', ']', '…', 3) FROM book WHERE book MATCH ?1
      ORDER BY bm25_in_memory(book, 10, 1) LIMIT 20
      """
    #expect(try db.first(sql, "ishmael") { $0.text(at: 0) } == "Call me [Ishmael].")

    try db.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("hits") { match, _ in
        var count: Int64 = 0
        try match.forEachInstance { _ in count += 1 }
        return .integer(count)
      })
    let hits = "SELECT hits(book) FROM book WHERE book MATCH 'moby OR ishmael'"
    #expect(try db.first(hits) { $0.integer(at: 0) } == 2)
  }

  @Test func `index the text of another table`() throws {
    let db = try Database.inMemory()
    try db.trustSchema()
    try db.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, colour TEXT)")
    try db.create(virtualTable: "note_text", using: FTS5()) { t in
      t.synchronize(withTable: "note")
      t.column("text")
    }
    try db.run("INSERT INTO note(text) VALUES('water the plants')")
    let found = "SELECT rowid FROM note_text WHERE note_text MATCH 'plants'"
    #expect(try db.first(found) { $0.integer(at: 0) } == 1)

    try db.dropFTS5SynchronizationTriggers(forTable: "note_text")
    try db.execute("DROP TABLE note_text")
    try db.run("DELETE FROM note")
  }

  @Test func `find words in every script`() throws {
    let db = try Database.inMemory()
    var count: Int64 = 0
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    try db.create(virtualTable: "mail", using: FTS5()) { t in
      t.tokenizer = .sitta(splitsNames: true, readings: .pinyin)
      t.column("text")
    }
    try db.run("INSERT INTO mail VALUES('Müller: 私の文件, QuarterlyReport_v2')")
    let mails = "SELECT count(*) FROM mail WHERE mail MATCH ?1"
    for words in ["mueller の", "wenjian", "report v2"] {
      if let pattern = FTS5SittaTokenizer.pattern(matchingAllWordsIn: words) {
        count += try db.first(mails, .pattern(pattern)) { $0.integer(at: 0) } ?? 0
      }
    }
    #expect(count == 3)
  }

  @Test func `add filters to the analyzer`() throws {
    let db = try Database.inMemory()
    try db.add(tokenizerNamed: "english") { _, _ in
      FTS5AnalyzerTokenizer(
        SittaAnalyzer()
          .filtered(by: StopWordFilter(try StopWords(languages: ["english"])))
          .filtered(by: SynonymFilter(addedTo: .queries))
          .filtered(by: try StemmingFilter()))
    }
    let english = try db.makeTokenizer(FTS5TokenizerDescriptor(components: ["english"]))
    let words = try english.tokenize(document: "the databases of 日本").map(\.token)
    #expect(words == ["databas", "日本", "本"])
  }

  @Test func `prepare each connection`() throws {
    let path = ":memory:"
    let source = DatabaseSource(path: path) { db in
      try db.add(tokenizer: FTS5SittaTokenizer.self)
    }
    let reader = try source.open()
    try reader.create(virtualTable: "draft", options: .temporary, using: FTS5()) { t in
      t.tokenizer = .sitta()
      t.column("text")
    }
    try reader.insert(into: "draft", ["text": "Müller"])
    #expect(
      try reader.all("SELECT 1 FROM draft WHERE draft MATCH 'mueller'") { _ in true } == [true])
  }

  @Test func `choose a tokenizer`() throws {
    let db = try Database.inMemory()
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    var latin: [String] = []
    let accents = try db.makeTokenizer(.unicode61(diacritics: .remove))
    let folded = try db.makeTokenizer(.sitta())
    for text in ["Crème", "ﬁn", "Łódź", "Straße", "Müller"] {
      latin.append(try accents.tokenize(document: text).map(\.token).joined(separator: "|"))
      latin.append(try folded.tokenize(document: text).map(\.token).joined(separator: "|"))
    }
    #expect(
      latin == [
        "creme", "creme", "ﬁn", "fin", "łodz", "lodz", "straße", "strasse", "muller",
        "muller|mueller",
      ])

    let synonyms = try SynonymTable(parsing: "first, 1st\nfast, quick")
    try db.add(tokenizerNamed: "with_synonyms") { _, _ in
      FTS5AnalyzerTokenizer(
        SittaAnalyzer().filtered(by: SynonymFilter(synonyms, addedTo: .queries)))
    }
    let with = try db.makeTokenizer(FTS5TokenizerDescriptor(components: ["with_synonyms"]))
    #expect(try with.tokenize(query: "first").map(\.token) == ["first", "1st"])
    #expect(try with.tokenize(document: "first").map(\.token) == ["first"])

    try db.add(tokenizerNamed: "without_stop_words") { _, _ in
      FTS5AnalyzerTokenizer(
        SittaAnalyzer().filtered(
          by: StopWordFilter(try StopWords(languages: ["english", "german"]))))
    }
    let without = try db.makeTokenizer(FTS5TokenizerDescriptor(components: ["without_stop_words"]))
    #expect(
      try without.tokenize(document: "the whale und das Meer").map(\.token) == ["whale", "meer"])

    let readings = try db.makeTokenizer(.sitta(readings: [.pinyin, .romaji]))
    let words = try readings.tokenize(document: "文件 ローマ").map(\.token)
    #expect(words.contains("wenjian"))
  }

  @Test func `when a tokenizer fails`() throws {
    let db = try Database.inMemory()
    try db.add(tokenizerNamed: "failing") { _, _ in FailingTokenizer() }
    try db.execute("CREATE VIRTUAL TABLE log USING fts5(text, tokenize='failing')")
    let texts = ["one bad", "two"]
    try db.transaction {
      for text in texts {
        try? db.savepoint { try db.run("INSERT INTO log(text) VALUES(?1)", arguments: [text]) }
      }
    }
    #expect(try db.all("SELECT text FROM log") { $0.text(at: 0) } == ["two"])
  }

  @Test func `look at tokens`() throws {
    let db = try Database.inMemory()
    let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61(diacritics: .remove)))
    let tokens = try tokenizer.tokenize(document: "Frustrated by databases").map(\.token)
    #expect(tokens == ["frustrat", "by", "databas"])
  }

  @Test func `write a tokenizer`() throws {
    let db = try Database.inMemory()
    try db.add(tokenizer: Ordinals.self)
    try db.create(virtualTable: "race", using: FTS5()) { t in
      t.tokenizer = Ordinals.tokenizerDescriptor()
      t.column("result")
    }
    try db.run("INSERT INTO race VALUES('She came in first')")
    for word in ["first", "1st"] {
      #expect(
        try db.first("SELECT 1 FROM race WHERE race MATCH ?1", .text(word)) { _ in true } == true)
    }
    try db.add(tokenizer: WithoutShortWords.self)
    let short = try db.makeTokenizer(WithoutShortWords.tokenizerDescriptor())
    #expect(try short.tokenize(document: "to be or not").map(\.token) == ["not"])
  }
}

final class WithoutShortWords: FTS5ByteWrapperTokenizer {
  static let name = "without_short_words"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    if token.count > 2 { try tokenCallback(token, flags) }
  }
}

final class Ordinals: FTS5WrapperTokenizer {
  static let name = "ordinals"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
    if token == "first", tokenization == .document { try tokenCallback("1st", .colocated) }
  }
}
