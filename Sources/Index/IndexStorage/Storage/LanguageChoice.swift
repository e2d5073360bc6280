import LanguageCodes
import TextAnalysis

/// Decides which languages have their stems in the index, from the languages of the documents.
package struct LanguageChoice {
  /// The least number of documents of a language in use: of a hundred short texts, one or two are taken for
  /// another language.
  static let leastDocuments = 10.0
  /// The least share of a language in use, because about so many texts are taken for another language.
  ///
  /// It is a share of the documents whose language is known.
  static let leastShare = 0.01
  /// The most languages in use: each has stems for most words of the index, and costs a look-up for each
  /// word of a query.
  static let limit = 4
  /// The factor by which the documents of a language that is in use already are counted.
  ///
  /// So such a language stays until it is far below the others and the threshold.
  static let loyalty = 4.0

  /// Chooses the languages to use, the most frequent first; English if no language is frequent enough.
  ///
  /// All languages are ISO 639-1 codes. `counts` are the numbers of documents. The languages `atHome` are those of
  /// most documents of a folder (``LanguageShares/atHome``): they need no share of all documents, and come first.
  package static func codes(
    for counts: [String: Int], atHome: Set<String> = [], using used: [String]
  ) -> [String] {
    let all = Double(counts.values.reduce(0, +))
    let frequent = counts.compactMap { code, count -> (code: String, weight: Double)? in
      let weight = Double(count) * (used.contains(code) ? loyalty : 1)
      let share = atHome.contains(code) ? 0 : leastShare
      guard names[code] != nil, weight >= leastDocuments, weight >= share * all else {
        return nil
      }
      return (code, weight)
    }
    func rank(_ language: (code: String, weight: Double)) -> (Int, Double) {
      (atHome.contains(language.code) ? 0 : 1, -language.weight)
    }
    let chosen = frequent.sorted { first, second in
      let (one, other) = (rank(first), rank(second))
      return one == other ? first.code < second.code : one < other
    }.prefix(limit)
    let codes = chosen.map(\.code).sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    return codes.isEmpty ? ["en"] : codes
  }

  /// The ISO 639-1 code of a stemmer's language; nil for a variant such as `porter`.
  package static func code(of name: String) -> String? {
    (Language(code: name) ?? Language(name: name))?.code
  }

  /// Identifies the language of a stemmer: its code, or the name of a variant such as `porter`.
  static func key(of name: String) -> String { code(of: name) ?? name }

  /// The names of the stemmers, by the codes of their languages.
  static let names = Dictionary(
    Stemmer.languages.compactMap { name in Language(name: name).map { ($0.code, name) } },
    uniquingKeysWith: { first, _ in first })
}
