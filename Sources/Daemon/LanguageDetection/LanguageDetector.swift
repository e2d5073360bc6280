/// Detects the language of a text.
///
/// If only one language is written in a script, the script decides. In Latin, Cyrillic, Arabic and
/// Devanagari, the trigrams of words decide: a naive Bayes classifier with a uniform prior.
public enum LanguageDetector {
  /// Detects the language of a text in UTF-8.
  ///
  /// No answer is better than a wrong one. There is none for texts of fewer than 40 letters, for
  /// source code without comments, and for most texts in unknown languages. Of a text larger than 4
  /// KB, four samples of 1 KB are read.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8; invalid bytes are skipped.
  ///   - declared: the language that the document declares, as in HTML's `lang`: "de", "de-AT",
  ///     "deu". It is returned unless the text contradicts it.
  /// - Returns: the ISO 639-1 code; nil if the language is not clear.
  public static func language(of text: Span<UInt8>, declared: String? = nil) -> String? {
    var survey = TextSurvey()
    for sample in samples(of: text) { survey.read(text, in: sample) }
    let evidence = LanguageEvidence(survey)
    guard let declared = declared.flatMap(DeclaredLanguage.init) else { return evidence.language }
    return declared.isContradicted(by: evidence) ? evidence.language : declared.code
  }

  /// The code of a declared language, in the form that ``language(of:declared:)`` returns.
  ///
  /// - Parameter tag: a BCP 47 tag, or the name of a locale.
  /// - Returns: the ISO 639-1 code; nil if the tag names no known language.
  public static func code(ofTag tag: String) -> String? { DeclaredLanguage(tag)?.code }

  private static let sampleLength = 1_024
  /// Where samples begin, in tenths of the text; they avoid title pages and indexes at its ends.
  private static let sampleStarts = [1, 3, 5, 7]
  /// The most bytes skipped at the start of a sample, to begin after a word that the start cuts.
  private static let longestCut = 64

  /// The ranges of the text that are read as samples.
  static func samples(of text: Span<UInt8>) -> [Range<Int>] {
    guard text.count > sampleLength * sampleStarts.count else { return [0..<text.count] }
    // The division comes first, because the product could overflow.
    let tenth = text.count / 10
    return sampleStarts.map { number in
      let start = tenth * number
      var wordStart = start
      while wordStart < start + longestCut, text[wordStart] > 0x20 { wordStart += 1 }
      // Text without spaces has no words that could be cut.
      if wordStart == start + longestCut { wordStart = start }
      return wordStart..<min(wordStart + sampleLength, start + tenth * 2)
    }
  }
}
