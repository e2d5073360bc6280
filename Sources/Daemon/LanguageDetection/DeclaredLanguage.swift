import LanguageCodes

/// The language that a document says it is in.
struct DeclaredLanguage {
  /// The ISO 639-1 code; "no" for Bokmål, too.
  let code: String

  /// Reads a language tag (BCP 47) or a locale's name; nil for an unknown language.
  ///
  /// - Parameter tag: Such as "de", "DE-at", "pt_BR.UTF-8", "ger".
  init?(_ tag: String) {
    let letters = tag.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    guard (2...3).contains(letters.count) else { return nil }
    let name = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    guard let language = Language(code: name) else { return nil }
    code = language.code
  }

  /// Fewer letters contradict nothing.
  private static let fewestLetters = 10
  /// A text with this many letters of Han, without kana or hangul, is Chinese (weighted: 100
  /// characters).
  private static let mostHanAlone = 300
  /// How much likelier another language must be.
  private static let margin = 8.0
  /// The amount that each trigram adds to the margin.
  private static let marginPerTrigram = 0.05

  /// Whether the text cannot be in this language.
  ///
  /// A text in another script contradicts, and one that is clearly in another language. A language
  /// without a table of its own is contradicted only where the script has one language.
  func isContradicted(by evidence: LanguageEvidence) -> Bool {
    guard let script = evidence.script, evidence.letterCount >= Self.fewestLetters else {
      return false
    }
    let scripts = Self.scripts(of: code)
    guard scripts.isEmpty || scripts.contains(script) else { return true }
    guard let detected = evidence.language, detected != code else { return false }
    guard let best = evidence.candidates.first else {
      if scripts.isEmpty { return true }
      // A line of Japanese or old Korean may be all Han, and Chinese has no kana.
      return script == .han && (detected == "ja" || evidence.letterCount >= Self.mostHanAlone)
    }
    let own = evidence.candidates.first { TrigramLanguages.code(of: $0.name) == code }
    guard let own else { return false }
    let margin = Self.margin + Self.marginPerTrigram * Double(evidence.trigramCount)
    return best.likelihood - own.likelihood >= margin
  }

  /// The scripts in which the detector knows a language to be written; empty if it knows none.
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

  /// Scripts that a language is also written in, without a table.
  private static let otherScripts: [String: [Script]] = [
    "az": [.cyrillic, .arabic], "kk": [.latin, .arabic], "mn": [.latin], "ug": [.latin, .cyrillic],
    "uz": [.cyrillic, .arabic], "tg": [.latin, .arabic],
  ]
}
