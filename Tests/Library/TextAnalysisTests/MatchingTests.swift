import Foundation
import Testing
import TextAnalysis

/// Tests whether a query finds a document.
@Suite struct MatchingTests {
  @Test(arguments: [
    // Ligatures
    ("find", "we ﬁnd it", true), ("ﬁnd", "we find it", true), ("oﬃce", "OFFICE", true),
    ("fi", "ﬁnd", false), ("ﬂow", "fiow", false),
    // Latin folding
    ("Encyclopaedia", "Encyclopædia", true), ("Encyclopædia", "encyclopaedia", true),
    ("jerome", "Jérôme", true), ("JÉRÔME", "jerome", true),
    ("Jerome", "JE\u{301}RO\u{302}ME", true),
    ("lodz", "Łódź", true), ("oresund", "Øresund", true), ("thor", "Þór", true),
    ("istanbul", "İSTANBUL ıstanbul", true), ("e", "é", true), ("o", "œ", false),
    ("jerom", "Jérôme", false),
    // German
    ("Muller", "Müller", true), ("Mueller", "Müller", true), ("Müller", "Mueller", true),
    ("Müller", "Muller", true), ("Müller", "MÜLLER", true), ("MULLER", "mu\u{308}ller", true),
    ("Grossmann", "Großmann", true), ("Großmann", "GROSSMANN", true),
    ("Bauer", "Baur", false), ("Baur", "Bauer", false), ("Mueller", "Muller", false),
    ("Muller", "Mueller", false), ("Goethe", "Göthe", true), ("Gothe", "Goethe", false),
    // Chinese, Japanese, Korean
    ("文字", "これは文字です", true), ("文字列", "文字の列", false), ("の", "私の本", true),
    ("の", "本の", true), ("の", "の", true), ("の", "のれん", true), ("の", "本", false),
    ("東京", "東 京", false), ("京都", "東京都庁", true), ("語学", "日本語 学習", false),
    ("한국", "한국어 검색", true), ("국어", "한국어", true), ("한어", "한국어", false),
    ("日本語 text", "日本語 text", true), ("text 日本", "text 日本語", true),
    ("ガ", "ｶﾞ", true), ("が", "か", false),
    // Arabic and Persian
    ("کتاب", "كتاب", true), ("ايران", "ایران", true), ("مدرسه", "مدرسة", true),
    ("علی", "على", true), ("ٱلكتاب", "الكتاب", true),
    ("كتاب", "كاتب", false),
    // Thai
    ("ภาษา", "ภาษาไทย", true), ("ไทย", "ภาษาไทย", true), ("ลาว", "ภาษาไทย", false),
    // Odd input
    ("don't", "don't", true), ("C++", "C", false), ("C", "C++", true), ("c++", "C++", true),
    ("C#", "C++", false), (".NET", "net", false),
    (".net", ".NET", true), ("net", ".NET", true), ("🐦", "a 🐦!", true), ("€", "5€", true),
    ("", "text", false), ("!!!", "text", false),
  ])
  func `Spellings of one word match, different words do not`(
    query: String, document: String, isFound: Bool
  ) {
    var analyzer = SittaAnalyzer()
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(arguments: [
    ("quarterly", true), ("report", true), ("v2", true), ("quarterlyreport", true),
    ("QuarterlyReport_v2", true), ("quarterlyreport v2", true), ("pdf", true),
    ("quarter", false), ("eport", false), ("v", false), ("quarterlyreportv2", false),
  ])
  func `Words inside names are found`(query: String, isFound: Bool) {
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    #expect(finds(query, "QuarterlyReport_v2.pdf", &analyzer) == isFound)
  }

  @Test(arguments: [
    ("gb", "500GB", true), ("500GB", "500GB", true), ("500", "500GB", true),
    ("kg", "125kg", true),
    ("5", "12.5kg", false), ("802.11", "802.11ac", true), ("3", "3d", false),
    ("500", "500things", true), ("50", "500GB", false), ("500", "500GB2", false),
  ])
  func `A number and its unit are found`(query: String, document: String, isFound: Bool) {
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(arguments: [
    ("wifi", "Wi-Fi", true), ("rs485", "an RS-485 cable", true), ("email", "an e-mail.", true),
    ("email", "E-Mail-Adresse", true), ("316148410x", "ISBN 3-16-148410-X", true),
    ("wifirouter", "wi-fi-router", true), ("firouter", "wi-fi-router", true),
    ("wifi", "wi - fi", false),
    ("20240315", "2024-03-15", false), ("wifi", "wi-fié", false), ("ab", "a-b-c-d", false),
    ("wi", "Wi-Fi", true), ("fi", "Wi-Fi", true), ("wifi", "-wi-fi", true),
    ("mp3", "MP-3", true), ("3d", "a 3-D view", true), ("b52", "B-52", true),
    ("h264", "H.264", true),
    ("x509", "(X.509)", true), ("264", "H.264", true), ("p12", "e.p.12", false),
    ("v1", "v.1", false),
    ("ab12", "ab.12", false), ("ab", "a-b", false), ("wifi", "wi\u{2011}fi", true),
    ("wifi", "wi\u{2010}fi", true), ("prerelease", "pre\u{2011}release", true),
    ("information", "infor-\nmation", true), ("information", "the infor-\r\n    mation", true),
    ("information", "infor-\n mation", true), ("information", "infor\nmation", false),
    ("information", "infor -\nmation", false), ("wordnext", "word-\nNext", false),
    ("mation", "infor-\nmation", true), ("information", "infor\u{ad}\u{200b}mation", true),
    ("supercalifragil", "super\u{200b}cali\u{200b}fragil", true), ("über", "ü\u{200b}ber", true),
    ("super", "super \u{200b}cali", true), ("cali", "super \u{200b}cali", true),
  ])
  func `Words with hyphens are found without them`(query: String, document: String, isFound: Bool) {
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(arguments: [("e-mail", 2, true), ("e-日本", 2, false), ("e-ab_", 2, false)])
  func `Only ASCII letters and digits are words of a chain`(
    text: String, start: Int, isChain: Bool
  ) {
    let chain = HyphenatedWord(around: start..<text.utf8.count, in: text.utf8.span)
    #expect((chain != nil) == isChain)
  }

  @Test(arguments: [
    ("Quart", "QuarterlyReport", true), ("repo", "QuarterlyReport", true), ("mül", "Mueller", true),
    ("muel", "Müller", true), ("日", "今日", true), ("日本", "日本語", true), ("本日", "日本語", false),
    ("ภา", "ภาษาไทย", true), ("repos", "QuarterlyReport", false),
  ])
  func `The beginning of a word is found`(query: String, document: String, isFound: Bool) {
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    #expect(finds(query, document, for: .prefixQuery, &analyzer) == isFound)
  }

  @Test(arguments: [SynonymFilter.Place.documents, .queries])
  func `Each synonym finds the other`(place: SynonymFilter.Place) {
    var analyzer = SittaAnalyzer().filtered(by: SynonymFilter(addedTo: place))
    #expect(finds("first", "the 1st day", &analyzer))
    #expect(finds("1st", "the first day", &analyzer))
    #expect(finds("the 1st day", "the first day", &analyzer))
    #expect(finds("colour", "COLOR", &analyzer))
    #expect(!finds("first", "the 2nd day", &analyzer))
    #expect(!finds("1", "first", &analyzer))
  }

  @Test(arguments: [
    ("pinyin", "拼音", true), ("wenjian", "打开文件", true), ("拼音", "拼音", true),
    ("wenjian", "文件夹", true), ("yinhang", "银行", true), ("wenjian", "文化", false),
    ("wenzi", "文字", true), ("文字", "文件", false), ("katakana", "カタカナ", true),
    ("tokyo", "トウキョウ", true), ("toukyou", "とうきょう", true), ("kata", "カタカナ", false),
  ])
  func `A reading finds its word and no other`(
    query: String, document: String, isFound: Bool
  ) {
    var analyzer = SittaAnalyzer(options: .init(readings: [.pinyin, .romaji]))
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(
    .enabled(if: Readings.canReadKanji, "libmecab2 and mecab-ipadic-utf8 are not installed"),
    arguments: [
      ("romaji", "ローマ字", true), ("nihongo", "日本語", true), ("ribenyu", "日本語", false),
      ("romazi", "ローマ字", false), ("moji", "文字", true), ("wenzi", "文字", false),
    ])
  func `Kanji are found by their Japanese reading`(query: String, document: String, isFound: Bool) {
    var analyzer = SittaAnalyzer(options: .init(readings: .romaji))
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(arguments: [
    ("the art", "state of the art", true), ("state art", "state of the art", true),
    ("the", "the", false), ("artist", "state of the art", false),
  ])
  func `Stop words are ignored`(query: String, document: String, isFound: Bool) throws {
    var analyzer = SittaAnalyzer().filtered(by: StopWordFilter(try StopWords(languages: ["en"])))
    #expect(finds(query, document, &analyzer) == isFound)
  }

  @Test(arguments: [
    ("databases", "Database", true), ("frustrated", "Frustration", true),
    ("frustrated", "日本語frustration한국어", true), ("日本", "databases日本語", true),
    ("connect", "ภาษาไทย connections", true), ("database", "date", false),
    ("の", "databases", false),
  ])
  func `Stems match amid other scripts`(query: String, document: String, isFound: Bool) throws {
    var analyzer = SittaAnalyzer().filtered(by: try StemmingFilter())
    #expect(finds(query, document, &analyzer) == isFound)
  }

  private func finds<A: Analyzer & ~Copyable>(
    _ query: String, _ document: String, for purpose: AnalysisPurpose = .query,
    _ analyzer: inout A
  ) -> Bool {
    let document = MatchingText(document, for: .document, with: &analyzer)
    return MatchingText(query, for: purpose, with: &analyzer).isFound(in: document)
  }
}
