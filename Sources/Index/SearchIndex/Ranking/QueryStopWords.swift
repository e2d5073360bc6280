import TextAnalysis

/// The stop words of the language in which a query seems to be typed.
///
/// It is the language with the most stop words in the query. So `die` decides in an English query and
/// not in a German one.
struct QueryStopWords {
  private static let languages: [(code: String, words: StopWords)] =
    StopWords.languageCodes.compactMap { code in
      (try? StopWords(languages: [code])).map { (code, $0) }
    }

  private let words: StopWords?
  /// The language as an ISO 639-1 code; nil if the query has no stop word.
  let language: String?
  /// The language if no other has as many stop words in the query, and it has two at least.
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
