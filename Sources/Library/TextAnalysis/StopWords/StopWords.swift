/// Words that are too common to distinguish documents.
public struct StopWords: Equatable, Sendable {
  private var words = TokenDictionary()

  /// Makes a set of your own words, which ``SittaAnalyzer`` folds.
  public init(_ list: some Sequence<String>) {
    var analyzer = SittaAnalyzer()
    for word in list {
      analyzer.analyze(Array(word.utf8).span, for: .query) { token, _, flags in
        if !flags.contains(.colocated) { _ = words.add(token) }
      }
    }
  }

  /// Makes a set of the included stop words of some languages.
  ///
  /// - Parameter languages: Names as ``Stemmer`` takes them, or ISO 639-1 codes; see ``languages``.
  /// - Throws: ``AnalysisError`` with `unknownLanguage`.
  public init(languages: [String]) throws(AnalysisError) {
    var list: [Substring] = []
    for language in languages {
      guard let entry = StopWordList.all.first(where: { $0.isNamed(language) }) else {
        throw .unknownLanguage(language, missing: "are no stop words", known: Self.languages)
      }
      list += entry.words.split(whereSeparator: \.isWhitespace)
    }
    self.init(list.map(String.init))
  }

  /// The ISO 639-1 codes of the languages that have included stop words.
  public static var languageCodes: [String] { StopWordList.all.map(\.code) }

  /// The languages that have included stop words.
  public static var languages: [String] { StopWordList.all.map(\.language) }

  /// Whether a folded token is a stop word.
  public func contains(_ token: Span<UInt8>) -> Bool { words.number(of: token) != nil }
}
