import SearchIndex
import SearchInterface
import SearchMessages
import Varlink

/// `Statistics`: the numbers for scores over several hosts, and the steps of a correction over several hosts.
struct StatisticsHandler: Sendable {
  let search: CorrectingSearch
  private var suggestions: SuggestionHandler { search.suggestions }
  private var queries: QueryReader { suggestions.queries }

  func statistics(
    _ parameters: StatisticsMethod.Parameters
  ) async throws -> StatisticsMethod.Reply {
    var options = queries.searchOptions
    options.includesAway = parameters.away ?? false
    options.within = try await queries.index.scope(within: parameters.within).folders
    options.isStrict = parameters.strict ?? false
    options.language = parameters.language ?? options.language
    let typed = try parameters.typed
    if parameters.correction == true {
      return try await SearchFailure.inTime(CorrectingSearch.deadline(parameters.deadline)) {
        try await correction(of: typed, parameters, options)
      }
    }
    return try await statistics(of: typed, options, within: parameters.deadline)
  }

  /// Returns words to correct a query from, or chooses a correction from the words of all hosts.
  private func correction(
    of typed: TypedQuery, _ parameters: StatisticsMethod.Parameters, _ options: SearchOptions
  ) async throws -> StatisticsMethod.Reply {
    let end =
      ContinuousClock.now + .milliseconds(try CorrectingSearch.deadline(parameters.deadline))
    guard search.canCorrect else { return try await answer() }
    guard let words = parameters.words else {
      let words = try await suggestions.correctionWords(for: typed, options, until: end)
      return try await answer {
        $0.words = words.map { CountedWordMessage(word: $0.word, documents: $0.documents) }
      }
    }
    let list = try WordList(words)
    var known = options
    try known.apply(parameters.statistics)
    guard let found = try await suggestions.correction(of: typed, known, from: list, until: end)
    else {
      return try await answer()
    }
    if found.isOffer {
      return try await answer { ($0.suggestion, $0.likelihood) = (found.text, found.likelihood) }
    }
    var reply = try await statistics(
      of: typed.replacing(found.text), options, within: parameters.deadline)
    (reply.corrected, reply.likelihood) = (found.text, found.likelihood)
    reply.hasHits = found.hasHits
    return reply
  }

  /// A reply with the clock of the index.
  private func answer(
    _ fill: (inout StatisticsMethod.Reply) -> Void = { _ in }
  ) async throws -> StatisticsMethod.Reply {
    let clock = try await queries.index.ask { try $0.currentClock() }
    var reply = StatisticsMethod.Reply(clock: ClockMessage(clock))
    fill(&reply)
    return reply
  }

  private func statistics(
    of typed: TypedQuery, _ options: SearchOptions, within deadline: Int?
  ) async throws -> StatisticsMethod.Reply {
    let (_, reply) = try await search.ask(typed, within: deadline, sync: nil) {
      reader, query, deadline in
      StatisticsMethod.Reply(
        statistics: StatisticsMessage(
          try reader.statistics(for: query, options, deadline: deadline)),
        clock: ClockMessage(try reader.currentClock()))
    }
    return reply
  }
}
