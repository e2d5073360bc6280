import Foundation
import Testing
import TextAnalysis

@Suite struct SittaAnalyzerTests {
  @Test(arguments: [
    ("", ""),
    ("   \n\t", ""),
    ("Hello, World!", "hello world"),
    ("a1 b2c3", "a1 b2c3"),
    ("don't v2.21 a-b foo_bar", "don t v2 21 a b foo bar"),
    ("QuarterlyReport_v2", "quarterlyreport v2"),
    ("ÅNGSTRÖM", "angstrom +angstroem"),
    ("Jérôme JÉRÔME Jerome", "jerome jerome jerome"),
    ("Encyclopædia Encyclopaedia", "encyclopaedia encyclopaedia"),
    ("ﬁnd ﬂow oﬃce", "find flow office"),
    ("æ ß ø đ ł ı œ þ ẞ Đ Ŀ ĳ ŉ", "ae ss o d l i oe th ss d l ij n"),
    ("Ⅳ ① ½ m² № ㎏", "iv 1 1 2 m2 no kg"),
    ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
    ("٣٤ १२ 𝟗", "34 12 9"),
    ("Привет ёлка чей Їжак", "привет елка чей їжак"),
    ("ΆΝΘΡΩΠΟΣ άνθρωπος", "ανθρωποσ ανθρωποσ"),
    ("שָׁלוֹם שלום", "שלום שלום"),
    ("مُحَمَّد محمد أحمد", "محمد محمد احمد"),
    ("Donau\u{ad}dampf zero\u{200b}width", "donaudampf zerowidth"),
    ("हिन्दी तमिழ்", "हिन्दी तमिழ்"),
    ("😀 smile😀face", "😀 smile 😀 face"),
  ])
  func `Words are folded`(text: String, expected: String) {
    #expect(sittaTokens(of: text) == expected)
    #expect(sittaTokens(of: text, for: .query) == expected)
  }

  @Test(arguments: [
    ("5 € or £5", "5 € or £ 5"), ("a→b", "a → b"), ("20°C", "20 ° c"), ("🐦🐦🐦 🐦", "🐦 🐦"),
    ("👍🏽 👩‍🚀 ❤️", "👍 👩 🚀 ❤"), ("日本→東京", "日本 本 → 東京 京"), ("∑ ≠ ∄", "∑ ∃"),
    ("│ a ║ ▓▓ b", "a b"), ("a + b $5 <c>", "a b 5 c"), ("\u{fffd}", ""),
    ("ภาษา€ไทย", "ภาษา € ไทย"),
  ])
  func `A symbol is a word`(text: String, expected: String) {
    let tokens = sittaTokens(of: text).replacing("+", with: "")
    #expect(tokens == expected)
    #expect(sittaTokens(of: text.decomposedStringWithCanonicalMapping) == sittaTokens(of: text))
  }

  @Test(
    arguments: [
      ("C++", "c +c++", "c++"), ("c++, F#.", "c +c++ f +f#", "c++ f#"),
      ("C++20 GCC's g++-12", "c +c++ 20 gcc s g +g++ 12", "c++ 20 gcc s g++ 12"),
      ("A+ Größe++", "a +a+ grosse +groesse +grosse++", "a+ grosse++"),
      ("дом#", "дом +дом#", "дом#"),
      (".NET 8, (.net)", "net +.net 8 net +.net", ".net 8 .net"),
      ("ASP.NET a.net ..net .network", "asp net a net net network", "asp net a net net network"),
      ("a+b a+=b i+++j #define x #a a#b a##b c+++", "a b a b i j define x a a b a b c", nil),
      ("日本#", "日本 +本", "日本"),
      ("\(String(repeating: "a", count: 33))#", String(repeating: "a", count: 33), nil),
    ] as [(String, String, String?)])
  func `Plus, number sign and dot make another name of a word`(
    text: String, document: String, query: String?
  ) {
    #expect(sittaTokens(of: text) == document)
    #expect(sittaTokens(of: text, for: .query) == query ?? document)
  }

  @Test(arguments: [
    ("Müller", "muller +mueller"),
    ("Mueller", "mueller"),
    ("Muller", "muller"),
    ("Bauer", "bauer"),
    ("Baur", "baur"),
    ("Großmann", "grossmann"),
    ("GROẞMANN", "grossmann"),
    ("Übergrößenträger", "ubergrossentrager +uebergroessentraeger"),
    ("Ärger", "arger +aerger"),
    ("naïve Zoë", "naive zoe"),
  ])
  func `Words with umlauts give both German spellings`(text: String, expected: String) {
    for purpose in [AnalysisPurpose.document, .query, .prefixQuery] {
      #expect(sittaTokens(of: text, for: purpose) == expected)
      let decomposed = text.decomposedStringWithCanonicalMapping
      #expect(sittaTokens(of: decomposed, for: purpose) == expected)
    }
  }

  @Test(arguments: [
    ("日本語", "日本 本語 +語", "日本 本語"),
    ("の", "の", "の*"),
    ("文字", "文字 +字", "文字"),
    ("東京 の 本", "東京 +京 の 本", "東京 の* 本*"),
    ("iPhone手机v2", "iphone 手机 +机 v2", "iphone 手机 v2"),
    ("한국어 검색", "한국 국어 +어 검색 +색", "한국 국어 검색"),
    ("ローマ字", "ロー ーマ マ字 +字", "ロー ーマ マ字"),
    ("ﾛｰﾏ字 ｶﾞ", "ロー ーマ マ字 +字 ガ", "ロー ーマ マ字 ガ*"),
    ("㍿ 二〇二六年", "株式 式会 会社 +社 二〇 〇二 二六 六年 +年", "株式 式会 会社 二〇 〇二 二六 六年"),
    ("ジョン・スミス", "ジョ ョン +ン スミ ミス +ス", "ジョ ョン スミ ミス"),
    ("𠮷野家", "𠮷野 野家 +家", "𠮷野 野家"),
    ("ㅋㅋㅋ", "ㅋㅋ ㅋㅋ +ㅋ", "ㅋㅋ ㅋㅋ"),
  ])
  func `Han, kana and hangul give pairs`(text: String, document: String, query: String) {
    #expect(sittaTokens(of: text) == document)
    #expect(sittaTokens(of: text, for: .query) == query)
    #expect(sittaTokens(of: text, for: .prefixQuery) == query)
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(sittaTokens(of: decomposed) == document)
  }

  @Test(arguments: ["の", "のa", "日本のa", "aの本", "の本", "日の本", "本の", "のの"])
  func `Every character begins a token of a document`(text: String) {
    let words = sittaTokens(of: text).split(separator: " ").map { $0.drop { $0 == "+" } }
    #expect(words.contains { $0.hasPrefix("の") })
  }

  @Test(arguments: [
    ("ภาษาไทย", "ภาษา ไทย"),
    ("ພາສາລາວ", "ພາສາ ລາວ"),
    ("ខ្ញុំស្រឡាញ់", "ខ្ញុំ ស្រឡាញ់"),
    ("မြန်မာစာ", "မြန်မာ စာ"),
    ("Thaiภาษาไทย2", "thai ภาษา ไทย 2"),
  ])
  func `A dictionary finds words without spaces`(text: String, expected: String) {
    #expect(sittaTokens(of: text) == expected)
    #expect(sittaTokens(of: text, for: .query) == expected)
  }

  @Test(arguments: [
    ("QuarterlyReport_v2", "quarterlyreport +quarterly +quarterly·report +report v2"),
    ("HTTPServer", "httpserver +http +http·server +server"),
    ("Report2024", "report2024 +report +report·2024 +2024"),
    ("2024Report", "2024report +2024 +2024·report +report"),
    ("mp3 utf8 v2 x86", "mp3 utf8 v2 x86"),
    ("plain Capital UPPER", "plain capital upper"),
    ("aB Ab AB abC", "ab +a +a·b +b ab ab abc +ab +ab·c +c"),
    ("IMG20240131WA0001", "img20240131wa0001 +img +img·20240131wa0001 +20240131wa0001"),
    ("été2024 2024été", "ete2024 +ete +ete·2024 +2024 2024ete +2024 +2024·ete +ete"),
    (
      "\(String(repeating: "aB", count: 33)) \(String(repeating: "éB", count: 33))",
      "\(String(repeating: "ab", count: 33)) \(String(repeating: "eb", count: 33))"
    ),
    ("ÉtéÀParis", "eteaparis +ete +ete·a +ete·a·paris +a +a·paris +paris"),
    (
      "ÜbergrößenTräger",
      "ubergrossentrager +uebergroessentraeger +ubergrossen +ubergrossen·trager +trager"
    ),
    (
      "aBcDeFgHi",
      "abcdefghi +a +a·bc +a·bc·de +a·bc·de·fg +bc +bc·de +bc·de·fg +bc·de·fg·hi "
        + "+de +de·fg +de·fg·hi +fg +fg·hi +hi"
    ),
    ("aBcDeFgHiJkLmNoPq", "abcdefghijklmnopq +a +bc +de +fg +hi +jk +lm +no +pq"),
    ("parseIt++ éA++", "parseit +parseit++ +parse +parse·it +it ea +ea++ +e +e·a +a"),
  ])
  func `Words inside names are colocated with the name`(text: String, expected: String) {
    let tokens = sittaTokens(of: text, .init(splitsNames: true))
    #expect(tokens.replacing("\u{1f}", with: "·") == expected)
  }

  @Test func `A query does not split names`() {
    let tokens = sittaTokens(of: "QuarterlyReport_v2", for: .query, .init(splitsNames: true))
    #expect(tokens == "quarterlyreport v2")
  }

  @Test(
    arguments: [
      ([], ""),
      ([0xff, 0xfe], ""),
      ([0x61, 0xff, 0x62], "a b"),
      ([0x61, 0x00, 0x62], "a b"),
      ([0x61, 0xc3], "a"),
      ([0x61, 0xc3, 0x62], "a b"),
      ([0xed, 0xa0, 0x80, 0x61], "a"),
      ([0xf4, 0x90, 0x80, 0x80, 0x61], "a"),
      ([0xe6, 0x97, 0xa5, 0xe6, 0x97], "日"),
      ([0xc0, 0xaf, 0x61], "a"),
    ] as [([UInt8], String)])
  func `Invalid UTF-8 separates words`(bytes: [UInt8], expected: String) {
    var analyzer = SittaAnalyzer()
    #expect(tokens(of: bytes, with: &analyzer) == expected)
  }

  @Test(arguments: ["a", "A", "é", "ü", "я", "अ"])
  func `A long word is truncated to 256 bytes`(letter: String) {
    let text = String(repeating: letter, count: 200_000)
    var analyzer = SittaAnalyzer()
    var seen: [(Int, Range<Int>)] = []
    analyzer.analyze(Array(text.utf8).span, for: .document) { token, range, _ in
      seen.append((token.count, range))
    }
    #expect(seen.allSatisfy { $0.1 == 0..<text.utf8.count })
    #expect((254...256).contains(seen[0].0))
  }

  @Test func `A long run of Han gives every pair`() {
    let text = String(repeating: "漢字仮", count: 1000)
    let list = sittaTokens(of: text).split(separator: " ")
    #expect(list.count == 3000)
    #expect(list.dropLast().allSatisfy { ["漢字", "字仮", "仮漢"].contains($0) })
    #expect(list.last == "+仮")
    #expect(sittaTokens(of: text, for: .query).split(separator: " ").count == 2999)
  }

  @Test(arguments: ["한국어", "ガギグ", "がか"])
  func `A long run is the same in NFC and NFD`(text: String) {
    let long = String(repeating: text, count: 700)
    let decomposed = sittaTokens(of: long.decomposedStringWithCanonicalMapping)
    #expect(decomposed.hasSameScalars(as: sittaTokens(of: long)))
  }

  @Test func `A long run of Thai gives its words`() {
    let list = sittaTokens(of: String(repeating: "ภาษาไทย", count: 5000)).split(separator: " ")
    #expect(list.count == 10000)
    #expect(Set(list) == ["ภาษา", "ไทย"])
  }

  @Test func `An error of the closure ends the analysis and is rethrown`() {
    struct Enough: Error, Equatable { var count: Int }
    var analyzer = SittaAnalyzer()
    var count = 0
    #expect(throws: Enough(count: 2)) {
      try analyzer.analyze("a B 日本語".utf8Bytes.span, for: .document) {
        (_, _, _) throws(Enough) in
        count += 1
        if count == 2 { throw Enough(count: count) }
      }
    }
    #expect(count == 2)
    #expect(tokens(of: "c", with: &analyzer) == "c")
  }
}

extension String {
  /// The bytes of the string in UTF-8.
  var utf8Bytes: [UInt8] { Array(utf8) }
}
