import QueryLanguage
public import SittaSQLite

extension IndexReader {
  /// The probable correction of a text for which a search found nothing or very little.
  ///
  /// Words in quotes, words after `=` or `+`, filters, excluded words, and words with digits or with capitals
  /// after their first letter are never changed, and everything around the changed words stays as it was
  /// typed. A word that a document has in any form is changed only in an offer.
  ///
  /// - Parameters:
  ///   - text: the text of the query.
  ///   - words: the words to choose from.
  ///   - options: how the text was read and searched; ``SuggestionOptions/isTyping``,
  ///     ``SuggestionOptions/limit`` and ``SuggestionOptions/doubt`` are ignored.
  ///   - deadline: when to give up.
  /// - Returns: the likeliest correction of words that no document has, preferably one with hits; if there is
  ///   none, the likeliest offer (``Suggestion/isOffer``), which has hits; nil if the text is probably right.
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

  /// The words from which a text is corrected, with the words of the text that occur.
  ///
  /// Add the words of several indexes, and let each of them correct the text with a list of the
  /// sums (``WordList/init(_:)``). Then each decides as one index with all documents would.
  ///
  /// - Parameters:
  ///   - text: the text of the query.
  ///   - words: the words to choose from.
  ///   - options: how the text was read, and which documents may be shown.
  ///   - deadline: when to give up.
  /// - Returns: the words that a document has which may be shown.
  /// - Throws: the error of SQLite.
  public func correctionWords(
    for text: String, from words: WordList, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> [CountedWord] {
    guard let query = try? Query(parsing: text, options.reading) else { return [] }
    let scalars = Array(text.unicodeScalars)
    return try CorrectionSearch(
      text: scalars, words: words, options: options, deadline: deadline
    ).words(for: TypedWord.all(in: query, of: scalars), in: Snapshot(of: self)).map {
      CountedWord(String(decoding: $0.word, as: UTF8.self), documents: $0.documents)
    }
  }
}
