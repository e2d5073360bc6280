import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import SittaSQLite
import Varlink

/// `Suggest`, and suggestions for searches without hits.
struct SuggestionHandler: Sendable {
  let queries: QueryReader
  let vocabulary: Vocabulary

  /// The longest time for suggestions, with the first reading of the words of the index.
  private static let timeout = Duration.seconds(5)
  /// The most queries that are suggested for a search without hits.
  private static let queryLimit = 3

  /// Makes the next search find compounds with new words; see `Vocabulary`.
  func refreshCompounds(until end: ContinuousClock.Instant) async {
    await vocabulary.refreshCompounds(until: end)
  }

  /// The warnings of a reply without the words of the index.
  ///
  /// - Parameter lacksWords: whether a correction lacks them.
  /// - Returns: a sentence for people, or nothing.
  func warnings(lacksWords: Bool) async -> [String] {
    guard lacksWords else { return await vocabulary.lacksCompounds ? [Self.lack] : [] }
    return [Self.lack]
  }

  private static let lack = """
    The words of the index are being read. Until then no word is corrected, and no compounds of \
    words are found.
    """

  func suggest(_ parameters: SuggestMethod.Parameters) async throws -> SuggestMethod.Reply {
    var options = SuggestionOptions()
    options.reading = try TypedQuery(parameters.text, nil, folder: nil).parsingOptions
    options.search = queries.searchOptions
    options.limit = try (parameters.limit ?? options.limit).bounded(1...20, "limit")
    guard parameters.text.utf8.count <= Query.byteLimit else {
      throw VarlinkError.invalidParameter("text")
    }
    options.search.within = try await queries.index.scope(within: parameters.within).folders
    let milliseconds = Int(Self.timeout / .milliseconds(1))
    let end = ContinuousClock.now + Self.timeout
    guard let words = try await vocabulary.words(until: end) else {
      throw SearchFailure.deadlineExceeded(milliseconds: milliseconds)
    }
    let suggestions = try await SearchFailure.inTime(milliseconds) { [options] in
      try await self.suggestions(for: parameters.text, from: words, options, until: end)
    }
    return SuggestMethod.Reply(
      completions: suggestions.completions.map(SuggestionMessage.init),
      corrections: suggestions.corrections.map(SuggestionMessage.init),
      clock: ClockMessage(suggestions.clock))
  }

  /// Suggests other queries for a query without hits.
  ///
  /// - Parameters:
  ///   - typed: the query.
  ///   - search: how it was searched.
  ///   - end: when to fail.
  /// - Returns: the queries; none until the words of the index have been read, and none after an error, so
  ///   that the search does not fail.
  /// - Throws: an interruption if the suggestions could not be made in time.
  func suggestions(
    insteadOf typed: TypedQuery, _ search: SearchOptions, until end: ContinuousClock.Instant
  ) async throws -> [String] {
    guard let words = try? await vocabulary.words(until: end) else { return [] }
    var options = SuggestionOptions()
    options.reading = typed.parsingOptions
    options.search = search
    options.limit = Self.queryLimit
    options.isTyping = false
    return try await unlessUnreadable { [options] in
      try await self.suggestions(for: typed.text, from: words, options, until: end)
    }?.corrections.map(\.text) ?? []
  }

  /// The probable or possible correction of a query that finds nothing or almost nothing.
  ///
  /// - Parameters:
  ///   - typed: the query.
  ///   - search: how it was searched.
  ///   - words: the words to choose from.
  ///   - end: when to fail.
  /// - Returns: nil if the query is probably right; also after an error, so that the search does not fail.
  /// - Throws: an interruption if the correction could not be found in time.
  func correction(
    of typed: TypedQuery, _ search: SearchOptions, from words: WordList,
    until end: ContinuousClock.Instant
  ) async throws -> Suggestion? {
    var options = SuggestionOptions()
    options.reading = typed.parsingOptions
    options.search = search
    return try await unlessUnreadable { [options] in
      try await queries.index.ask { reader in
        try reader.correction(of: typed.text, from: words, options, deadline: end)
      }
    } ?? nil
  }

  /// Runs `body`; nil after an error of the index, so that a search does not fail.
  ///
  /// - Throws: only an interruption.
  private func unlessUnreadable<Value>(_ body: () async throws -> Value) async throws -> Value? {
    do {
      return try await body()
    } catch {
      if (error as? SQLiteError)?.isInterruption == true { throw error }
      return nil
    }
  }

  /// The words of this index that may correct a query, with the number of documents in which the
  /// search may find each.
  func correctionWords(
    for typed: TypedQuery, _ search: SearchOptions, until end: ContinuousClock.Instant
  ) async throws -> [CountedWord] {
    var options = SuggestionOptions()
    options.reading = typed.parsingOptions
    options.search = search
    guard let words = try await vocabulary.words(until: end) else { return [] }
    return try await queries.index.ask { [options] reader in
      try reader.correctionWords(for: typed.text, from: words, options, deadline: end)
    }
  }

  private func suggestions(
    for text: String, from words: WordList, _ options: SuggestionOptions,
    until end: ContinuousClock.Instant
  ) async throws -> Suggestions {
    try await queries.index.ask { reader in
      try reader.suggestions(for: text, from: words, options, deadline: end)
    }
  }
}

extension SuggestionMessage {
  fileprivate init(_ suggestion: Suggestion) {
    self.init(
      text: suggestion.text, words: suggestion.words, documents: suggestion.documents)
  }
}
