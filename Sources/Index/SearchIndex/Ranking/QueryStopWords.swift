import TextAnalysis

/// The stop words of the language that has the most stop words in a query.
///
/// So `die` is a stop word in a German query, but not in an English one.
struct QueryStopWords {
  private static let languages: [(code: String, words: StopWords)] =
    StopWords.languageCodes.compactMap { code in
      (try? StopWords(languages: [code])).map { (code, $0) }
    }

  private let words: StopWords?
  /// The language, as an ISO 639-1 code; nil if no word of the query is a stop word.
  let language: String?
  /// The language, if the query has at least two of its stop words, and fewer of any other language's.
  let clearLanguage: String?

  init(_ tokens: [QueryWords.Token]) {
    var best: (count: Int, code: String, words: StopWords)?
    var second = 0
    for (code, words) in Self.languages {
      let count = tokens.count { words.contains($0.bytes.span) }
      if count > best?.count ?? 0 {
        second = best?.count ?? 0
        best = (count, code, words)
      } else {
        second = max(second, count)
      }
    }
    (words, language) = (best?.words, best?.code)
    clearLanguage = best.flatMap { $0.count >= 2 && $0.count > second ? $0.code : nil }
  }

  /// Whether a folded token is a stop word.
  func contains(_ token: [UInt8]) -> Bool { words?.contains(token.span) ?? false }
}
