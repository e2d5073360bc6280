/// The language that a document says it is in.
struct DeclaredLanguage {
  /// The ISO 639-1 code; "no" for Bokmål, too.
  let code: String

  /// Reads a language tag (BCP 47) or a locale's name; nil where it is no known language.
  ///
  /// - Parameter tag: Such as "de", "DE-at", "pt_BR.UTF-8", "ger".
  init?(_ tag: String) {
    let letters = tag.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    guard (2...3).contains(letters.count) else { return nil }
    let name = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    guard let code = Self.shortCode[name] ?? (Self.codes.contains(name) ? name : nil) else {
      return nil
    }
    self.code = code
  }

  /// Fewer letters contradict nothing.
  private static let fewestLetters = 10
  /// So many letters of Han without kana or hangul are Chinese (weighted: 100 characters).
  private static let mostHanAlone = 300
  /// How much likelier another language must be.
  private static let margin = 8.0
  /// What is added to it for each trigram.
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

  /// The scripts that the detector knows a language to be written in; none where it does not know.
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

  /// All ISO 639-1 codes, but for "nb", which is "no" here.
  private static let codes = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia \
    id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo \
    lt lu lv mg mh mi mk ml mn mr ms mt my na nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps \
    pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl \
    tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " ").map(String.init))

  /// Old codes, and the codes of ISO 639-2 of the languages that the detector knows.
  private static let shortCode: [String: String] = {
    let pairs = """
      nb:no iw:he in:id ji:yi mo:ro fil:tl cmn:zh nob:no afr:af alb:sq sqi:sq amh:am ara:ar arm:hy \
      hye:hy asm:as aze:az baq:eu eus:eu bel:be ben:bn tib:bo bod:bo bre:br bul:bg cat:ca cze:cs \
      ces:cs cym:cy wel:cy dan:da ger:de deu:de dut:nl nld:nl gre:el ell:el eng:en epo:eo est:et \
      fas:fa per:fa fin:fi fre:fr fra:fr fry:fy geo:ka kat:ka gla:gd gle:ga glg:gl guj:gu heb:he \
      hin:hi hrv:hr hun:hu ice:is isl:is ind:id ita:it jpn:ja kan:kn kaz:kk khm:km kor:ko lao:lo \
      lav:lv lit:lt mac:mk mkd:mk mal:ml mar:mr mon:mn bur:my mya:my nep:ne nno:nn nor:no oci:oc \
      ori:or pan:pa pol:pl por:pt roh:rm rum:ro ron:ro rus:ru sin:si slo:sk slk:sk slv:sl spa:es \
      srp:sr swe:sv tam:ta tel:te tgk:tg tgl:tl tha:th tur:tr uig:ug ukr:uk urd:ur uzb:uz vie:vi \
      yid:yi chi:zh zho:zh lat:la swa:sw msa:ms may:ms bos:bs
      """.split(separator: " ").map { $0.split(separator: ":").map(String.init) }
    return Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }()
}
