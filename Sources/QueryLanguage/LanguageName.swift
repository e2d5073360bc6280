/// Reads the name or code of a language, as typed after `lang:`.
enum LanguageName {
  /// The code of a language: `de` for `de-AT`, `deu`, `german` and `Deutsch`.
  ///
  /// - Parameter text: a name in English or in the language itself, or a tag of BCP 47.
  /// - Returns: the ISO 639-1 code if there is one; nil if the text is neither a known name nor a tag.
  static func code(of text: String) -> String? {
    let name = text.lowercased()
    if let code = codes[name] { return code }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isPlainAlphanumeric) }),
      (2...3).contains(parts[0].count), parts[0].allSatisfy(\.isLetter)
    else { return nil }
    return codes[String(parts[0])] ?? String(parts[0])
  }

  /// The code, the other codes and the names of each language.
  private static let table = """
    af afr afrikaans
    ar ara arabic العربية
    be bel belarusian беларуская
    bg bul bulgarian български
    bn ben bengali বাংলা
    ca cat catalan català
    cs ces cze czech čeština
    da dan danish dansk
    de deu ger german deutsch
    el ell gre greek ελληνικά
    en eng english
    eo epo esperanto
    es spa spanish español castellano
    et est estonian eesti
    eu eus baq basque euskara
    fa fas per persian farsi فارسی
    fi fin finnish suomi
    fr fra fre french français
    ga gle irish gaeilge
    gl glg galician galego
    he heb iw hebrew עברית
    hi hin hindi हिन्दी
    hr hrv croatian hrvatski
    hu hun hungarian magyar
    hy hye arm armenian
    id ind in indonesian
    is isl ice icelandic íslenska
    it ita italian italiano
    ja jpn japanese 日本語
    ka kat geo georgian
    ko kor korean 한국어
    la lat latin
    lt lit lithuanian lietuvių
    lv lav latvian latviešu
    mk mkd mac macedonian македонски
    ms msa may malay
    nl nld dut dutch nederlands
    no nor nb nob norwegian norsk bokmål
    nn nno nynorsk
    pl pol polish polski
    pt por portuguese português
    ro ron rum mo romanian română
    ru rus russian русский
    sk slk slo slovak slovenčina
    sl slv slovenian slovene slovenščina
    sq sqi alb albanian shqip
    sr srp serbian српски srpski
    sv swe swedish svenska
    sw swa swahili
    ta tam tamil தமிழ்
    th tha thai ไทย
    tr tur turkish türkçe
    uk ukr ukrainian українська
    ur urd urdu اردو
    vi vie vietnamese
    zh zho chi cmn chinese mandarin 中文
    """

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let names = line.split(separator: " ").map(String.init)
      for name in names { codes[name] = names[0] }
    }
    return codes
  }()
}

extension Character {
  fileprivate var isPlainAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
