import Hashing

/// The words of a query, with all forms whose documents are counted.
///
/// Every host that reads the query in the same way has the same words and forms, whatever its documents are.
/// So a host sends only the numbers, in this order.
struct CountedTerms {
  /// The query as it is searched first, and the query that is searched if there are few full matches.
  let queries: [RankedQuery]
  /// A hash of all counted forms: hosts with the same name count the same forms in the same order.
  let name: String
  /// For each query and word, the index of its first form and the number of its forms.
  private var ranges: [[Range<Int>]] = []

  init(_ plan: SearchPlan, _ options: SearchOptions, _ words: QueryWords) {
    queries =
      options.isStrict
      ? [RankedQuery(plan.root, words, splits: false, relaxes: false)]
      : [false, true].map { RankedQuery(plan.root, words, splits: $0) } as [RankedQuery]
    var hash = FNV1a()
    var count = 0
    for query in queries {
      var ranges: [Range<Int>] = []
      for number in query.words.indices {
        let forms = query.possibleForms(of: number, words, options.weights.forms)
          .map(\.description)
        for byte in forms.joined(separator: "\0").utf8 { hash.add(byte) }
        ranges.append(count..<count + forms.count)
        count += forms.count
      }
      self.ranges.append(ranges)
    }
    name = String(hash.value, radix: 16)
  }

  /// Returns the number of documents with each word of a query, from the numbers of all hosts for its forms.
  ///
  /// The first form that occurs gives the number; the forms after it do not count. Returns nil if the
  /// statistics belong to other terms.
  func documents(_ statistics: QueryStatistics, query: Int) -> [Int]? {
    let last = ranges.last { !$0.isEmpty }?.last?.upperBound ?? 0
    guard statistics.terms == name, statistics.counts.count == last else { return nil }
    return ranges[query].map { range in
      statistics.counts[range].first { $0 > 0 } ?? 0
    }
  }

  /// Returns the same numbers for the words as they were typed, without other forms.
  func typedDocuments(_ statistics: QueryStatistics, query: Int) -> [Int]? {
    documents(statistics, query: query) == nil
      ? nil : ranges[query].map { $0.isEmpty ? 0 : statistics.counts[$0.lowerBound] }
  }

  /// Returns, for each word of a query, whether it is in the name of a folder on any host.
  ///
  /// Returns nil if the statistics belong to other terms.
  func areInFolders(_ statistics: QueryStatistics, query: Int) -> [Bool]? {
    let counts = queries.map(\.words.count)
    guard statistics.terms == name, statistics.folderDepths.count == counts.reduce(0, +) else {
      return nil
    }
    let start = counts.prefix(query).reduce(0, +)
    return statistics.folderDepths[start..<start + counts[query]].map {
      $0 > statistics.common.depth
    }
  }
}

extension RankedQuery {
  /// Returns the expressions for a word's forms that occur in this index; counting their documents gives the
  /// weight of the word.
  func countedForms(
    of number: Int, _ words: QueryWords, _ factors: FormFactors
  ) -> [MatchExpression] {
    let word = self.words[number]
    if word.isRelaxed { return forms(of: number, words, factors) }
    return [.phrase(word.phrase(.typed))]
  }

  /// Returns the expressions for all forms that a word can have in any index, in the same order.
  func possibleForms(
    of number: Int, _ words: QueryWords, _ factors: FormFactors
  ) -> [MatchExpression] {
    let word = self.words[number]
    guard word.isRelaxed, word.tokens.count == 1 else {
      return countedForms(of: number, words, factors)
    }
    let forms: [MatchExpression.Forms] = [.typed] + word.otherForms
    let phrases = forms.map { word.phrase($0) } + word.phrasesOfSpellings + word.phrasesOfDates
    return phrases.map { .phrase($0) }
  }

  /// Returns, for each word, the words and stems that match it in names of folders; none for a phrase.
  func namesOfFolders(_ words: QueryWords) -> [[[UInt8]]] {
    self.words.map { word in
      guard word.isRelaxed, !word.isStopWord, word.tokens.count == 1 else { return [] }
      return word.tokens + words.alternatives(for: word.tokens[0], .variants)
        + words.alternatives(for: word.tokens[0], .stems)
        + words.stems(of: word.tokens[0]).map(FolderNames.key(ofStem:))
    }
  }
}
