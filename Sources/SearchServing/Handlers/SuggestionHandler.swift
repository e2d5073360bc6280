import QueryLanguage
import SearchIndex
import SearchInterface
import Varlink

/// `Suggest`, and what was perhaps meant where nothing was found.
struct SuggestionHandler: Sendable {
  let queries: QueryReader
  let vocabulary: Vocabulary

  /// How long a person who types waits for the words of the index, which only the first has to.
  private static let vocabularyTimeout = Duration.milliseconds(500)
  /// How long suggestions may be sought.
  private static let seekingLimit = Duration.milliseconds(250)
  /// How long a search that has found nothing waits for them: it has its answer already.
  private static let searchTimeout = Duration.milliseconds(50)
  /// How many queries are suggested where nothing was found.
  private static let queryLimit = 3

  func suggest(_ parameters: SuggestMethod.Parameters) async throws -> SuggestMethod.Reply {
    var options = SuggestionOptions()
    options.reading = queries.parsingOptions(nil)
    options.search = queries.searchOptions
    options.limit = try (parameters.limit ?? options.limit).bounded(1...20, "limit")
    guard parameters.text.utf8.count <= Query.byteLimit else {
      throw VarlinkError.invalidParameter("text")
    }
    let suggestions = try await suggestions(
      for: parameters.text, options, until: .now + Self.vocabularyTimeout)
    return SuggestMethod.Reply(
      completions: suggestions.completions.map(SuggestionMessage.init),
      corrections: suggestions.corrections.map(SuggestionMessage.init),
      clock: ClockMessage(suggestions.clock))
  }

  /// What may have been meant by a query that finds nothing; that there is none is an answer, too,
  /// so no failure here is one of the search, and no search waits for the words of a large index,
  /// which the next one finds read.
  func suggestions(
    insteadOf text: String, _ prefixes: PrefixMode?, _ search: SearchOptions,
    until end: ContinuousClock.Instant
  ) async -> [String] {
    var options = SuggestionOptions()
    options.reading = queries.parsingOptions(prefixes)
    options.search = search
    options.limit = Self.queryLimit
    options.isTyping = false
    let end = min(end, .now + Self.searchTimeout)
    let suggestions = try? await suggestions(for: text, options, until: end)
    return suggestions?.corrections.map(\.text) ?? []
  }

  private func suggestions(
    for text: String, _ options: SuggestionOptions, until end: ContinuousClock.Instant
  ) async throws -> Suggestions {
    let words = try await vocabulary.words(until: end)
    return try await queries.index.ask { reader in
      try reader.suggestions(for: text, from: words, options, deadline: .now + Self.seekingLimit)
    }
  }
}

extension SuggestionMessage {
  fileprivate init(_ suggestion: Suggestion) {
    self.init(
      text: suggestion.text, words: suggestion.words, documents: suggestion.documents)
  }
}
