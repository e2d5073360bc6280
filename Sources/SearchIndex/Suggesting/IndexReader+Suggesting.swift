public import QueryLanguage
public import SQLite
import TextAnalysis

/// What could be typed instead.
public struct Suggestion: Equatable, Sendable {
  /// The whole text.
  public let text: String
  /// The words in it that are others, as the index has them.
  public let words: [String]
  /// How many documents have the rarest of these.
  public let documents: Int

  init(_ text: [Unicode.Scalar], _ replacements: [(TypedWord, FrequentWords.Entry)]) {
    self.text = text.replacing(replacements.map { ($0.0.range, $0.1.word) })
    words = replacements.map { String(decoding: $0.1.word, as: UTF8.self) }
    documents = replacements.map(\.1.documents).min() ?? 0
  }
}

/// What could be typed instead of a text, from one state of the index.
public struct Suggestions: Equatable, Sendable {
  /// With words that the last one begins.
  public var completions: [Suggestion] = []
  /// With words in the place of those that are not found.
  public var corrections: [Suggestion] = []
  /// The state of the index.
  public let clock: IndexClock
}

/// How suggestions are made.
public struct SuggestionOptions: Sendable {
  /// How a text is read.
  public var reading = Query.ReadingOptions()
  /// How the queries are searched.
  public var search = SearchOptions()
  /// How many completions and how many corrections are given at most.
  public var limit = 5
  /// Whether more may be typed: the last word is completed, and counts as a beginning.
  public var isTyping = true

  /// Five of each.
  public init() {}
}

extension IndexReader {
  /// So many words of a query are corrected at most, and so many others tried for each.
  private static let correctedWords = 8
  private static let alternativesOfWord = 3
  /// A word that documents have is taken for a slip where another is so many times as frequent.
  private static let slipRatio = 10
  /// So long the vocabulary is searched for words that are too rare to be kept in mind.
  private static let scanLimit = Duration.milliseconds(2)
  private static let scannedWords = 500

  /// Suggests what to type instead of a text; each suggestion has hits.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - words: the words to choose from.
  ///   - options: how the text is read and searched.
  ///   - deadline: what was found by then is given.
  /// - Returns: completions and corrections; none where nothing in the text can be completed.
  /// - Throws: what SQLite fails with.
  public func suggestions(
    for text: String, from words: FrequentWords, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> Suggestions {
    try openVocabulary()
    return try snapshot(deadline: nil) { () throws(SQLiteError) -> Suggestions in
      var suggestions = Suggestions(clock: try clock())
      guard let query = try? Query(parsing: text, options.reading) else { return suggestions }
      let scalars = Array(text.unicodeScalars)
      var typed = TypedWord.all(in: query, of: scalars)
      var search = SuggestionSearch(self, options, deadline: deadline)
      if options.isTyping, let last = typed.last, last.term.range.upperBound == scalars.count {
        let others = try completions(of: last.token, from: words, limit: 2 * options.limit)
        for other in others where suggestions.completions.count < options.limit {
          let suggestion = Suggestion(scalars, [(last, other)])
          if try search.finds(suggestion.text) { suggestions.completions.append(suggestion) }
        }
        if !others.isEmpty || FrequentWords.Entry.isBeginning(last.token, words) {
          typed.removeLast()
        }
      }
      if options.isTyping { search.options.reading.prefixes = .last }
      suggestions.corrections = try corrections(
        of: Array(typed.prefix(Self.correctedWords)), in: scalars, from: words, search)
      return suggestions
    }
  }

  private func corrections(
    of typed: [TypedWord], in text: [Unicode.Scalar], from words: FrequentWords,
    _ search: SuggestionSearch
  ) throws(SQLiteError) -> [Suggestion] {
    var doubtful: [(word: TypedWord, others: [FrequentWords.Entry])] = []
    var isMissing = false
    for word in typed {
      let finds = try search.finds(word.term)
      if finds, isMissing { continue }
      var others = words.corrections(of: word.token, limit: Self.alternativesOfWord)
      if finds {
        let least = max(1, words.documents(having: word.token)) * Self.slipRatio
        others.removeAll { $0.documents < least }
      } else if !isMissing {
        // Words that are not there leave those that are without doubt.
        isMissing = true
        doubtful = []
      }
      if !others.isEmpty { doubtful.append((word, others)) }
    }
    // Without a word that is missing, a text that finds something needs no correction.
    let whole = text.string
    if doubtful.isEmpty || !isMissing, try search.finds(whole) { return [] }
    var suggestions: [Suggestion] = []
    for choice in Self.choices(doubtful.map(\.others.count)) {
      let replacements = zip(doubtful, choice).map { ($0.word, $0.others[$1]) }
      let suggestion = Suggestion(text, replacements)
      if try search.finds(suggestion.text) { suggestions.append(suggestion) }
      if suggestions.count == search.options.limit { break }
    }
    return suggestions
  }

  /// The likeliest of each, and then each time one that is not.
  private static func choices(_ counts: [Int]) -> [[Int]] {
    if counts.isEmpty { return [] }
    let first = counts.map { _ in 0 }
    return [first]
      + counts.indices.flatMap { place in
        (1..<max(1, counts[place])).map { number in
          var choice = first
          choice[place] = number
          return choice
        }
      }
  }

  /// The words that begin so: the frequent ones, and where these are too few, others.
  private func completions(
    of beginning: [UInt8], from words: FrequentWords, limit: Int
  ) throws(SQLiteError) -> [FrequentWords.Entry] {
    var found = words.completions(of: beginning, limit: limit)
    if found.count < limit, beginning.count >= 3 {
      let known = Set(found.map(\.word))
      let others = try scan(beginning, words).filter { !known.contains($0.word) }
      found += others.sorted { $0.documents > $1.documents }.prefix(limit - found.count)
    }
    let isBetter = found.contains { $0.documents > 1 }
    return isBetter ? found.filter { $0.documents > 1 } : found
  }

  /// Searches the vocabulary itself, for a moment.
  private func scan(
    _ beginning: [UInt8], _ words: FrequentWords
  ) throws(SQLiteError) -> [FrequentWords.Entry] {
    var found: [FrequentWords.Entry] = []
    database.setDeadline(.now + Self.scanLimit)
    defer { database.setDeadline(nil) }
    do throws(SQLiteError) {
      try database.statement(
        "SELECT term, doc FROM temp.vocabulary WHERE term > ?1 AND term < ?2 LIMIT ?3"
      ).forEachRow([
        .utf8(beginning), .utf8(beginning + Array("\u{10ffff}".utf8)),
        .integer(Int64(Self.scannedWords)),
      ]) { row in
        let entry = FrequentWords.Entry(word: row.bytes(at: 0), documents: Int(row.integer(at: 1)))
        if words.accepts(entry.word) { found.append(entry) }
      }
    } catch {
      guard error.isInterruption else { throw error }
    }
    return found
  }
}

extension FrequentWords.Entry {
  /// Whether a word of the index is this, or begins so.
  fileprivate static func isBeginning(_ token: [UInt8], _ words: FrequentWords) -> Bool {
    words.documents(having: token) > 0 || !words.completions(of: token, limit: 1).isEmpty
  }
}

/// Whether queries find anything, while there is time.
private struct SuggestionSearch {
  let reader: IndexReader
  var options: SuggestionOptions
  let deadline: ContinuousClock.Instant

  init(_ reader: IndexReader, _ options: SuggestionOptions, deadline: ContinuousClock.Instant) {
    self.reader = reader
    self.options = options
    self.deadline = deadline
  }

  func finds(_ text: String) throws(SQLiteError) -> Bool {
    guard let query = try? Query(parsing: text, options.reading) else { return false }
    return try finds(query)
  }

  func finds(_ term: Query.Term) throws(SQLiteError) -> Bool {
    try finds(Query(.term(term)))
  }

  /// - Returns: false also where there is no time left to find out.
  private func finds(_ query: Query) throws(SQLiteError) -> Bool {
    if .now >= deadline { return false }
    reader.database.setDeadline(deadline)
    defer { reader.database.setDeadline(nil) }
    do throws(SQLiteError) {
      let plan = try reader.plan(query, options.search)
      let (sql, values) = plan.membership(among: nil, lookingUp: false, limit: 1)
      return try reader.database.prepare(sql).first(values) { _ in true } ?? false
    } catch {
      guard error.isInterruption else { throw error }
      return false
    }
  }
}

// MARK: - The vocabulary

extension IndexReader {
  /// Reads a part of the vocabulary.
  ///
  /// SQLite: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
  ///
  /// - Parameters:
  ///   - words: takes the words behind the last one that was offered.
  ///   - count: how many words are read.
  /// - Returns: the state of the index, and whether these were the last words.
  /// - Throws: what SQLite fails with.
  func readVocabulary(
    into words: inout FrequentWords, count: Int
  ) throws(SQLiteError) -> (clock: IndexClock, isComplete: Bool) {
    try openVocabulary()
    var read: [(word: [UInt8], documents: Int)] = []
    let after = words.last
    let clock = try snapshot(deadline: nil) { () throws(SQLiteError) -> IndexClock in
      try database.statement("SELECT term, doc FROM temp.vocabulary WHERE term > ?1 LIMIT ?2")
        .forEachRow([.utf8(after), .integer(Int64(count))]) { row in
          read.append((row.bytes(at: 0), Int(row.integer(at: 1))))
        }
      return try self.clock()
    }
    for (word, documents) in read { words.offer(word, documents: documents) }
    return (clock, read.count < count)
  }

  /// How many documents have changed since a state of the index, and how many there are, about.
  ///
  /// - Returns: for the number of changes nil where they are not known.
  func changeCount(
    since clock: IndexClock
  ) throws(SQLiteError) -> (now: IndexClock, changed: Int?, documents: Int) {
    try snapshot(deadline: nil) { () throws(SQLiteError) in
      let now = try self.clock()
      let highest = try database.first("SELECT max(id) FROM document") { Int($0.integer(at: 0)) }
      return (now, log.changes(from: clock, to: now)?.texts.count, highest ?? 0)
    }
  }

  /// Makes the words a table of this connection alone, whose file stays open for reading only.
  ///
  /// Outside of a transaction, which would take the table with it when it is rolled back.
  private func openVocabulary() throws(SQLiteError) {
    let isThere = try database.first(
      "SELECT 1 FROM temp.sqlite_schema WHERE name = 'vocabulary'"
    ) { _ in true }
    if isThere == true { return }
    try database.execute("PRAGMA query_only=OFF")
    defer { try? database.execute("PRAGMA query_only=ON") }
    try database.execute(
      "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, row)")
  }
}
