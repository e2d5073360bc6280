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
  /// - Returns: the likeliest correction that has hits; nil if there is none.
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
}
