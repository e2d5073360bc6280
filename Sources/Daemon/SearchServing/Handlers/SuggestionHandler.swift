import QueryLanguage
import SearchIndex
import SearchInterface
import Varlink

/// `Suggest`, and suggestions for searches without hits.
struct SuggestionHandler: Sendable {
  let queries: QueryReader
  let vocabulary: Vocabulary

  /// The longest wait for the words of the index, which are loaded at the first request.
  private static let vocabularyTimeout = Duration.milliseconds(500)
  /// The longest time for computing suggestions.
  private static let computingLimit = Duration.milliseconds(250)
  /// How much longer a search without hits may take to get suggestions.
  private static let searchTimeout = Duration.milliseconds(50)
  /// The most queries that are suggested for a search without hits.
  private static let queryLimit = 3

  /// Makes the next search find compounds with new words; see `Vocabulary`.
  func refreshCompounds(until end: ContinuousClock.Instant) async {
    await vocabulary.refreshCompounds(until: min(end, .now + Self.searchTimeout))
  }

  func suggest(_ parameters: SuggestMethod.Parameters) async throws -> SuggestMethod.Reply {
    var options = SuggestionOptions()
    options.reading = try queries.parsingOptions(TypedQuery(parameters.text, nil, folder: nil))
    options.search = queries.searchOptions
    options.limit = try (parameters.limit ?? options.limit).bounded(1...20, "limit")
    options.doubt = .unlikelyWords
    guard parameters.text.utf8.count <= Query.byteLimit else {
      throw VarlinkError.invalidParameter("text")
    }
    options.search.within = try await queries.index.scope(within: parameters.within).folders
    let suggestions = try await suggestions(
      for: parameters.text, options, until: .now + Self.vocabularyTimeout)
    return SuggestMethod.Reply(
      completions: suggestions.completions.map(SuggestionMessage.init),
      corrections: suggestions.corrections.map(SuggestionMessage.init),
      clock: ClockMessage(suggestions.clock))
  }

  /// Suggests other queries for a query without hits.
  ///
  /// After an error it returns nothing, so that the search does not fail. If the words of a large
  /// index are not loaded in time, the next search can use them.
  func suggestions(
    insteadOf typed: TypedQuery, _ search: SearchOptions,
    until end: ContinuousClock.Instant
  ) async -> [String] {
    var options = SuggestionOptions()
    options.reading = queries.parsingOptions(typed)
    options.search = search
    options.limit = Self.queryLimit
    options.isTyping = false
    let end = min(end, .now + Self.searchTimeout)
    let suggestions = try? await suggestions(for: typed.text, options, until: end)
    return suggestions?.corrections.map(\.text) ?? []
  }

  /// The probable or possible correction of a query that finds nothing or almost nothing.
  ///
  /// - Parameters:
  ///   - typed: the query.
  ///   - search: the options of the search.
  ///   - words: the words to choose from; nil for the words of the index.
  ///   - end: when to return without a result.
  /// - Returns: nil if the query is probably right, and after an error, so that the search does not fail.
  func correction(
    of typed: TypedQuery, _ search: SearchOptions, from words: WordList? = nil,
    until end: ContinuousClock.Instant
  ) async -> Suggestion? {
    var options = SuggestionOptions()
    options.reading = queries.parsingOptions(typed)
    options.search = search
    guard let words = if let words { words } else { try? await ownWords(until: end) } else {
      return nil
    }
    return try? await queries.index.ask { [options] reader in
      try reader.correction(
        of: typed.text, from: words, options, deadline: min(end, .now + Self.computingLimit))
    }
  }

  /// The words of this index that may correct a query, with the number of documents in which the
  /// search may find each.
  func correctionWords(
    for typed: TypedQuery, _ search: SearchOptions, until end: ContinuousClock.Instant
  ) async throws -> [CountedWord] {
    var options = SuggestionOptions()
    options.reading = queries.parsingOptions(typed)
    options.search = search
    let words = try await ownWords(until: end)
    return try await queries.index.ask { [options] reader in
      try reader.correctionWords(
        for: typed.text, from: words, options, deadline: min(end, .now + Self.computingLimit))
    }
  }

  private func ownWords(until end: ContinuousClock.Instant) async throws -> WordList {
    try await vocabulary.words(until: min(end, .now + Self.vocabularyTimeout))
  }

  private func suggestions(
    for text: String, _ options: SuggestionOptions, until end: ContinuousClock.Instant
  ) async throws -> Suggestions {
    let words = try await vocabulary.words(until: end)
    return try await queries.index.ask { reader in
      try reader.suggestions(for: text, from: words, options, deadline: .now + Self.computingLimit)
    }
  }
}

extension SuggestionMessage {
  fileprivate init(_ suggestion: Suggestion) {
    self.init(
      text: suggestion.text, words: suggestion.words, documents: suggestion.documents)
  }
}
