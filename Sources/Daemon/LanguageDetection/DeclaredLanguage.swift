import LanguageCodes

/// The language that a document declares.
struct DeclaredLanguage {
  /// The ISO 639-1 code; "no" also for Bokmål.
  let code: String

  /// Parses a language tag (BCP 47) or the name of a locale; nil for an unknown language.
  ///
  /// - Parameter tag: a tag such as "de", "DE-at", "pt_BR.UTF-8" or "ger".
  init?(_ tag: String) {
    let letters = tag.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    guard (2...3).contains(letters.count) else { return nil }
    let name = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    guard let language = Language(code: name) else { return nil }
    code = language.code
  }

  /// A text with fewer letters contradicts no declaration.
  private static let fewestLetters = 10
  /// A text with Han letters of this weight, without kana and hangul, is Chinese; each letter
  /// weighs 3, so these are 100 letters.
  private static let mostHanAlone = 300
  /// By how much the logarithmic likelihood of another language must be greater.
  private static let margin = 8.0
  /// How much each trigram adds to ``margin``.
  private static let marginPerTrigram = 0.05

  /// Whether the text shows that it is not in this language.
  ///
  /// A text in another script contradicts the declaration, and so does one that is clearly in another
  /// language. A language without trigram table is contradicted only if the script has only one language.
  func isContradicted(by evidence: LanguageEvidence) -> Bool {
    guard let script = evidence.script, evidence.letterCount >= Self.fewestLetters else {
      return false
    }
    let scripts = Self.scripts(of: code)
    guard scripts.isEmpty || scripts.contains(script) else { return true }
    guard let detected = evidence.language, detected != code else { return false }
    guard let best = evidence.candidates.first else {
      if scripts.isEmpty { return true }
      // A line of Japanese or old Korean can consist of Han only; Chinese has no kana.
      return script == .han && (detected == "ja" || evidence.letterCount >= Self.mostHanAlone)
    }
    let own = evidence.candidates.first { TrigramLanguages.code(of: $0.name) == code }
    guard let own else { return false }
    let margin = Self.margin + Self.marginPerTrigram * Double(evidence.trigramCount)
    return best.likelihood - own.likelihood >= margin
  }

  /// The scripts in which the detector expects a language; empty if it does not know the language.
  private static func scripts(of code: String) -> Set<Script> {
    var scripts = Set(scriptsWithOneLanguage[code] ?? [])
    for languages in TrigramLanguages.all
    where languages.names.contains(where: { TrigramLanguages.code(of: $0) == code }) {
      scripts.insert(languages.script)
    }
    if let others = otherScripts[code] { scripts.formUnion(others) }
    return scripts
  }

  private static let scriptsWithOneLanguage: [String: [Script]] = [
    "ja": [.han, .kana], "zh": [.han], "ko": [.hangul, .han], "el": [.greek], "he": [.hebrew],
    "yi": [.hebrew], "hy": [.armenian], "ka": [.georgian], "th": [.thai], "lo": [.lao],
    "km": [.khmer], "my": [.burmese], "bo": [.tibetan], "dz": [.tibetan], "am": [.ethiopic],
    "ti": [.ethiopic], "bn": [.bengali], "as": [.bengali], "gu": [.gujarati],
    "pa": [.gurmukhi, .arabic], "kn": [.kannada], "ml": [.malayalam], "or": [.odia],
    "si": [.sinhala], "ta": [.tamil], "te": [.telugu],
  ]

  /// Further scripts of languages, in which the detector has no table for them.
  private static let otherScripts: [String: [Script]] = [
    "az": [.cyrillic, .arabic], "kk": [.latin, .arabic], "mn": [.latin], "ug": [.latin, .cyrillic],
    "uz": [.cyrillic, .arabic], "tg": [.latin, .arabic],
  ]
}
