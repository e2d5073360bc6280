import HitOrder
import Indexing
import LinuxSystem
import Meaning
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import SittaSQLite
import TextExtraction
import Varlink

/// Searches for a query, or for its probable correction.
///
/// Both `Search` and `Explain` use it, so that they answer the same query.
struct CorrectingSearch: Sendable {
  let condition: ServiceCondition
  let suggestions: SuggestionHandler
  let log: QueryLog
  private let encoder = QueryEncoder()
  private var queries: QueryReader { suggestions.queries }

  /// The longest time for a correction if the client sets no deadline; it takes a few milliseconds of CPU time.
  private static let correctionTime = Duration.seconds(2)
  /// The default deadline of a search, in milliseconds.
  static let deadline = 500

  /// The deadline of a call in milliseconds; nil for ``deadline``.
  static func deadline(_ milliseconds: Int?) throws(VarlinkError) -> Int {
    try (milliseconds ?? deadline).bounded(1...60_000, "deadline")
  }

  /// Another reading of a query: words for kinds, times and senders as filters.
  struct Spoken: Sendable {
    let query: Query
    let text: String
    /// The hits that it has found.
    var hits: [SearchHit] = []
  }

  /// The result of a search.
  struct Answer {
    /// The query that was searched.
    var query: Query
    var page: SearchPage
    /// The text of ``query`` if it is not the typed query; nil if it is.
    var corrected: String?
    /// The other reading of the words, whose hits come first; nil if there is none.
    var spoken: Spoken?
    /// The text of another query that may have been meant and has hits; nil if there is none.
    var offer: String?
    /// Whether all matches were seen, and the correction was found in time.
    var isComplete: Bool
    /// Whether nothing was corrected because the words of the index have not been read yet.
    var lacksWords = false
    /// When the time of the call is over; a wait for the index does not count.
    var end: ContinuousClock.Instant
  }

  /// Searches for a query, or for its probable correction.
  ///
  /// The correction is searched only if no document has all words, and none has some of them in any
  /// form. In all other cases it is only offered. If nothing is found because of quotes, the words are
  /// searched without them.
  ///
  /// - Parameters:
  ///   - typed: the query as typed.
  ///   - options: the options of the search.
  ///   - milliseconds: the time limit; nil for ``deadline``.
  ///   - sync: whether to wait first until everything written before the call is in the index.
  /// - Returns: the hits of the typed query or of its correction.
  /// - Throws: `DeadlineExceeded` if the time limit ends first, `InvalidQuery`.
  func run(
    _ typed: TypedQuery, _ options: SearchOptions, within milliseconds: Int?, sync: Bool? = nil
  ) async throws -> Answer {
    func search(
      _ typed: TypedQuery, sync: Bool?, readsFilters: Bool = true
    ) async throws -> Answer {
      let reading = typed.parsingOptions
      var options = options
      options.encodedQuery = await encodedQuery(typed, options)
      let (query, (page, spoken, end)) = try await ask(typed, within: milliseconds, sync: sync) {
        [options] reader, query, deadline in
        guard readsFilters, var spoken = Spoken(query, typed.text, reading, options) else {
          return (try reader.search(query, options, deadline: deadline), Spoken?.none, deadline)
        }
        let found = try reader.search(query, orFirst: spoken.query, options, deadline: deadline)
        spoken.hits = found.spoken
        return (found.page, spoken.hits.isEmpty ? nil : spoken, deadline)
      }
      return Answer(
        query: query, page: page, spoken: spoken, isComplete: page.isComplete, end: end)
    }
    var answer = try await search(typed, sync: sync)
    let page = answer.page
    guard !options.isStrict, page.isComplete, page.count < RankingLimits.correctedBelow,
      options.since == nil, options.statistics == nil, options.documents == nil, canCorrect
    else { return answer }
    if page.count + page.partialCount == 0, let text = answer.query.unquoting(typed.text) {
      // After an error the empty page is an answer, too. What was in quotes is no filter.
      if var unquoted = try? await search(typed.replacing(text), sync: nil, readsFilters: false),
        unquoted.page.count + unquoted.page.partialCount > 0
      {
        unquoted.corrected = text
        return unquoted
      }
    }
    guard let words = try? await suggestions.vocabulary.words(until: answer.end) else {
      answer.lacksWords = true
      return answer
    }
    // A client without a deadline waits for the correction, also on a busy machine.
    if milliseconds == nil { answer.end = max(answer.end, .now + Self.correctionTime) }
    do {
      guard
        let found = try await suggestions.correction(
          of: typed, options, from: words, until: answer.end)
      else { return answer }
      // The typed query comes first, so its full matches are not mixed with others.
      if found.isOffer || page.count > 0 {
        answer.offer = found.hasHits ? found.text : nil
        return answer
      }
      var better = try await search(typed.replacing(found.text), sync: nil)
      answer.isComplete = better.isComplete
      guard better.isComplete, better.page.count + better.page.partialCount > 0 else {
        return answer
      }
      better.corrected = found.text
      return better
    } catch let error as SQLiteError where error.isInterruption {
      answer.isComplete = false
    } catch SearchFailure.deadlineExceeded {
      answer.isComplete = false
    } catch {
      // The hits of the typed query are an answer, too.
    }
    return answer
  }

  /// The hits that were opened after earlier searches; none if the disk with the log does not answer.
  func opened(for query: String) async -> OpenedHits {
    guard log.isOn else { return OpenedHits() }
    let opened = await queries.index.tasks.value(within: .milliseconds(100)) { [log] in
      await log.opened(for: query, now: .now)
    }
    return opened ?? OpenedHits()
  }

  /// The vector of a question by the sentence encoder; nil if there is none, or its program fails or is late.
  private func encodedQuery(_ typed: TypedQuery, _ options: SearchOptions) async -> MeaningVector? {
    guard options.order == .relevance, !options.isStrict, options.statistics == nil,
      options.documents == nil, options.weights.meaning > 0,
      typed.prefixes == nil || typed.prefixes == PrefixMode.none,
      let file = queries.configuration.encoder, QueryEncoder.canEncode(typed.text)
    else { return nil }
    let source = PassageEncoder.Source(
      programs: condition.indexer.progress.extraction.programs, file: file)
    let vector = await queries.index.tasks.value(within: Self.encodingTime) { [encoder] in
      await encoder.vector(of: typed.text, by: source)
    }
    return vector ?? nil
  }

  /// The longest wait for the vector of a query, which takes some milliseconds once the program runs.
  private static let encodingTime = Duration.milliseconds(300)

  /// Whether a missing word is probably a typing error; false during the first indexing, when the
  /// word may be in a file that is not read yet.
  var canCorrect: Bool { !condition.indexer.progress.current.isFirst }

  /// Parses a query and runs `body` on a reader; throws `DeadlineExceeded` after the time limit.
  func ask<Value: Sendable>(
    _ typed: TypedQuery, within milliseconds: Int?, sync: Bool?,
    _ body: @escaping @Sendable (IndexReader, Query, ContinuousClock.Instant) throws -> Value
  ) async throws -> (query: Query, answer: Value) {
    let deadline = try Self.deadline(milliseconds)
    if sync == true {
      // Parsed here as well, so that an invalid query is refused before the wait.
      _ = try await queries.query(typed)
      try await condition.wait(atMost: .seconds(30))
    }
    await suggestions.refreshCompounds(until: .now + .milliseconds(deadline))
    // If the client sets no deadline, a repair may take longer than the search.
    let timeout = milliseconds.map { .milliseconds($0) } ?? RepairingReader.repairTimeout
    return try await SearchFailure.inTime(deadline) {
      try await queries.ask(typed, within: timeout) { reader, query in
        try body(reader, query, .now + .milliseconds(deadline))
      }
    }
  }
}

extension SearchFailure {
  /// Runs `body`, which a deadline may interrupt.
  ///
  /// - Parameters:
  ///   - milliseconds: the time limit of the call.
  ///   - body: the work.
  /// - Returns: the result of `body`.
  /// - Throws: `DeadlineExceeded` instead of an interruption; the other errors of `body`.
  static func inTime<Value>(
    _ milliseconds: Int, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as SQLiteError where error.isInterruption {
      throw Self.deadlineExceeded(milliseconds: milliseconds)
    }
  }
}

extension CorrectingSearch.Spoken {
  /// Reads a query in another way; nil if there is none, or if the options want the words alone.
  fileprivate init?(
    _ query: Query, _ typed: String, _ reading: Query.ReadingOptions, _ options: SearchOptions
  ) {
    guard options.order == .relevance, !options.isStrict, options.since == nil,
      options.statistics == nil, options.documents == nil,
      let clock = reading.clock,
      let text = SpokenFilters(query, typed: typed, clock: clock)?.text,
      let spoken = try? Query(parsing: text, reading)
    else { return nil }
    (self.query, self.text) = (spoken, text)
  }
}
