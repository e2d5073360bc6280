import IndexStorage
import QueryLanguage
import SittaSQLite
import TextAnalysis

/// For each word of a query, the other words of the index that match it: words with the same stem, synonyms,
/// and the same word in other Han characters.
///
/// A word matches every word of the index with one of its stems, and its synonyms with theirs. A phrase, a
/// prefix and an exact word match only themselves. ``QueryTokenizer`` emits the words at the position of the
/// typed word, so ranking counts them as one word.
final class QueryWords {
  /// Whether the index has columns for the names of people; see ``Schema/hasPeople(in:)``.
  var hasPeople = true
  private let settings: TextSettings
  private let compounds: CompoundWords
  /// The languages whose stems the index has.
  private(set) var languages: [String]
  private var stemmers: [StemmerReference]
  /// The indices of the languages for the current query: all, or only the language in which it is typed.
  private var countingLanguages: [Int] = []
  /// The indices of the languages in which the query probably is; if unknown, those of ``countingLanguages``.
  private var likelyLanguages: [Int] = []
  /// Whether the language of the searching person is written in Latin letters.
  private var isPersonLatin = true
  /// The codes of languages with stems that are not written in Latin letters.
  private static let otherLetters: Set<String> = [
    "ar", "el", "hi", "hy", "ne", "ru", "ta", "yi",
  ]
  private var analyzer = SittaAnalyzer()
  /// For each token, the other words that match it, each list in the order of bytes.
  private var alternatives: [[UInt8]: [MatchExpression.Forms: [[UInt8]]]] = [:]
  private var names = QueryNames()
  private var ideographWords = IdeographWords()
  /// For texts without blanks, the offsets at which words end; a cache.
  private var wordEnds: [String: [Int]] = [:]
  /// The other ways to write the texts of the query; a cache.
  private var spellingsOfTexts: [String: [String]] = [:]
  /// The most texts of a query that are searched in other ways: a number is a dozen phrases for FTS5.
  private static let mostRewritten = 16
  /// The tokens of texts of the query; a cache.
  private var tokensOfTexts: [String: [Token]] = [:]

  typealias Token = (bytes: [UInt8], range: Range<Int>, flags: TokenFlags)

  /// The parts of ``MatchExpression/Forms/all``, besides the word itself.
  private static let partsOfAll: [MatchExpression.Forms] = [
    .stems, .otherStems, .synonyms, .variants, .parts, .compounds,
  ]

  init(_ settings: TextSettings, compounds: CompoundWords = CompoundWords()) {
    self.settings = settings
    self.compounds = compounds
    (languages, stemmers) = ([], [])
    setLanguages(settings.languages)
  }

  /// Reads the languages whose stems the index has; these are used, even if others were chosen meanwhile.
  func updateLanguages(in database: Database) throws(SQLiteError) {
    let names = try StemTable.languages(in: database)
    if names != languages { setLanguages(names) }
  }

  private func setLanguages(_ names: [String]) {
    let known = names.compactMap { name in (try? StemmerReference(name)).map { (name, $0) } }
    (languages, stemmers) = (known.map(\.0), known.map(\.1))
    countingLanguages = Array(languages.indices)
    likelyLanguages = countingLanguages
    compounds.areWanted = languages.contains {
      CompoundWords.exist(inLanguage: LanguageChoice.code(of: $0))
    }
  }

  /// Restricts the languages to the one in which the words are clearly typed, if an index has it.
  ///
  /// `person` is the language of the searching person, and `all` are the languages of all indexes whose hits
  /// are ranked together.
  private func chooseCountingLanguages(
    for tokens: [Token], of person: String?, among all: [String]
  ) {
    countingLanguages = Array(languages.indices)
    likelyLanguages = countingLanguages
    guard settings.choosesLanguages, all.count > 1 else { return }
    var codes = all.map { LanguageChoice.code(of: $0) }
    let typed = QueryStopWords(tokens).clearLanguage
    if codes.contains(typed) {
      countingLanguages.removeAll { LanguageChoice.code(of: languages[$0]) != typed }
      codes = [typed]
    }
    let likely = countingLanguages.filter { LanguageChoice.code(of: languages[$0]) == person }
    likelyLanguages = codes.contains(person) ? likely : countingLanguages
    isPersonLatin = person.map { !Self.otherLetters.contains($0) } ?? true
  }

  /// Returns the other words that match a token; none before ``prepare(_:in:)``.
  func alternatives(for token: Span<UInt8>, _ forms: MatchExpression.Forms) -> [[UInt8]] {
    alternatives.isEmpty ? [] : alternatives(for: token.indices.map { token[$0] }, forms)
  }

  /// Returns the other words that match a token; none before ``prepare(_:in:)``.
  func alternatives(for token: [UInt8], _ forms: MatchExpression.Forms) -> [[UInt8]] {
    guard let found = alternatives[token] else { return [] }
    return forms == .all ? Self.partsOfAll.flatMap { found[$0] ?? [] } : found[forms] ?? []
  }

  /// Looks up the other words that match the words of a query.
  ///
  /// - Parameters:
  ///   - texts: the texts of the query that match in all forms.
  ///   - language: the language of the searching person, as an ISO 639-1 code; nil if it is not known.
  ///   - known: the languages of all indexes whose hits are ranked together; nil for this index alone.
  ///   - database: the index, in the state that will be searched.
  /// - Throws: the error of SQLite.
  func prepare(
    _ texts: some Sequence<String>, by language: String? = nil, among known: [String]? = nil,
    in database: Database
  ) throws(SQLiteError) {
    alternatives = [:]
    (tokensOfTexts, wordEnds, spellingsOfTexts) = ([:], [:], [:])
    try updateLanguages(in: database)
    let texts = Array(texts)
    chooseCountingLanguages(
      for: texts.flatMap { tokens(of: $0) }, of: language, among: known ?? languages)
    // Finding compounds takes a pass over the index's words; in a long query one word matters little.
    let wantsCompounds = hasCompounds && texts.count <= Self.mostWordsWithCompounds
    for text in texts {
      for token in tokens(of: text) where alternatives[token.bytes] == nil {
        var found = try find(token.bytes, in: database)
        found[.parts] = names.parts(of: text.utf8.span.extracting(token.range))
        if wantsCompounds { found[.compounds] = compounds.compounds(of: token.bytes) }
        alternatives[token.bytes] = found
      }
    }
  }

  /// Whether a text ends in a single Han, kana or hangul character, which FTS5 has to search for as a prefix:
  /// the index has pairs.
  func needsStar(_ text: String) -> Bool {
    tokens(of: text).last?.flags.contains(.prefix) ?? false
  }

  /// Returns the words of a text as one name (``MatchExpression/Forms/joined``); empty if impossible.
  func name(of text: String) -> [UInt8] { names.joined(tokens(of: text)) }

  /// Whether a text consists of stop words only.
  func isStopWord(_ text: String) -> Bool {
    let tokens = tokens(of: text).filter { !$0.flags.contains(.colocated) }
    return !tokens.isEmpty && tokens.allSatisfy { settings.stopWords.contains($0.bytes.span) }
  }

  /// Whether a token is a pair of characters that belong to two different words of the text.
  func reachesOverWords(_ token: Token, of text: String) -> Bool {
    // Only Han, kana and hangul are indexed in pairs; nearly all of them are from U+3000 on.
    guard token.bytes.first ?? 0 >= 0xe3 else { return false }
    if wordEnds[text] == nil { wordEnds[text] = ideographWords.ends(in: text) }
    return wordEnds[text]?.contains { token.range.lowerBound < $0 && $0 < token.range.upperBound }
      ?? false
  }

  /// Returns, for each token of a phrase, all tokens that match at its position.
  func spellings(of phrase: MatchExpression.Phrase) -> [[[UInt8]]] {
    if phrase.forms == .joined { return [[names.joined(tokens(of: phrase.text))]] }
    return tokens(of: phrase.text).reduce(into: []) { spellings, token in
      let others = alternatives(for: token.bytes, phrase.forms)
      if token.flags.contains(.colocated), !spellings.isEmpty {
        spellings[spellings.count - 1] += [token.bytes] + others
      } else {
        spellings.append([token.bytes] + others)
      }
    }
  }

  /// Returns the terms of a phrase of one token, as ``QueryTokenizer`` emits them; nil for any other phrase.
  func terms(of phrase: MatchExpression.Phrase) -> [[UInt8]]? {
    if phrase.column != nil || phrase.isPrefix || phrase.forms == .declared { return nil }
    if phrase.forms != .joined, needsPrefix(phrase.text) { return nil }
    let places = places(of: phrase)
    return places.count == 1 ? places[0] : nil
  }

  /// Whether the index has longer tokens in place of one of a text.
  private func needsPrefix(_ text: String) -> Bool {
    tokens(of: text).contains { $0.flags.contains(.prefix) }
  }

  /// Returns the other ways to write a text of the query: a number, or a word with hyphens, which are left out;
  /// none for other texts, or if the query has many such texts.
  func spellings(of text: String) -> [String] {
    if let spellings = spellingsOfTexts[text] { return spellings }
    guard spellingsOfTexts.count < Self.mostRewritten else { return [] }
    let tokens = tokens(of: text).filter { !$0.flags.contains(.colocated) }.map(\.bytes)
    let spellings =
      NumberForms(tokens).texts + CodeForms.texts(tokens) + Self.withoutHyphens(text)
    if !spellings.isEmpty { spellingsOfTexts[text] = spellings }
    return spellings
  }

  /// Returns a word with hyphens, or with a point after its letter, without them; none for other texts.
  private static func withoutHyphens(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let start = bytes.lastIndex { !HyphenatedWord.isWord($0) }.map { $0 + 1 } ?? 0
    guard start > 0, let chain = HyphenatedWord(around: start..<bytes.count, in: bytes.span) else {
      return []
    }
    var joined: [String] = []
    chain.forEachJoined(in: bytes.span) { word in
      joined.append(String(decoding: word.indices.map { word[$0] }, as: UTF8.self))
    }
    // Only the word without all its hyphens is another way to write the whole text.
    let length = bytes.count(where: HyphenatedWord.isWord)
    return joined.filter { $0.utf8.count == length }
  }

  /// Returns the tokens of a text of the query, including tokens of other spellings.
  func tokens(of text: String) -> [Token] {
    if let tokens = tokensOfTexts[text] { return tokens }
    var tokens: [Token] = []
    analyzer.analyze(text.utf8.span, for: .query) { token, range, flags in
      tokens.append((token.indices.map { token[$0] }, range, flags))
    }
    tokensOfTexts[text] = tokens
    return tokens
  }

  private func find(
    _ token: [UInt8], in database: Database
  ) throws(SQLiteError) -> [MatchExpression.Forms: [[UInt8]]] {
    let variants = HanVariants.shared.variants(of: token.span)
    let synonyms = settings.synonyms.synonyms(of: token.span)
    let likely = Self.isLatin(token) == isPersonLatin ? likelyLanguages : countingLanguages
    var stems = try words(withStemsOf: [token], in: likely, database)
    let otherLanguages = countingLanguages.filter { !likely.contains($0) }
    var otherStems = try words(withStemsOf: [token], in: otherLanguages, database)
    var others = try words(withStemsOf: synonyms, in: countingLanguages, database).union(synonyms)
    stems.remove(token)
    otherStems.remove(token)
    otherStems.subtract(stems)
    others.remove(token)
    others.subtract(variants)
    let sets: [MatchExpression.Forms: Set<[UInt8]>] = [
      .stems: stems, .otherStems: otherStems,
      .synonyms: others.subtracting(stems).subtracting(otherStems),
    ]
    var found = sets.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    found[.variants] = variants
    return found
  }

  /// The most words of a query for which compounds are searched.
  private static let mostWordsWithCompounds = 8

  /// Whether the query may be in a language that writes compounds as one word.
  private var hasCompounds: Bool {
    likelyLanguages.contains {
      CompoundWords.exist(inLanguage: LanguageChoice.code(of: languages[$0]))
    }
  }

  /// Whether a token begins with a character from U+0000 to U+027F, such as a Latin letter.
  private static func isLatin(_ token: [UInt8]) -> Bool { token.first ?? 0 < 0xca }

  /// Returns the stems of a token in all languages of the index.
  func stems(of token: [UInt8]) -> [[UInt8]] {
    var stem: [UInt8] = []
    return stemmers.compactMap { $0.stemmer.stem(of: token.span, into: &stem) ? stem : nil }
  }

  private func words(
    withStemsOf tokens: [[UInt8]], in numbers: [Int], _ database: Database
  ) throws(SQLiteError) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var (stem, stemOfStem): ([UInt8], [UInt8]) = ([], [])
    for number in numbers {
      let (name, owned) = (languages[number], stemmers[number])
      for word in tokens {
        guard owned.stemmer.stem(of: word.span, into: &stem) else { continue }
        // The table does not contain words that are their own stem, so such a word is added here. "files",
        // the stem of "filesize", is not its own stem.
        if owned.stemmer.stem(of: stem.span, into: &stemOfStem), stemOfStem == stem {
          found.insert(stem)
        }
        try database.forEachRow(
          """
          SELECT term FROM stem
          WHERE language = (SELECT id FROM language WHERE name = ?1) AND stem = ?2
          """, .text(name), .utf8(stem)
        ) { found.insert($0.bytes(at: 0)) }
      }
    }
    return found
  }
}
