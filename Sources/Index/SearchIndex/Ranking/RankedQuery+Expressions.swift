import QueryLanguage

/// The expressions that find the candidates of a ranked query.
extension RankedQuery {
  /// The factors of the forms of a word.
  struct FormFactors: Equatable {
    /// The word in other Han characters.
    var variant = 0.95
    /// A part of a longer name in code.
    var part = 0.8
    /// A longer word of which it is a part.
    var compound = 0.25
    /// Words with the same stem in the language of the query.
    var stem = 0.5
    /// Words with the same stem in another language: `tides` is not the German `Tiden`.
    var otherStem = 0.2
    /// Synonyms.
    var synonym = 0.3
    /// Words that begin with it.
    var prefix = 0.7
    /// The score for the declaration of a name in code, as a share of the most that a word can
    /// score in the text.
    ///
    /// It is more than other documents get for many uses.
    var declaration = 0.7
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
    let typedFactor = word.isPrefix ? factors.prefix : 1
    func phrase(_ forms: MatchExpression.Forms, _ factor: Double) -> MatchExpression {
      var phrase = MatchExpression.Phrase(
        column: nil, text: word.text, forms: forms, isPrefix: word.isPrefix)
      if isRanked { phrase.rankedForm = MatchExpression.RankedForm(word: number, factor: factor) }
      return .phrase(phrase)
    }
    if word.tokens.count > 1 {
      let isOpen = word.isPrefix && !words.needsStar(word.text)
      let whole = phrase(isOpen ? .typed : .all, typedFactor)
      let canBeName = !word.isPrefix && !words.name(of: word.text).isEmpty
      return [whole] + (canBeName ? [phrase(.joined, factors.part)] : [])
    }
    var forms = [phrase(.typed, typedFactor)]
    let token = word.tokens[0]
    if !words.alternatives(for: token, .variants).isEmpty {
      forms.append(phrase(.variants, typedFactor * factors.variant))
    }
    if word.isPrefix { return forms }
    if !words.alternatives(for: token, .parts).isEmpty {
      forms.append(phrase(.parts, factors.part))
    }
    if !words.alternatives(for: token, .stems).isEmpty {
      forms.append(phrase(.stems, factors.stem))
    }
    if !words.alternatives(for: token, .synonyms).isEmpty {
      forms.append(phrase(.synonyms, factors.synonym))
    }
    if !words.alternatives(for: token, .otherStems).isEmpty {
      forms.append(phrase(.otherStems, factors.otherStem))
    }
    if !words.alternatives(for: token, .compounds).isEmpty {
      forms.append(phrase(.compounds, factors.compound))
    }
    return forms
  }

  /// The forms of a relaxed word, and the declaration that adds to its score.
  ///
  /// Every row with the declaration has the word, so the rows stay the same.
  private func ranked(
    _ number: Int, _ words: QueryWords, _ factors: FormFactors
  ) -> [MatchExpression] {
    let forms = forms(of: number, words, factors)
    guard let declared = self.words[number].declared else { return forms }
    var phrase = MatchExpression.Phrase(
      column: .body, text: declared, forms: .declared, isPrefix: false)
    phrase.rankedForm = MatchExpression.RankedForm(
      word: number, factor: factors.declaration, isAddition: true)
    return forms + [.phrase(phrase)]
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
    conjunction.groups += required.map { .any(ranked($0, words, factors)) }
    let isOpen = !optional.isEmpty
    if !alternatives.isEmpty {
      conjunction.groups.append(
        .any(
          alternatives.flatMap {
            isOpen ? forms(of: $0, words, factors, isRanked: false) : ranked($0, words, factors)
          }))
    }
    guard let first = conjunction.phrases.first ?? conjunction.groups.first else { return nil }
    if isOpen {
      // An expression that matches always, by the words before it, ranks the optional words.
      var phrases = (optional + alternatives).flatMap { ranked($0, words, factors) }
      if alternatives.isEmpty { phrases.append(first.mapPhrases { $0.unranked }) }
      conjunction.groups.append(.any(phrases))
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
