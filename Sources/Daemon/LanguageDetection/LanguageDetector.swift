/// Finds the language of a text.
///
/// The script decides where only one language is written in it. Within Latin, Cyrillic, Arabic and
/// Devanagari the trigrams of the words decide: a naive Bayes classifier with a uniform prior.
public enum LanguageDetector {
  /// Finds the language of a text in UTF-8.
  ///
  /// No answer is better than a wrong one. Texts of fewer than 40 letters have none, nor has source
  /// code without comments, nor have most texts in languages that the detector does not know. Of a
  /// text of more than 4 KB four samples of 1 KB are read.
  ///
  /// - Parameters:
  ///   - text: UTF-8; damaged bytes are left out.
  ///   - declared: The language that the document names, as in HTML's `lang`: "de", "de-AT",
  ///     "deu". It is the answer unless the text contradicts it.
  /// - Returns: An ISO 639-1 code; nil if the language is not clear.
  public static func language(of text: Span<UInt8>, declared: String? = nil) -> String? {
    var survey = TextSurvey()
    for sample in samples(of: text) { survey.read(text, in: sample) }
    let evidence = LanguageEvidence(survey)
    guard let declared = declared.flatMap(DeclaredLanguage.init) else { return evidence.language }
    return declared.isContradicted(by: evidence) ? evidence.language : declared.code
  }

  /// The code of a declared language, as ``language(of:declared:)`` returns it.
  ///
  /// - Parameter tag: a tag of BCP 47, or the name of a locale.
  /// - Returns: An ISO 639-1 code; nil if the tag names no known language.
  public static func code(ofTag tag: String) -> String? { DeclaredLanguage(tag)?.code }

  private static let sampleLength = 1_024
  /// Where the samples start, in tenths of the text: title pages and indexes come before and after.
  private static let sampleStarts = [1, 3, 5, 7]
  /// A word that a sample's start has cut is at most so long.
  private static let longestCut = 64

  /// The ranges of a text that are read.
  static func samples(of text: Span<UInt8>) -> [Range<Int>] {
    guard text.count > sampleLength * sampleStarts.count else { return [0..<text.count] }
    // Division first: the product could overflow.
    let tenth = text.count / 10
    return sampleStarts.map { number in
      let start = tenth * number
      var wordStart = start
      while wordStart < start + longestCut, text[wordStart] > 0x20 { wordStart += 1 }
      // Text without spaces has no words to cut.
      if wordStart == start + longestCut { wordStart = start }
      return wordStart..<min(wordStart + sampleLength, start + tenth * 2)
    }
  }
}
