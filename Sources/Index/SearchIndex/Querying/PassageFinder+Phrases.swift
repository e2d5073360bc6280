import Passages

extension PassageFinder {
  /// Makes a finder for the phrases of an expression.
  ///
  /// `counts` says how often each phrase occurs in the text, in FTS5's order of phrases.
  init(
    _ expression: MatchExpression, _ words: QueryWords, counts: [Int], length: Int,
    count: Int = 1
  ) {
    var phrases = expression.phrases.map { PassageWord($0, words) }
    // FTS5 may leave out phrases without a token when it numbers them.
    if phrases.count != counts.count { phrases.removeAll { $0 == nil } }
    let isKnown = phrases.count == counts.count
    self.init(
      words: counts.enumerated().map { number, occurrences in
        var word = (isKnown ? phrases[number] : nil) ?? PassageWord()
        // The more often a word occurs in a text, the less it says about one place.
        word.weight = 4 / Double(4 + max(0, Int.bitWidth - 1 - occurrences.leadingZeroBitCount))
        return word
      }, length: length, count: count)
  }
}

extension PassageWord {
  /// Makes a word for passages from the word of a ranked query with this number.
  init(_ number: Int, of query: RankedQuery, weight: Double, _ words: QueryWords) {
    let word = query.words[number]
    self = PassageWord(word.phrase(.all), words) ?? PassageWord()
    // A word that no document contains in its typed form can still have hits in other forms.
    self.weight = max(weight, 0.1)
  }

  /// Makes a word from a phrase; nil if the phrase has no token.
  fileprivate init?(_ phrase: MatchExpression.Phrase, _ words: QueryWords) {
    let tokens = words.spellings(of: phrase)
    guard let first = tokens.first else { return nil }
    self.init()
    let name = words.name(of: phrase.text)
    spellings = tokens.count == 1 ? first : name.isEmpty ? [] : [name]
    isPrefix = phrase.isPrefix
    if words.needsStar(phrase.text) { markedCharacters = 1 }
  }
}
