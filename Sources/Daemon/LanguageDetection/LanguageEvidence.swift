/// What the letters and trigrams of a text show about its language.
package struct LanguageEvidence {
  /// The script of more than half of the letters; nil if there is none.
  package let script: Script?
  /// The number of letters of this script; letters of Han, kana and hangul count by their weight.
  package let letterCount: Int
  /// The counts of the text.
  private let survey: TextSurvey
  /// The possible languages, the best first; empty if the script alone decides.
  package private(set) var candidates: [Candidate] = []
  /// The number of trigrams of this script.
  package private(set) var trigramCount = 0

  /// A possible language, and how well it fits.
  package struct Candidate {
    /// The name of the language in ``TrigramLanguages``.
    package let name: String
    /// The logarithmic likelihood, relative to an arbitrary zero.
    package let likelihood: Double
    /// The logarithmic likelihood that a text of this length in the language usually has.
    package let usualLikelihood: Double
  }

  /// Evaluates the counts of a survey.
  package init(_ survey: TextSurvey) {
    self.survey = survey
    var weights = Script.allCases.map { survey.letters[$0.rawValue] * $0.weight }
    let all = weights.reduce(0, +)
    // Japanese mixes Han and kana, so both are counted as Han.
    weights[Script.han.rawValue] += weights[Script.kana.rawValue]
    weights[Script.kana.rawValue] = 0
    let best = weights.indices.max { weights[$0] < weights[$1] } ?? 0
    letterCount = weights[best]
    guard letterCount * 2 > all, let script = Script(rawValue: best) else {
      script = nil
      return
    }
    self.script = script
    guard TrigramTable.all.indices.contains(best) else { return }
    let table = TrigramTable.all[best]
    let trigrams = survey.trigrams(of: script)
    let sums = table.sums(of: trigrams.span)
    trigramCount = trigrams.count
    candidates = table.languages.names.indices.map { column in
      let usual = Double(table.usualValues[column]) / 16 * Double(trigrams.count)
      return Candidate(
        name: table.languages.names[column],
        likelihood: Double(sums[column]) * TrigramTable.step,
        usualLikelihood: usual * TrigramTable.step)
    }
    .sorted { $0.likelihood > $1.likelihood }
  }
}

extension LanguageEvidence {
  // The constants were tested with texts outside the training texts: the Universal Declaration of
  // Human Rights in 160 languages, fortune files, manuals, CLD2's test data. Of texts with 300
  // letters, 1 in 100 gets no language. Of texts in 80 languages without a table, 3 in 4 get none,
  // and the others mostly a related one (Icelandic for Faroese).

  /// A text with fewer letters has no detected language.
  package static let fewestLetters = 40
  /// By how much the logarithmic likelihood must exceed that of the second language.
  private static let margin = 3.0
  /// How much each trigram adds to ``margin``.
  private static let marginPerTrigram = 0.02
  /// The least lead per trigram over the next language that is not closely related.
  ///
  /// `leeway`, divided by the square root of the number of trigrams, is subtracted for short texts.
  private static let distancePerTrigram = (least: 0.2, leeway: 0.8)
  /// The least share of the usual likelihood; `leeway` is subtracted as for ``distancePerTrigram``.
  ///
  /// It is higher for Latin letters, where many languages share the most frequent trigrams.
  private static let shareOfUsual = (leastInLatin: 0.7, leastElsewhere: 0.6, leeway: 1.2)
  /// The least number of prose words for each piece of code.
  private static let wordsPerPieceOfCode = 2
  /// The least number of letters for each invalid byte or control character.
  private static let lettersPerDamage = 10

  /// The detected ISO 639-1 code; nil if the text is not clear.
  package var language: String? {
    guard letterCount >= Self.fewestLetters, let script else { return nil }
    guard letterCount >= survey.damageCount * Self.lettersPerDamage else { return nil }
    if script == .latin, survey.latinWordCount < survey.codeCount * Self.wordsPerPieceOfCode {
      return nil
    }
    if let best = candidates.first {
      return fits(best) ? TrigramLanguages.code(of: best.name) : nil
    }
    return languageOfScript(script)
  }

  private func fits(_ best: Candidate) -> Bool {
    guard trigramCount > 0, candidates.count > 1 else { return false }
    let count = Double(trigramCount)
    let root = count.squareRoot()
    guard best.likelihood - candidates[1].likelihood >= Self.margin + Self.marginPerTrigram * count
    else { return false }
    let strangers = candidates.dropFirst().drop {
      TrigramLanguages.areClose(best.name, $0.name)
    }
    let next = strangers.first?.likelihood ?? candidates[candidates.count - 1].likelihood
    let distance = Self.distancePerTrigram.least - Self.distancePerTrigram.leeway / root
    let least =
      script == .latin ? Self.shareOfUsual.leastInLatin : Self.shareOfUsual.leastElsewhere
    let share = least - Self.shareOfUsual.leeway / root
    return best.likelihood - next >= distance * count
      && best.likelihood >= share * best.usualLikelihood
  }

  private func languageOfScript(_ script: Script) -> String? {
    let count = survey.letters[script.rawValue]
    switch script {
    case .latin, .cyrillic, .arabic, .devanagari: return nil
    // Chinese texts contain Japanese names, but Japanese prose has more kana than Han.
    case .han, .kana:
      let kana = survey.letters[Script.kana.rawValue]
      return kana * 20 > count + kana ? "ja" : "zh"
    case .hangul: return "ko"
    case .greek: return "el"
    case .hebrew: return survey.yiddishCount * 100 > count ? "yi" : "he"
    case .armenian: return "hy"
    case .georgian: return "ka"
    case .thai: return "th"
    case .lao: return "lo"
    case .khmer: return "km"
    case .burmese: return "my"
    case .tibetan: return "bo"
    case .ethiopic: return "am"
    case .bengali: return survey.assameseCount * 100 > count ? "as" : "bn"
    case .gujarati: return "gu"
    case .gurmukhi: return "pa"
    case .kannada: return "kn"
    case .malayalam: return "ml"
    case .odia: return "or"
    case .sinhala: return "si"
    case .tamil: return "ta"
    case .telugu: return "te"
    }
  }
}
