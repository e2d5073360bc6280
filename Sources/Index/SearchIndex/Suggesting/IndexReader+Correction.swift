import QueryLanguage
public import SittaSQLite

extension IndexReader {
  /// The probable correction of a text for which a search found nothing or very little.
  ///
  /// Words in quotes, words after `=` or `+`, filters, excluded words, and words with digits or with capitals
  /// after their first letter are never changed, and everything around the changed words stays as it was
  /// typed. A word that a document has in any form is changed only in an offer.
  ///
  /// The time has no influence on the correction: the number of its steps is limited.
  ///
  /// - Parameters:
  ///   - text: the text of the query.
  ///   - words: the words to choose from.
  ///   - options: how the text was read and searched; ``SuggestionOptions/isTyping`` and
  ///     ``SuggestionOptions/limit`` are ignored.
  ///   - deadline: when to fail.
  /// - Returns: the likeliest correction of words that no document has, preferably one with hits; if there is
  ///   none, the likeliest offer (``Suggestion/isOffer``), which has hits; nil if the text is probably right.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func correction(
    of text: String, from words: WordList, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> Suggestion? {
    let snapshot = try Snapshot(of: self, deadline: deadline)
    guard let query = try? Query(parsing: text, options.reading) else { return nil }
    let scalars = Array(text.unicodeScalars)
    let known = try KnownWords(of: text, options.reading, options.search, in: snapshot)
    return try CorrectionSearch(text: scalars, words: words, options: options, known: known).run(
      TypedWord.all(in: query, of: scalars), options.reading, isSearch: true, limit: 1, in: snapshot
    ).first
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
  ///   - deadline: when to fail.
  /// - Returns: the words that a document has which may be shown.
  /// - Throws: the error of SQLite; an interruption at the deadline.
  public func correctionWords(
    for text: String, from words: WordList, _ options: SuggestionOptions,
    deadline: ContinuousClock.Instant
  ) throws(SQLiteError) -> [CountedWord] {
    guard let query = try? Query(parsing: text, options.reading) else { return [] }
    let scalars = Array(text.unicodeScalars)
    let search = CorrectionSearch(text: scalars, words: words, options: options)
    return try search.words(
      for: TypedWord.all(in: query, of: scalars), in: Snapshot(of: self, deadline: deadline)
    ).map { CountedWord(String(decoding: $0.word, as: UTF8.self), documents: $0.documents) }
  }
}
