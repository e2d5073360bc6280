import HitOrder
import QueryLanguage
import SearchIndex
package import SearchInterface
import SearchMessages

extension SearchWorker {
  /// The most words of which documents are counted for a correction.
  private static let mostWords = 200

  /// Searches for what was probably meant instead of a query that finds nothing; offers it for one that finds nearly
  /// nothing.
  ///
  /// Only words of documents that the reader may read are put into a query.
  func corrected(
    _ answer: SharedAnswer, _ request: SharedRequest, _ index: CandidateIndex, _ call: DatabaseCall
  ) async throws -> SharedAnswer {
    guard let typed = request.typed, !request.options.isStrict, isWhole, call.silent.isEmpty,
      answer.count < RankingLimits.correctedBelow
    else { return answer }
    let isEmpty = answer.count + answer.partial == 0
    if isEmpty, let text = try request.query.unquoting(typed.text) {
      var unquoted = request.replacing(text)
      // What was in quotes is no filter.
      unquoted.readsFilters = false
      let found = try await self.answer(to: unquoted, index, call)
      if found.count + found.partial > 0 { return found }
    }
    guard let words = await vocabulary.current()?.list else {
      var answer = answer
      answer.notes.append(
        "The words of the databases are being read. Until then no word is corrected.")
      return answer
    }
    var options = SuggestionOptions()
    (options.reading, options.isTyping) = (typed.parsingOptions, false)
    let choices = try await doubtful(words.choices(for: typed.text, options.reading), call)
    guard choices.contains(where: { $0.count > 1 }) else { return answer }
    let known = try await counted(choices, request, index, call)
    options.search = probing(request.options)
    guard
      let found = try index.reader.correction(
        of: typed.text, from: known, options, deadline: call.end)
    else { return answer }
    if found.isOffer || answer.count > 0 {
      var answer = answer
      answer.suggestions = found.hasHits ? [found.text] : nil
      return answer
    }
    let better = try await self.answer(to: request.replacing(found.text), index, call)
    return better.count + better.partial > 0 ? better : answer
  }

  /// Leaves out what may have been meant by a word that is so common that nothing is far more common.
  private func doubtful(
    _ choices: [[String]], _ call: DatabaseCall
  ) async throws -> [[String]] {
    let typed = try await frequencies(of: choices.compactMap { $0.first.map(TextQuery.word) }, call)
    let limit = max(Self.fewDocuments, Int(numbers.documents) / WordList.timesMoreFrequent)
    return choices.map { words in
      let isCommon = words.first.map { typed[TextQuery.word($0)] ?? 0 > limit } ?? false
      return isCommon ? Array(words.prefix(1)) : words
    }
  }

  /// The answer to a search with another text.
  private func answer(
    to request: SharedRequest, _ index: CandidateIndex, _ call: DatabaseCall
  ) async throws -> SharedAnswer {
    try index.removeAll()
    var answer = try await search(request.query, request, index, call)
    answer.corrected = request.typed?.text
    return answer
  }

  /// Corrects a text that a person types.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: the most corrections.
  ///   - completed: words that begin with the last word of the text.
  ///   - request: the reader, and the folders.
  ///   - milliseconds: the longest time.
  /// - Returns: the corrections, the likeliest first.
  /// - Throws: the error of the server.
  package func corrections(
    of text: String, limit: Int, completed: [String], _ request: SharedRequest,
    within milliseconds: Int
  ) async throws -> [SuggestionMessage] {
    guard let words = await vocabulary.current()?.list else { return [] }
    let call = call(within: milliseconds)
    let index = try await prepared(call)
    defer { empty(index) }
    var options = SuggestionOptions()
    options.reading = try TypedQuery(text, nil, folder: nil).parsingOptions
    options.limit = limit
    var choices = words.choices(for: text, options.reading)
    if !choices.isEmpty { choices[choices.count - 1] += completed }
    let known = try await counted(choices, request, index, call)
    options.search = probing(request.options)
    let found = try index.reader.suggestions(for: text, from: known, options, deadline: call.end)
    let corrections = found.corrections
    let chosen = Array(Set(corrections.flatMap(\.words)))
    let conditions = chosen.map { SearchCondition.words(TextQuery.word($0)).seen(by: request) }
    let counted = try await counts(conditions, of: request.reader, upTo: Self.mostDocuments, call)
    let documents = Dictionary(uniqueKeysWithValues: zip(chosen, counted))
    return corrections.map { correction in
      SuggestionMessage(
        text: correction.text, words: correction.words,
        documents: correction.words.map { documents[$0] ?? 0 }.min() ?? 0)
    }
  }

  /// The options for finding out whether candidates match, all of which the reader may read.
  private func probing(_ options: SearchOptions) -> SearchOptions {
    var options = options
    (options.includesAway, options.within, options.facets) = (true, nil, nil)
    options.statistics = nil
    return options
  }

  /// Those of some words that documents have which the reader may read.
  ///
  /// The best of these documents become candidates.
  private func counted(
    _ choices: [[String]], _ request: SharedRequest, _ index: CandidateIndex, _ call: DatabaseCall
  ) async throws -> WordList {
    var seen: Set<String> = []
    let each = max(8, Self.mostWords / max(1, choices.count))
    let asked = choices.flatMap { $0.prefix(each) }.filter { seen.insert($0).inserted }
      .prefix(Self.mostWords)
    let known = try await frequencies(of: asked.map(TextQuery.word), call)
    let frequent = asked.filter { known[TextQuery.word($0)] ?? 0 > 0 }
    let conditions = frequent.map {
      SearchCondition.words(TextQuery.word($0)).seen(by: request)
    }
    let readable = try await counts(conditions, of: request.reader, upTo: 1, call)
    let words = zip(frequent, readable).filter { $0.1 > 0 }.map(\.0)
    var wanted = CandidateRequest(SearchCondition.all([]).seen(by: request))
    let here = Set(words)
    let queries = choices.compactMap { choices -> String? in
      let words = choices.filter(here.contains)
      return words.isEmpty ? nil : words.map(TextQuery.word).joined(separator: " | ")
    }
    wanted.count(queries, keep: Self.probed, length: meanLength)
    if !queries.isEmpty {
      try index.add(
        try await candidates(
          index.missing(of: find(wanted, request, call).numbers), request.reader, call,
          .beginning(words)))
    }
    return WordList(words.map { CountedWord($0, documents: known[TextQuery.word($0)] ?? 0) })
  }

  /// In so few documents, looking for words is quick.
  private static let fewDocuments = 1_000
  /// The most documents in which corrections are looked for.
  private static let probed = 100
}
