package import QueryLanguage

extension WordList {
  /// Returns a list with the words of this one and others, for another engine that has the documents.
  ///
  /// O(words × log words).
  ///
  /// - Parameters:
  ///   - words: the other words, in any order.
  ///   - documents: how many documents have the words that are known to be frequent; of the others, one counts.
  /// - Returns: the list.
  package func merging(_ words: [[UInt8]], documents: [[UInt8]: Int]) -> WordList {
    var merged = WordList()
    func offer(_ word: [UInt8]) {
      if merged.offered > 0, word == merged.last { return }
      merged.offer(word, documents: documents[word] ?? 1)
    }
    let others = words.sorted { $0.lexicographicallyPrecedes($1) }
    var next = others.startIndex
    forEach { word, _ in
      while next < others.endIndex, others[next].lexicographicallyPrecedes(word) {
        offer(others[next])
        next += 1
      }
      offer(word)
    }
    for word in others[next...] { offer(word) }
    merged.finish()
    return merged
  }

  /// Returns the words that may have been meant by each word of a text, whether or not it is in the list.
  ///
  /// - Parameters:
  ///   - text: the text of a query.
  ///   - reading: how the text is read.
  /// - Returns: for each word that can be corrected, the word itself, and words to put in its place.
  package func choices(for text: String, _ reading: Query.ReadingOptions) -> [[String]] {
    guard let query = try? Query(parsing: text, reading) else { return [] }
    let scalars = Array(text.unicodeScalars)
    let typed = TypedWord.all(in: query, of: scalars)
    let search = CorrectionSearch(text: scalars, words: self, options: SuggestionOptions())
    return search.choices(for: typed).map { choices in
      choices.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
