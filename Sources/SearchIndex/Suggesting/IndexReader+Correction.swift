public import QueryLanguage
public import SittaSQLite

extension IndexReader {
  /// The text that was probably meant, given that a search found nothing or very little.
  ///
  /// Words in quotes, words after `=` or `+`, filters and excluded words are never changed, and
  /// everything around the changed words stays as it was typed. If the text has hits, it is
  /// corrected only where another word is much likelier.
  ///
  /// - Parameters:
  ///   - text: what was searched for.
  ///   - words: the words to choose from.
  ///   - options: how the text was read and searched; ``SuggestionOptions/isTyping``,
  ///     ``SuggestionOptions/limit`` and ``SuggestionOptions/doubt`` are ignored.
  ///   - deadline: when to give up.
  /// - Returns: the likeliest correction that has hits, or if none has any and a word is in no document, the
  ///   likeliest one; nil if the text is probably right.
  /// - Throws: the error of SQLite.
  public func correction(
    of text: String, from words: WordList, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> Suggestion? {
    var options = options
    options.isTyping = false
    options.limit = 1
    options.doubt = .rareWords
    return try SuggestionSearch(text: text, words: words, options: options, deadline: deadline)
      .run(in: Snapshot(of: self)).corrections.first
  }

  /// The words from which a text is corrected, with those of it that occur.
  ///
  /// Add those of several indexes, and have each of them correct the text with a list of the sums
  /// (``WordList/init(_:)``): then it takes for likely what one index with all documents would.
  ///
  /// - Parameters:
  ///   - text: what was searched for.
  ///   - words: the words to choose from.
  ///   - reading: how the text was read.
  ///   - deadline: when to give up.
  /// - Returns: the words; one can be in them twice.
  public func correctionWords(
    for text: String, from words: WordList, _ reading: Query.ReadingOptions,
    deadline: ContinuousClock.Instant
  ) -> [CountedWord] {
    guard let query = try? Query(parsing: text, reading) else { return [] }
    let scalars = Array(text.unicodeScalars)
    return CorrectionSearch(
      text: scalars, words: words, options: SuggestionOptions(), deadline: deadline
    ).words(for: TypedWord.all(in: query, of: scalars)).map {
      CountedWord(String(decoding: $0.word, as: UTF8.self), documents: $0.documents)
    }
  }
}
