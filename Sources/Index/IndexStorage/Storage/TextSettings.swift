public import Meaning
public import TextAnalysis

/// Settings for finding words: languages, synonyms, stop words and readings.
///
/// Only ``readings`` change the stored tokens. Stems, synonyms and stop words are applied to
/// queries, so they can change at any time.
public struct TextSettings: Equatable, Sendable {
  /// The languages whose stems are used, as `Stemmer` names them; only at first if ``choosesLanguages``.
  public let languages: [String]
  /// Whether the languages of the documents decide which stems are used.
  public let choosesLanguages: Bool
  /// Words with the same meaning.
  public let synonyms: SynonymTable
  /// Words that are ignored in a query with other words.
  public let stopWords: StopWords
  /// The pronunciations of Han and kana that are indexed as additional words.
  public let readings: Readings
  /// The table with which texts are also found by their meaning; nil if they are not.
  public let meaning: VectorTable?
  /// The sentence encoder whose vectors replace those of the table in idle time; nil if there is none.
  public let encoder: EncoderFile?

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - languages: names or ISO 639 codes that `Stemmer` accepts; none for no stems.
  ///   - choosesLanguages: whether the languages of the documents replace `languages` as soon as they are
  ///     known.
  ///   - synonyms: the table of synonyms; it is applied to queries.
  ///   - stopWords: the stop words of all languages.
  ///   - readings: the pronunciations to index; if they change, a new index has to be built.
  ///   - meaning: the table with which texts are also found by their meaning.
  ///   - encoder: the sentence encoder whose vectors replace those of the table; without a table there is none.
  /// - Throws: `AnalysisError` for a language without a stemmer.
  public init(
    languages: [String] = [Stemmer.defaultLanguage], choosesLanguages: Bool = false,
    synonyms: SynonymTable = .standard,
    stopWords: StopWords = StopWords([]), readings: Readings = [], meaning: VectorTable? = nil,
    encoder: EncoderFile? = nil
  ) throws(AnalysisError) {
    for language in languages { _ = try Stemmer(language: language) }
    self.languages = languages
    self.choosesLanguages = choosesLanguages
    self.synonyms = synonyms
    self.stopWords = stopWords
    self.readings = readings
    self.meaning = meaning
    self.encoder = meaning == nil ? nil : encoder
  }

  private init() {
    languages = [Stemmer.defaultLanguage]
    choosesLanguages = false
    synonyms = .standard
    stopWords = StopWords([])
    readings = []
    (meaning, encoder) = (nil, nil)
  }

  /// English stems and the shipped synonyms.
  public static let `default` = TextSettings()

  /// How texts are tokenized for the index.
  package var analysis: SittaAnalyzer.Options {
    SittaAnalyzer.Options(splitsNames: true, readings: readings)
  }
}
