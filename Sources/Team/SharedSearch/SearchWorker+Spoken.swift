import QueryLanguage
import SearchIndex
import SearchMessages

extension SearchWorker {
  /// Puts hits first that another reading of the words finds, with filters for kinds, times and senders.
  ///
  /// - Parameter run: the search, whose candidates are in its index.
  /// - Returns: all hits, and the text of the other reading; nil if it finds nothing, or there is none.
  /// - Throws: the error of a server, or of SQLite.
  func spoken(_ run: Run) async throws -> (page: SearchPage, text: String)? {
    guard run.request.readsFilters, let typed = run.request.typed,
      let clock = typed.parsingOptions.clock,
      let text = SpokenFilters(run.query, typed: typed.text, clock: clock)?.text,
      let query = try? Query(parsing: text, typed.parsingOptions)
    else { return nil }
    // The index has candidates of both readings, so it checks the filters, too.
    var other = Run(
      query: query, words: query, request: run.request, options: SpokenSearch.first(run.options),
      index: run.index, call: run.call)
    other.counts = try await counts(other)
    let outline = try run.index.reader.outline(of: query, optionsWithStatistics(other))
    other.tokens = Self.tokens(of: outline)
    let found =
      outline.isUnranked
      ? try await sorted(outline.whole, other) : try await find(outline.full, other)
    try await load(found.numbers, other)
    let first = try rank(other)
    guard SpokenSearch.isUsed(first, run.options) else { return nil }
    var whole = run
    whole.options = SpokenSearch.typed(run.options)
    let merged = SpokenSearch.merged(
      try rank(whole), after: first, of: run.query, run.options)
    return merged.spoken.isEmpty ? nil : (merged.page, text)
  }
}
