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
    /// A number, or a word with hyphens, that is written in another way.
    var spelling = 0.9
    /// A month and its year in digits.
    var date = 0.3
    /// The score for the declaration of a name in code, as a share of the highest score of a word in the
    /// text.
    ///
    /// It is higher than what many uses of the name score in other documents.
    var declaration = 0.7

    /// The factor for words of the index that match a word in one of ``Word/otherForms``.
    fileprivate func factor(of forms: MatchExpression.Forms, _ word: Word) -> Double {
      switch forms {
      case .typed, .all, .declared: word.isPrefix ? prefix : 1
      case .variants: (word.isPrefix ? prefix : 1) * variant
      case .parts, .joined: part
      case .stems: stem
      case .synonyms: synonym
      case .otherStems: otherStem
      case .compounds: compound
      }
    }
  }

  /// Returns a phrase for each form of a word that occurs; a hit may lack the word.
  ///
  /// If `isRanked`, the forms add to the score; otherwise they are only a condition.
  func forms(
    of number: Int, _ words: QueryWords, _ factors: FormFactors, isRanked: Bool = true
  ) -> [MatchExpression] {
    let word = self.words[number]
    var forms: [MatchExpression.Forms] = [.typed]
    if word.tokens.count > 1 {
      let isOpen = word.isPrefix && !words.needsStar(word.text)
      let canBeName = !word.isPrefix && !words.name(of: word.text).isEmpty
      forms = [isOpen ? .typed : .all] + (canBeName ? [.joined] : [])
    } else {
      forms += word.otherForms.filter { !words.alternatives(for: word.tokens[0], $0).isEmpty }
    }
    let phrases =
      forms.map { (word.phrase($0), factors.factor(of: $0, word)) }
      + word.phrasesOfSpellings.map { ($0, factors.spelling) }
      + word.phrasesOfDates.map { ($0, factors.date) }
    return phrases.map { phrase, factor in
      var phrase = phrase
      if isRanked {
        phrase.rankedForm = MatchExpression.RankedForm(word: number, factor: factor)
      }
      return .phrase(phrase)
    }
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
  /// Every row must contain the `required` words and, if there are any, one of the `alternatives`. The
  /// `optional` words are ranked in rows that contain them. Returns nil if there would only be exclusions.
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

extension RankedQuery.Word {
  /// The other forms that words of an index can have, besides the typed one, in the order of expressions.
  var otherForms: [MatchExpression.Forms] {
    [.variants] + (isPrefix ? [] : [.parts, .stems, .synonyms, .otherStems, .compounds])
  }

  /// The phrases of a number, or of a word with hyphens, that is written in another way.
  var phrasesOfSpellings: [MatchExpression.Phrase] { spellings.map(Self.phrase) }

  /// The phrases of the date that the word names.
  var phrasesOfDates: [MatchExpression.Phrase] { dates.map(Self.phrase) }

  private static func phrase(_ text: String) -> MatchExpression.Phrase {
    MatchExpression.Phrase(column: nil, text: text, forms: .typed, isPrefix: false)
  }

  /// Returns the phrase of some forms of the word.
  func phrase(_ forms: MatchExpression.Forms) -> MatchExpression.Phrase {
    MatchExpression.Phrase(column: nil, text: text, forms: forms, isPrefix: isPrefix)
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
