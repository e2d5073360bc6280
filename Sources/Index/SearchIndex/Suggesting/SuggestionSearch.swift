import IndexStorage
import QueryLanguage
import SittaSQLite

/// Finds texts that could be typed instead of a text.
struct SuggestionSearch {
  let text: String
  let words: WordList
  let options: SuggestionOptions

  /// The table ``VocabularyTable`` must exist if ``SuggestionOptions/isTyping`` is set.
  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Suggestions {
    var suggestions = Suggestions(clock: snapshot.clock)
    guard let query = try? Query(parsing: text, options.reading) else { return suggestions }
    let scalars = Array(text.unicodeScalars)
    var typed = TypedWord.all(in: query, of: scalars)
    var reading = options.reading
    if options.isTyping, let last = typed.last, last.term.range.upperBound == scalars.count {
      var probe = HitProbe(reading: reading, search: options.search)
      let others = try completions(of: last.token, &probe, in: snapshot)
      for other in others where suggestions.completions.count < options.limit {
        let suggestion = Suggestion(scalars, [last.replaced(by: other)])
        if try probe.hasHits(suggestion.text, in: snapshot) {
          suggestions.completions.append(suggestion)
        }
      }
      // A beginning of a word that occurs is corrected as a word that occurs.
      let most = max(others.first?.documents ?? 0, words.mostDocuments(beginningWith: last.token))
      typed[typed.count - 1].continuedIn = most
    }
    if options.isTyping { reading.prefixes = .last }
    let known = try KnownWords(of: text, options.reading, options.search, in: snapshot)
    suggestions.corrections = try CorrectionSearch(
      text: scalars, words: words, options: options, known: known
    ).run(typed, reading, limit: options.limit, in: snapshot)
    return suggestions
  }

  /// If only a part of the documents counts, this many times more words are looked up.
  private static let scopedFactor = 10

  /// The words with a prefix: the words of the list, and others if these are too few.
  private func completions(
    of prefix: [UInt8], _ probe: inout HitProbe, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [WordList.Entry] {
    let isScoped = options.search.within != nil
    let limit = 2 * options.limit * (isScoped ? Self.scopedFactor : 1)
    var found = words.completions(of: prefix, limit: limit)
    if found.count < limit, prefix.count >= 3 {
      let known = Set(found.map(\.word))
      let others = try VocabularyTable(in: snapshot.database).words(withPrefix: prefix).filter {
        WordList.isReadable($0.word) && !words.isStopWord($0.word) && !known.contains($0.word)
      }
      found += others.sorted { $0.documents > $1.documents }.prefix(limit - found.count)
    }
    if isScoped {
      var inside: [WordList.Entry] = []
      for entry in found {
        if let entry = try probe.inside(entry, in: snapshot) { inside.append(entry) }
      }
      found = inside.sorted { $0.documents > $1.documents }
    }
    let isBetter = found.contains { $0.documents > 1 }
    return isBetter ? found.filter { $0.documents > 1 } : found
  }
}

extension TypedWord {
  fileprivate func replaced(by entry: WordList.Entry) -> Replacement {
    Replacement(span: 1, range: range, words: [entry], score: 0)
  }
}
