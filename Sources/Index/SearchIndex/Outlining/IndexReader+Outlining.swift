package import QueryLanguage
package import SittaSQLite

extension IndexReader {
  /// Returns, for each word of a query, the forms whose documents ``QueryStatistics/counts`` count, in their order.
  ///
  /// Of each word, the first form that occurs decides how rare it is; the numbers of the later ones may be 0.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - options: the options of the search.
  /// - Returns: the forms; nil for one that no document can have.
  /// - Throws: the error of SQLite.
  package func countedForms(
    of query: Query, _ options: SearchOptions
  ) throws(SQLiteError) -> [[QueryOutline.Condition?]] {
    let snapshot = try Snapshot(of: self)
    let plan = try SearchPlan(query, options, in: snapshot)
    return CountedTerms(plan, options, words).queries.flatMap { ranked in
      ranked.words.indices.map { number in
        ranked.possibleForms(of: number, words, options.weights.forms)
          .map { QueryOutline.Condition($0, words) }
      }
    }
  }

  /// Returns a query as another engine has to search it.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - options: the options of the search, with the statistics of the engine.
  /// - Returns: the outline.
  /// - Throws: the error of SQLite.
  package func outline(
    of query: Query, _ options: SearchOptions
  ) throws(SQLiteError) -> QueryOutline {
    let snapshot = try Snapshot(of: self)
    try lengths.update(in: snapshot)
    try folders.update(in: snapshot)
    let plan = try SearchPlan(query, options, in: snapshot)
    let nodes = if case .all(let nodes) = plan.root { nodes } else { [plan.root] }
    let filters = SplitConjunction(nodes, words).rest.compactMap {
      QueryOutline.Condition($0, words)
    }
    let whole = QueryOutline.Condition.all(nodes.compactMap { QueryOutline.Condition($0, words) })
    guard plan.match != nil else {
      let part = QueryOutline.Part(condition: whole, words: [], needsWord: false)
      return QueryOutline(whole: whole, full: part, partial: nil, isUnranked: true)
    }
    let search = CandidateSearch(plan: plan, options: options)
    let full = try search.weighed(splits: false, in: snapshot)
    let isStrict = options.isStrict
    let split = isStrict ? nil : try search.weighed(splits: true, in: snapshot)
    return QueryOutline(
      whole: whole, full: full.part(words, options, filters, isPartial: false),
      partial: split?.part(words, options, filters, isPartial: true), isUnranked: false)
  }
}

extension CandidateSearch.Result {
  /// The search for documents with all words, or with some of them.
  fileprivate func part(
    _ words: QueryWords, _ options: SearchOptions, _ filters: [QueryOutline.Condition],
    isPartial: Bool
  ) -> QueryOutline.Part {
    let factors = options.weights.forms
    // The words of conditions count in the forms in which these find them.
    var ownForms: [Int: [MatchExpression]] = [:]
    for condition in query.conditions {
      _ = condition.mapPhrases { phrase in
        if let number = phrase.rankedForm?.word {
          ownForms[number, default: []].append(.phrase(phrase))
        }
        return phrase
      }
    }
    let counted = query.words.indices.map { number -> QueryOutline.Word in
      let word = query.words[number]
      let forms =
        word.isRelaxed ? query.forms(of: number, words, factors) : ownForms[number] ?? []
      return QueryOutline.Word(
        forms: forms.compactMap { QueryOutline.Condition($0, words) }, weight: weights[number],
        documents: documentCounts[number], isOptional: !word.isRelaxed || word.isStopWord)
    }
    var all = filters + query.conditions.compactMap { QueryOutline.Condition($0, words) }
    all += query.exclusions.compactMap { QueryOutline.Condition($0, words) }.map { .not($0) }
    if !isPartial {
      all += counted.filter { !$0.isOptional }.map { .any($0.forms) }
    }
    let needsWord = isPartial && !query.hasRequiredWords || all.isEmpty
    return QueryOutline.Part(condition: .all(all), words: counted, needsWord: needsWord)
  }
}
