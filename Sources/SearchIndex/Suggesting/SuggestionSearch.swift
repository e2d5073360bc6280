import QueryLanguage
import SQLite

/// Finds what could be typed instead of a text.
struct SuggestionSearch {
  /// At most this many words of a query are corrected.
  private static let correctedWords = 8
  /// At most this many other words are tried for each.
  private static let alternativesPerWord = 3
  /// A word that occurs is taken for a typing error if another is this many times as frequent.
  private static let typingErrorRatio = 10

  let text: String
  let words: FrequentWords
  let options: SuggestionOptions
  let deadline: ContinuousClock.Instant

  /// The table ``VocabularyTable`` must exist.
  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Suggestions {
    var suggestions = Suggestions(clock: snapshot.clock)
    guard let query = try? Query(parsing: text, options.reading) else { return suggestions }
    let scalars = Array(text.unicodeScalars)
    var typed = TypedWord.all(in: query, of: scalars)
    var probe = HitProbe(reading: options.reading, search: options.search, deadline: deadline)
    if options.isTyping, let last = typed.last, last.term.range.upperBound == scalars.count {
      let others = try completions(of: last.token, in: snapshot)
      for other in others where suggestions.completions.count < options.limit {
        let suggestion = Suggestion(scalars, [(last, other)])
        if try probe.hasHits(suggestion.text, in: snapshot) {
          suggestions.completions.append(suggestion)
        }
      }
      if !others.isEmpty || words.contains(wordOrPrefix: last.token) { typed.removeLast() }
    }
    if options.isTyping { probe.reading.prefixes = .last }
    suggestions.corrections = try corrections(
      of: Array(typed.prefix(Self.correctedWords)), of: scalars, probe, in: snapshot)
    return suggestions
  }

  private func corrections(
    of typed: [TypedWord], of text: [Unicode.Scalar], _ probe: HitProbe,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Suggestion] {
    var doubtful: [(word: TypedWord, others: [FrequentWords.Entry])] = []
    var isMissing = false
    for word in typed {
      let isFound = try probe.hasHits(word.term, in: snapshot)
      if isFound, isMissing { continue }
      var others = words.corrections(of: word.token, limit: Self.alternativesPerWord)
      if isFound {
        let least = max(1, words.documents(having: word.token)) * Self.typingErrorRatio
        others.removeAll { $0.documents < least }
      } else if !isMissing {
        // If a word is missing, words that occur are not doubted.
        isMissing = true
        doubtful = []
      }
      if !others.isEmpty { doubtful.append((word, others)) }
    }
    // If no word is missing, a text that has hits needs no correction.
    if doubtful.isEmpty || !isMissing, try probe.hasHits(text.string, in: snapshot) { return [] }
    var suggestions: [Suggestion] = []
    for choice in Self.choices(doubtful.map(\.others.count)) {
      let replacements = zip(doubtful, choice).map { ($0.word, $0.others[$1]) }
      let suggestion = Suggestion(text, replacements)
      if try probe.hasHits(suggestion.text, in: snapshot) { suggestions.append(suggestion) }
      if suggestions.count == options.limit { break }
    }
    return suggestions
  }

  /// Which alternative to take for each word: first the likeliest of all, then each other one
  /// alone.
  private static func choices(_ counts: [Int]) -> [[Int]] {
    if counts.isEmpty { return [] }
    let first = counts.map { _ in 0 }
    return [first]
      + counts.indices.flatMap { index in
        (1..<max(1, counts[index])).map { number in
          var choice = first
          choice[index] = number
          return choice
        }
      }
  }

  /// The words with a prefix: the frequent ones, and others if these are too few.
  private func completions(
    of prefix: [UInt8], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [FrequentWords.Entry] {
    let limit = 2 * options.limit
    var found = words.completions(of: prefix, limit: limit)
    if found.count < limit, prefix.count >= 3 {
      let known = Set(found.map(\.word))
      let others = try VocabularyTable(in: snapshot.database).words(withPrefix: prefix)
        .filter { words.accepts($0.word) && !known.contains($0.word) }
      found += others.sorted { $0.documents > $1.documents }.prefix(limit - found.count)
    }
    let isBetter = found.contains { $0.documents > 1 }
    return isBetter ? found.filter { $0.documents > 1 } : found
  }
}

extension FrequentWords {
  fileprivate func contains(wordOrPrefix token: [UInt8]) -> Bool {
    documents(having: token) > 0 || !completions(of: token, limit: 1).isEmpty
  }
}

/// Finds out whether queries have hits, as long as there is time.
private struct HitProbe {
  /// How texts are read.
  var reading: Query.ReadingOptions
  let search: SearchOptions
  let deadline: ContinuousClock.Instant

  func hasHits(_ text: String, in snapshot: borrowing Snapshot) throws(SQLiteError) -> Bool {
    guard let query = try? Query(parsing: text, reading) else { return false }
    return try hasHits(query, in: snapshot)
  }

  func hasHits(_ term: Query.Term, in snapshot: borrowing Snapshot) throws(SQLiteError) -> Bool {
    try hasHits(Query(.term(term)), in: snapshot)
  }

  /// - Returns: false also if there is no time left to find out.
  private func hasHits(
    _ query: Query, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    if .now >= deadline { return false }
    snapshot.setDeadline(deadline)
    defer { snapshot.setDeadline(nil) }
    do throws(SQLiteError) {
      let plan = try SearchPlan(query, search, in: snapshot)
      let membership = plan.membership(selecting: "1", among: nil, lookingUp: false, limit: 1)
      return try snapshot.database.prepare(membership.sql).first(membership.values) { _ in true }
        ?? false
    } catch {
      guard error.isInterruption else { throw error }
      return false
    }
  }
}
