public import TextAnalysis

/// How words are found: the settings of the text layer.
///
/// Only ``readings`` change the stored tokens. Stems, synonyms and stop words are applied to
/// queries, so they can change at any time.
public struct TextSettings: Equatable, Sendable {
  /// The languages whose stems are used, as `Stemmer` names them; at first, if they are chosen.
  public let languages: [String]
  /// Whether the languages of the documents decide the languages.
  public let choosesLanguages: Bool
  /// Words with the same meaning.
  public let synonyms: SynonymTable
  /// Words that a query ignores if it has others.
  public let stopWords: StopWords
  /// The pronunciations of Han and kana that are indexed as more words.
  public let readings: Readings

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - languages: names or ISO 639 codes that `Stemmer` accepts; none for no stems.
  ///   - choosesLanguages: whether the languages of the documents replace these as soon as they are
  ///     known.
  ///   - synonyms: the table, which is applied to queries.
  ///   - stopWords: the words, of all languages.
  ///   - readings: the pronunciations to index; another choice means a new index.
  /// - Throws: `AnalysisError` for a language without a stemmer.
  public init(
    languages: [String] = [Stemmer.defaultLanguage], choosesLanguages: Bool = false,
    synonyms: SynonymTable = .standard,
    stopWords: StopWords = StopWords([]), readings: Readings = []
  ) throws(AnalysisError) {
    for language in languages { _ = try Stemmer(language: language) }
    self.languages = languages
    self.choosesLanguages = choosesLanguages
    self.synonyms = synonyms
    self.stopWords = stopWords
    self.readings = readings
  }

  private init() {
    languages = [Stemmer.defaultLanguage]
    choosesLanguages = false
    synonyms = .standard
    stopWords = StopWords([])
    readings = []
  }

  /// English stems and the shipped synonyms.
  public static let `default` = TextSettings()

  /// How texts are tokenized for the index.
  package var analysis: SittaAnalyzer.Options {
    SittaAnalyzer.Options(splitsNames: true, readings: readings)
  }
}
