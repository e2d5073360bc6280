public import TextAnalysis

/// How words are found: what a person can choose of the text layer.
///
/// Only ``readings`` change what the index holds. Stems, synonyms and stop words are a matter of
/// the query, so that they can change at any time.
public struct TextSettings: Sendable {
  /// The languages whose stems are known, as `Stemmer` names them.
  public let languages: [String]
  /// Words that mean the same.
  public let synonyms: SynonymTable
  /// Words that a query does without where it has others.
  public let stopWords: StopWords
  /// How Han, kana and kanji sound, as more words of documents.
  public let readings: Readings

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - languages: names or ISO 639 codes that `Stemmer` takes; none for no stems.
  ///   - synonyms: the table, which is used from the side of the query.
  ///   - stopWords: words of several languages if need be.
  ///   - readings: what is indexed of sounds; another choice means another index.
  /// - Throws: `AnalysisError` for a language without a stemmer.
  public init(
    languages: [String] = [Stemmer.defaultLanguage], synonyms: SynonymTable = .standard,
    stopWords: StopWords = StopWords([]), readings: Readings = []
  ) throws(AnalysisError) {
    for language in languages { _ = try Stemmer(language: language) }
    self.languages = languages
    self.synonyms = synonyms
    self.stopWords = stopWords
    self.readings = readings
  }

  private init() {
    languages = [Stemmer.defaultLanguage]
    synonyms = .standard
    stopWords = StopWords([])
    readings = []
  }

  /// English stems and the shipped synonyms.
  public static let standard = TextSettings()

  /// What the index holds of a text.
  var analysis: SittaAnalyzer.Options {
    SittaAnalyzer.Options(splitsNames: true, readings: readings)
  }
}
