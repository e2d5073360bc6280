import QueryLanguage

/// Makes the expressions that find the candidates of a ranked query.
extension RankedQuery {
  /// For each form of a word, the share of the word's weight with which it counts.
  struct FormFactors: Equatable {
    /// The word in other Han characters.
    var variant = 0.95
    /// The word as a part of a longer name in code.
    var part = 0.8
    /// A longer word that contains the word as a part.
    var compound = 0.25
    /// Words with the same stem in the likely language of the query.
    var stem = 0.5
    /// Words with the same stem in another language: `tides` is not the German `Tiden`.
    var otherStem = 0.2
    /// Synonyms.
    var synonym = 0.3
    /// Longer words that begin with the word.
    var prefix = 0.7
    /// The score for the declaration of a name in code, as a share of the highest score of a word in the
    /// text.
    ///
    /// It is higher than what many uses of the name score in other documents.
    var declaration = 0.7
  }

  /// Returns expressions for the forms of a word that a hit may lack.
  ///
  /// - Parameters:
  ///   - number: the number of the word.
  ///   - words: the words of the index that match the words of the query.
  ///   - factors: the factors of the forms.
  ///   - isRanked: whether the forms add to the score; otherwise they are only a condition.
  /// - Returns: a phrase for each form that occurs.
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

  /// Returns the forms of a word, and its declaration as a name in code, which adds to its score.
  ///
  /// Each row with the declaration also contains the word, so no further rows are found.
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

  /// Returns an expression for rows that must contain some words, and that ranks other words, too.
  ///
  /// - Parameters:
  ///   - required: the words that every row must contain.
  ///   - alternatives: words of which every row must contain at least one; may be empty.
  ///   - optional: words that are ranked in rows that contain them.
  ///   - words: the words of the index that match the words of the query.
  ///   - factors: the factors of the forms.
  /// - Returns: the expression; nil if it would consist only of exclusions.
  func expression(
    required: [Int], alternatives: [Int], optional: [Int], _ words: QueryWords,
    _ factors: FormFactors
  ) -> MatchExpression? {
    var conjunction = MatchExpression.Conjunction()
    conjunction.excluded = exclusions
    // Phrases are added without parentheses, because FTS5's parser allows only about fifty.
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
      // This group always matches, because it repeats the condition; so it ranks the optional words.
      var phrases = (optional + alternatives).flatMap { ranked($0, words, factors) }
      if alternatives.isEmpty { phrases.append(first.mapPhrases { $0.unranked }) }
      conjunction.groups.append(.any(phrases))
    }
    return .all(conjunction)
  }
}

extension MatchExpression {
  /// Returns the expression with each phrase replaced.
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
  /// The phrase without a ranked form, so that it does not add to the score.
  fileprivate var unranked: MatchExpression.Phrase {
    var phrase = self
    phrase.rankedForm = nil
    return phrase
  }
}
