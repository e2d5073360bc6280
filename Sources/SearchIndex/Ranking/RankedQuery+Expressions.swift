/// The expressions that find the candidates of a ranked query.
extension RankedQuery {
  /// The factors of the forms of a word.
  struct FormFactors: Equatable {
    /// Words with the same stem.
    var stem = 0.5
    /// Synonyms.
    var synonym = 0.3
    /// Words that begin with it.
    var prefix = 0.7
  }

  /// The forms of a relaxed word.
  ///
  /// - Parameters:
  ///   - number: the number of the word.
  ///   - words: the words of the index for the words of the query.
  ///   - factors: the factors of the forms.
  ///   - isRanked: whether they count for the score, or are only a condition.
  /// - Returns: the phrases.
  func forms(
    of number: Int, _ words: QueryWords, _ factors: FormFactors, isRanked: Bool = true
  ) -> [MatchExpression] {
    let word = self.words[number]
    func phrase(_ forms: MatchExpression.Forms, _ factor: Double) -> MatchExpression {
      var phrase = MatchExpression.Phrase(
        column: nil, text: word.text, forms: forms, isPrefix: word.isPrefix)
      if isRanked { phrase.rankedForm = MatchExpression.RankedForm(word: number, factor: factor) }
      return .phrase(phrase)
    }
    if word.isPrefix { return [phrase(.typed, factors.prefix)] }
    if word.tokens.count > 1 { return [phrase(.all, 1)] }
    var forms = [phrase(.typed, 1)]
    let token = word.tokens[0]
    if !words.alternatives(for: token, .stems).isEmpty {
      forms.append(phrase(.stems, factors.stem))
    }
    if !words.alternatives(for: token, .synonyms).isEmpty {
      forms.append(phrase(.synonyms, factors.synonym))
    }
    return forms
  }

  /// An expression for rows with some words, in which others are ranked as well.
  ///
  /// - Parameters:
  ///   - required: words that every row has.
  ///   - alternatives: words of which every row has one, unless there are none.
  ///   - optional: words that are ranked where they occur.
  ///   - words: the words of the index.
  ///   - factors: the factors of the forms.
  /// - Returns: nil if it would consist of exclusions only.
  func expression(
    required: [Int], alternatives: [Int], optional: [Int], _ words: QueryWords,
    _ factors: FormFactors
  ) -> MatchExpression? {
    var conjunction = MatchExpression.Conjunction()
    conjunction.excluded = exclusions
    // Phrases need no parentheses, of which FTS5's parser takes some fifty.
    for condition in conditions {
      switch condition {
      case .phrase, .near: conjunction.phrases.append(condition)
      case .any, .all: conjunction.groups.append(condition)
      }
    }
    conjunction.groups += required.map { .any(forms(of: $0, words, factors)) }
    let isOpen = !optional.isEmpty
    if !alternatives.isEmpty {
      conjunction.groups.append(
        .any(alternatives.flatMap { forms(of: $0, words, factors, isRanked: !isOpen) }))
    }
    guard let first = conjunction.phrases.first ?? conjunction.groups.first else { return nil }
    if isOpen {
      // An expression that matches always, by the words before it, ranks the optional words.
      var ranked = optional.flatMap { forms(of: $0, words, factors) }
      ranked += alternatives.flatMap { forms(of: $0, words, factors) }
      if alternatives.isEmpty { ranked.append(first.mapPhrases { $0.unranked }) }
      conjunction.groups.append(.any(ranked))
    }
    return .all(conjunction)
  }
}

extension MatchExpression {
  /// The expression with other phrases.
  func mapPhrases(_ change: (Phrase) -> Phrase) -> MatchExpression {
    switch self {
    case .phrase(let phrase): .phrase(change(phrase))
    case .near(let phrases, let distance): .near(phrases.map(change), distance: distance)
    case .any(let expressions): .any(expressions.map { $0.mapPhrases(change) })
    case .all(let conjunction):
      .all(
        Conjunction(
          phrases: conjunction.phrases.map { $0.mapPhrases(change) },
          groups: conjunction.groups.map { $0.mapPhrases(change) },
          excluded: conjunction.excluded))
    }
  }
}

extension MatchExpression.Phrase {
  /// The phrase as a condition that does not count for the score.
  fileprivate var unranked: MatchExpression.Phrase {
    var phrase = self
    phrase.rankedForm = nil
    return phrase
  }
}
